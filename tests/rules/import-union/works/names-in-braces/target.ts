import { Arc, Circle, Rhombus } from "./shapes";

use(Arc, Circle);
