import {
  arc,
  circle,
  oval,
  rhombus,
} from "./shapes.js";

use(arc, circle);
