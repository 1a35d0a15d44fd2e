/** What an operator does about background jobs that were given up. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { backgroundOf, kind } from "../../../../test/support/background.ts";
import { present } from "@daybook/words/assert";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { WORKER_COMMANDS } from "./worker.ts";

const http = await testApp();
const { worker, send } = backgroundOf(http);

async function told(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const command = present(
    WORKER_COMMANDS.find((each) => each.name === name),
    `there is no command ${name}`,
  );
  const args = readFields(command.fields, given);
  const result = await runDatabaseCommand(command, http.app, args, {
    report: () => {},
    signal: new AbortController().signal,
    operator: "ada",
  });
  return command.show(result, args);
}

test("jobs that were given up are listed with their errors, run again, and deleted (CMD-015)", async () => {
  await told("worker forget", { all: true });
  expect(await told("worker list")).toBe("No job was given up.");
  const testKind = kind({ retry: { attempts: 1 } });
  await send(testKind, 3);
  const one = worker(testKind, async () => {
    throw new Error("no mail server");
  });
  await one.settle();
  const listed = (await told("worker list")).split("\n");
  expect(listed).toHaveLength(4);
  expect(listed[1]).toMatch(/^job_\w+ +test\S* .* 1 +\d{4}-.*no mail server$/);
  const [job = ""] = (listed[1] ?? "").split(" ");

  expect(await told("worker forget", { job })).toBe("1 job is deleted.");
  expect(await told("worker retry", { all: true })).toBe("2 jobs wait to be run again.");
  await one.settle();
  expect(await told("worker forget", { all: true })).toBe("2 jobs are deleted.");
});

test.each(["worker retry", "worker forget"])("%s needs a job that was given up, or --all", async (name) => {
  const needsOne = "Give the id of a job, which `worker list` shows, or --all for all of them.";
  await expect(told(name)).rejects.toThrow(needsOne);
  await expect(told(name, { job: "job_a", all: true })).rejects.toThrow(needsOne);
  await expect(told(name, { job: "job_a" })).rejects.toThrow(
    "No job job_a was given up. `worker list` shows those that were.",
  );
});
