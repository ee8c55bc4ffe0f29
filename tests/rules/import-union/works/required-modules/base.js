const fs = require("fs");

use(fs);
