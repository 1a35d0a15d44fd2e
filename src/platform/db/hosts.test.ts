/** Connection strings of several servers are split as PostgreSQL's own client splits them. */
import { expect, test } from "vitest";
import { atHost, eachServer, placeOf } from "./hosts.ts";

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

test("another server gets the user, database and options of these", () => {
  expect(atHost("postgres://u:p@one:1,two:2/b?x=y", "three:3")).toBe("postgres://u:p@three:3/b?x=y");
  expect(atHost("postgres:///b?host=/run&user=u&port=5433&x=y,z", "two")).toBe(
    "postgres://two/b?user=u&x=y,z",
  );
  expect(atHost("postgres://one/b?host=/run", "two:2")).toBe("postgres://two:2/b");
  expect(atHost("postgres://one/b", "two:2")).toBe("postgres://two:2/b");
  expect(atHost("postgres://one/b&host=c?x=y?z&port=1", "two")).toBe("postgres://two/b&host=c?x=y?z");
});

test("the place of servers is told without user and password", () => {
  expect(placeOf("postgres://u:secret@one:1,two:2/books?x=y")).toBe("one:1,two:2/books");
  expect(placeOf("postgres://one:1,two:99999/books")).toBeNull();
});
