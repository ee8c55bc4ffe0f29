import { Loader } from "./a";
export const x = 1;
export const y = new Loader();
