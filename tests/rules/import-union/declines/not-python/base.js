import a from "a";
