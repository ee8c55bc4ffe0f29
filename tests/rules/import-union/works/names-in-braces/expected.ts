import { Arc, Circle, Oval, Rhombus } from "./shapes";

use(Arc, Circle);
