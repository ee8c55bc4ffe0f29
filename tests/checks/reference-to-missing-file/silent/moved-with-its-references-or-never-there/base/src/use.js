import { a } from "./old";
