import { Arc, Circle, Oval } from "./shapes";

use(Arc, Circle);
