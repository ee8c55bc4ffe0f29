const fs = require("fs");
const path = require("path");

use(fs);
