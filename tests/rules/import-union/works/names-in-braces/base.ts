import { Arc, Circle } from "./shapes";

use(Arc, Circle);
