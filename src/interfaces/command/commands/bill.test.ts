/** The commands that enter and pay bills. */
import { expect, test } from "vitest";
import { present } from "@daybook/words/assert";
import { testApp } from "../../../../test/support/app.ts";
import { billBook } from "../../../../test/support/bills.ts";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { BILL_COMMANDS } from "./bill.ts";

const http = await testApp();

test("a bill is entered by its lines, which have no department, and found by the vendor's number", async () => {
  const { company } = await billBook(http);
  const run = async (name: string, args: object): Promise<string> => {
    const command = present(
      BILL_COMMANDS.find((each) => each.name === name),
      name,
    );
    if (command.place !== "database") throw new Error("it needs no database");
    const given = readFields(command.fields, { company: company.id, ...args });
    const signal = new AbortController().signal;
    const context = { report: () => {}, signal, operator: "ada" };
    const done = await runDatabaseCommand(command, http.app, given, context);
    return (command.show as (result: unknown, args: unknown) => string)(done, given);
  };
  const enter = (line: string) =>
    run("bill enter", { vendor: "Quay Hosting", number: "Q-1", date: "2026-05-04", line: [line] });
  await expect(enter("cat_software=240;dept_platform")).rejects.toThrow(
    "The line of a bill has no department.",
  );
  await expect(run("bill pay", { transaction: "txn_1", bills: [], fee: [] })).rejects.toThrow(
    "Name the bill that the transaction pays.",
  );
  expect(await enter("cat_software=240;;Hosting")).toContain("BILL-0001");
  expect(await run("bill ageing", { on: "2026-05-31" })).toContain("Quay Hosting");
});
