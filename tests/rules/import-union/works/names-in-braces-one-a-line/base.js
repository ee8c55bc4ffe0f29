import {
  arc,
  circle,
} from "./shapes.js";

use(arc, circle);
