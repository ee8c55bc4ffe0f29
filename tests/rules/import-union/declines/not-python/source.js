import b from "b";
