const fs = require("fs");
const os = require("os");
const path = require("path");

use(fs);
