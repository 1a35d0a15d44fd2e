/** The command that writes the package of a period. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { JOURNAL } from "../../../../test/support/bundle.ts";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { COMMANDS } from "../registry.ts";

const http = await testApp();

test("a package is of a month or of two days, and a file of its own", async () => {
  const { id: company } = await http.company({ journal: JOURNAL });
  const command = COMMANDS.find(({ name }) => name === "company package");
  if (command?.place !== "database") throw new Error("it needs no database");
  const output = await mkdtemp(join(tmpdir(), "daybook-package-"));
  onTestFinished(() => rm(output, { recursive: true }));
  const run = async (given: object) => {
    const args = readFields(command.fields, { company, output, ...given });
    const signal = new AbortController().signal;
    return runDatabaseCommand(command, http.app, args, { report: () => {}, signal, operator: "ada" });
  };
  const { file } = (await run({ month: "2025-02" })) as { readonly file: string };
  expect(file).toMatch(/closing-package-2025-02-01-to-2025-02-28\.pdf$/);
  expect((await readFile(file)).subarray(0, 5).toString()).toBe("%PDF-");
  for (const given of [{}, { month: "2025-02", from: "2025-02-01" }, { from: "2025-02-01" }])
    await expect(run(given)).rejects.toThrow(
      "Give either --month, such as --month 2026-06, or --from and --through.",
    );
});
