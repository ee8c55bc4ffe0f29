// Validate GraphQL queries against GitHub's schema: one JSON list of queries on stdin, one JSON list of error lists on stdout.
import { readFileSync } from "node:fs";
import { validate } from "@octokit/graphql-schema";

const queries = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(queries.map((query) => validate(query).map((error) => error.message))));
