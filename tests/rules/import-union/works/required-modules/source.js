const fs = require("fs");
const os = require("os");

use(fs);
