/**
 * Every conformance test takes its operations from `doors.ts`, so that none sees only a part of them. Files
 * whose subject only the API has are listed with the reason. The list may only shrink.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everyDoor } from "./doors.ts";
import { isOfConsole } from "./requests.ts";

const OF_THE_API_ALONE: Readonly<Record<string, string>> = {
  "client.test.ts": "The client has only the operations of the API, by design.",
  "credentials.test.ts": "Keys are for the operations of the API; `matrix.ts` refuses them everywhere.",
  "forms.test.ts": "It tests forms on an operation that exists only in tests.",
  "versions.test.ts": "Only the API has versions that callers depend on.",
};

test("every conformance test is about all operations", () => {
  const partial = readdirSync(import.meta.dirname)
    .toSorted()
    .filter((name) => {
      const text = readFileSync(`${import.meta.dirname}/${name}`, "utf8");
      return /\bapp\s*\.operations\b/.test(text) && !text.includes("consoleOperations");
    });
  expect(partial).toEqual(Object.keys(OF_THE_API_ALONE));
});

test("the doors have every operation of a company, each once", async () => {
  const { app, bound } = await everyDoor();
  const ofCompany = [...app.operations, ...app.consoleOperations.filter(({ scope }) => scope !== "user")];
  const ids = bound.map(({ operation }) => operation.id);
  expect(ids.toSorted()).toEqual(ofCompany.map(({ operation }) => operation.id).toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(bound.filter(({ operation }) => isOfConsole(operation)).length).toBe(
    ofCompany.length - app.operations.length,
  );
});
