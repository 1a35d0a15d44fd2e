/** The commands that name invoices with amounts. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { aLine, bookOf } from "../../../../test/support/invoices.ts";
import { present } from "@daybook/words/assert";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { INVOICE_COMMANDS } from "./invoice.ts";

const http = await testApp();

test("an invoice is named by its number or id, with and without a = in the number", async () => {
  const book = await bookOf(http);
  const ids: Record<string, string> = {};
  for (const number of ["PO=12", "PO", "A=B=C", "D"]) {
    const { id } = await book.issued({
      number,
      issue_date: "2026-05-01",
      line_items: [aLine(100_00)],
    });
    ids[number] = id;
  }
  const command = present(
    INVOICE_COMMANDS.find(({ name }) => name === "invoice receive"),
    "there is no command invoice receive",
  );
  if (command.place !== "database") throw new Error("it needs no database");
  const receive = async (amount: number, ...invoices: string[]) => {
    const transaction = await book.receive(amount, { date: "2026-05-08" });
    const args = readFields(command.fields, { transaction, invoices, fee: [], company: book.company.id });
    const signal = new AbortController().signal;
    await runDatabaseCommand(command, http.app, args, { report: () => {}, signal, operator: "ada" });
  };
  const due = () => Promise.all(Object.values(ids).map(async (id) => (await book.read(id)).amount_due_cents));
  await receive(150_00, "D", "PO=12");
  expect(await due()).toEqual([50_00, 100_00, 100_00, 0]);
  await receive(100_00, "PO=12", "A=B=C=20", `${ids["PO"]}=30`);
  expect(await due()).toEqual([0, 70_00, 80_00, 0]);
  await expect(receive(1_00, "PO", "A=B=D")).rejects.toThrow("its id works too");
});

test("a refund is by a transaction or from a category, and shows both sides of what is booked", async () => {
  const book = await bookOf(http);
  const { id } = await book.issued({ number: "R", issue_date: "2026-05-01", line_items: [aLine(100_00)] });
  const run = async (name: string, args: object): Promise<string> => {
    const command = present(
      INVOICE_COMMANDS.find((each) => each.name === name),
      name,
    );
    if (command.place !== "database") throw new Error("it needs no database");
    const given = readFields(command.fields, { company: book.company.id, ...args });
    const signal = new AbortController().signal;
    const done = await runDatabaseCommand(command, http.app, given, {
      report: () => {},
      signal,
      operator: "ada",
    });
    return (command.show as (result: unknown) => string)(done);
  };
  const paid = await book.receive(150_00, { date: "2026-05-08" });
  expect(await run("invoice receive", { transaction: paid, invoices: ["R"], fee: [] })).toMatch(
    /cat_checking +150\.00\s+cat_receivable +150\.00/,
  );
  const back = await book.receive(-20_00, { date: "2026-05-09" });
  await expect(run("invoice refund", { invoices: ["R"] })).rejects.toThrow(
    "Give either --transaction or --category.",
  );
  await expect(
    run("invoice refund", { invoices: ["R"], transaction: back, date: "2026-05-09" }),
  ).rejects.toThrow("A transaction has its own date: leave --date out.");
  expect(await run("invoice refund", { invoices: ["R"], transaction: back })).toMatch(
    /cat_receivable +20\.00\s+cat_checking +20\.00/,
  );
  await run("invoice refund", { invoices: ["R=10"], category: "Software", date: "2026-05-10" });
  expect((await book.read(id)).amount_due_cents).toBe(-20_00);
});
