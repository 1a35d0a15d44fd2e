/** Connection strings of several servers are split as PostgreSQL's own client splits them. */
import { expect, test } from "vitest";
import { eachServer, placeOf } from "./hosts.ts";

test.each([
  ["postgres://a/b", ["postgres://a/b"]],
  [
    "postgres://u:p%2C@one:1,two:2/b?x=y,z",
    ["postgres://u:p%2C@one:1/b?x=y,z", "postgres://u:p%2C@two:2/b?x=y,z"],
  ],
  ["postgresql://u:p,q@[::1]:1,two/b", ["postgresql://u:p,q@[::1]:1/b", "postgresql://u:p,q@two/b"]],
  ["postgres:///b?host=/run", ["postgres:///b?host=/run"]],
])("%s", (url, servers) => {
  expect(eachServer(url)).toEqual(servers);
});

test("the place of servers is told without user and password", () => {
  expect(placeOf("postgres://u:secret@one:1,two:2/books?x=y")).toBe("one:1,two:2/books");
  expect(placeOf("postgres://one:1,two:99999/books")).toBeNull();
});
