/** Settings: what each takes, and the sentence that refuses anything else. */
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const REFUSED: readonly (readonly [variable: string, values: readonly string[], sentence: RegExp])[] = [
  ["PORT", ["many", "-1", "65536", "80.5", "0x50"], /^PORT must be a whole number from 0 to 65535$/],
  ["DATABASE_CONNECTIONS", ["0", "1001", "ten"], /^DATABASE_CONNECTIONS must be a whole number from 1 to 1000$/],
  [
    "DATABASE_URL",
    ["postgres://", "postgresql://", "mysql://127.0.0.1/books", "127.0.0.1:5432", "postgres://127.0.0.1:99999/books", "postgres://user:pa#ss:w@ord@/x:y", "postgres://[::1/books"],
    /^DATABASE_URL must be a connection string such as postgres:/,
  ],
  ["DOCS_URL", ["docs.example.com", "ftp://docs.example.com", "javascript:alert(1)", "/docs", "https://docs.example.com/?a", "https://docs.example.com/#a"], /^DOCS_URL must be an absolute address such as/],
  ["STAGING_DOMAIN", ["@example.com", "https://example.com", "example..com", "-example.com", "example.com/", "a b"], /^STAGING_DOMAIN must be a domain such as example.com/],
  ["EARLY_ACCESS", ["getCompany", "getCompany=", "=company_beta", "getCompany=a=b"], /^EARLY_ACCESS must be pairs such as/],
  ["DAYBOOK_CLOCK_FORCE", ["YES", "1", "true"], /^DAYBOOK_CLOCK_FORCE must be one of yes, no$/],
  ["REDIS_URL", ["redis://", "127.0.0.1:6379", "http://127.0.0.1", "redis://127.0.0.1:99999", "redis://127.0.0.1/abc", "redis://127.0.0.1:6379/1/2", "redis://127.0.0.1/-1", "redis://127.0.0.1?db=7"], /^REDIS_URL must be an address such as redis:/],
  ["TRUST_PROXY", ["yes", "0", "10", "10.0.0.0/33", "::1/129", "10.0.0.1,", "proxy.example.com", "10.0.0.0/8/8"], /^TRUST_PROXY must be a number of proxies from 1 to 9, or addresses/],
  ["LOG_LEVEL", ["loud", "INFO"], /^LOG_LEVEL must be one of/],
];

describe.each(REFUSED)("%s", (variable, values, sentence) => {
  test.each(values)("is not %s", (value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(expect.objectContaining({ name: "ConfigProblem", message: expect.stringMatching(sentence) }));
  });
});

test("a refusal repeats nothing of a connection string", () => {
  expect(() => readConfig({ DATABASE_URL: "postgres://user:hidden-word@127.0.0.1:99999/books" })).toThrow(expect.objectContaining({ message: expect.not.stringContaining("hidden-word") }));
});

test.each([
  ["DATABASE_URL", "postgres://user:p%40ss@db.example.com:5433/books?sslmode=require", "postgres://user:p%40ss@db.example.com:5433/books?sslmode=require"],
  ["DATABASE_URL", "postgresql:///books?host=/var/run/postgresql", "postgresql:///books?host=/var/run/postgresql"],
  ["DOCS_URL", "https://docs.example.com/daybook//", "https://docs.example.com/daybook"],
  ["STAGING_DOMAIN", " Staging.Example.com ", "staging.example.com"],
  ["STAGING_DOMAIN", "localhost", "localhost"],
  ["TRUST_PROXY", "2", 2],
  ["REDIS_URL", "redis://127.0.0.1/", "redis://127.0.0.1/"],
  ["REDIS_URL", "rediss://:secret@redis.example.com:6380/1", "rediss://:secret@redis.example.com:6380/1"],
])("%s takes %s", (variable, value, taken) => {
  expect(Object.values(readConfig({ [variable]: value }))).toContain(taken);
});

test("a clock that can be moved does not stand before a server's books unless somebody insists", () => {
  const both = { DATABASE_URL: "postgres://127.0.0.1/books", DAYBOOK_CLOCK_FILE: "offset" };
  expect(() => readConfig(both)).toThrow(expect.objectContaining({ name: "ConfigProblem" }));
  expect(readConfig({ ...both, DAYBOOK_CLOCK_FORCE: "yes" })).toMatchObject({ clockForced: true });
});
