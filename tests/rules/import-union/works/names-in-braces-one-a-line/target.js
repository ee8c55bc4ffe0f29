import {
  arc,
  circle,
  rhombus,
} from "./shapes.js";

use(arc, circle);
