import {
  arc,
  circle,
  oval,
} from "./shapes.js";

use(arc, circle);
