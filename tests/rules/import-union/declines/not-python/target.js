import c from "c";
