import { a } from "./fresh.js";
import b from "./built/output";
