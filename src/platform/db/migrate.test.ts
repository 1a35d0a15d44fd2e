/** How a migration waits for tables that others hold. What it does to a database is tested with its upgrades. */
import { expect, test } from "vitest";
import { givingWay } from "./migrate.ts";

/** Fails with these SQLSTATEs in turn, then succeeds. */
function failing(...states: readonly string[]) {
  const left = [...states];
  const calls = { count: 0 };
  const run = async (): Promise<string> => {
    calls.count += 1;
    const code = left.shift();
    if (code !== undefined) throw Object.assign(new Error(code), { code, severity: "ERROR" });
    return "done";
  };
  return { run, calls };
}

test("a migration begins again while others hold its tables, and fails if they keep them", async () => {
  const patient = failing("55P03", "55P03");
  expect(await givingWay(patient.run)).toBe("done");
  expect(patient.calls.count).toBe(3);
  const held = failing("55P03", "55P03", "55P03");
  await expect(givingWay(held.run, 2)).rejects.toMatchObject({ code: "55P03" });
  expect(held.calls.count).toBe(2);
});

test("another error of a migration ends it", async () => {
  const broken = failing("22012", "55P03");
  await expect(givingWay(broken.run)).rejects.toMatchObject({ code: "22012" });
  expect(broken.calls.count).toBe(1);
});
