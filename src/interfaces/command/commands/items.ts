/**
 * The commands that invoices and bills have in common: list and show them, book what pays and settles them,
 * and what is due by age. They are one code; what they say of a side is in its words (`ItemWords`).
 */
import type { CompanyFor, Right } from "@daybook/words/areas";
import { type Cents, cents } from "@daybook/words/cents";
import { type Age, AGES, INVOICE_STATUSES } from "@daybook/words/feed-words";
import { accountingText } from "@daybook/words/money-text";
import { present } from "@daybook/words/assert";
import { databaseCommand, type DatabaseCommand } from "../command.ts";
import {
  day,
  id,
  needed,
  optional,
  several,
  text,
  toggle,
  UsageProblem,
  wholeNumber,
  word,
} from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";
import { openItemsCommand } from "./open-items.ts";
import { amountOf, type Items, type ItemWords, LINE, linesOf, own, shareOf } from "./item-inputs.ts";

type Settled = Awaited<ReturnType<Items["settle"]>>;
export type Item = Settled["invoices"][number]["invoice"];

const date = optional("option", day(), "The accounting date; default: today.");
const note = optional("option", text("text"), "What it is for.");
const reference = optional(
  "option",
  text("text"),
  "Your own name of it: one that is made again under it changes nothing.",
);
function dueOf(row: Item): Cents {
  if (row.state === "void") return cents(0);
  return cents(row.total_cents - row.paid_cents - row.credited_cents + row.moved_cents);
}

/** The record of an item in `--json`: a bill has the names of the API. */
function recordOf(row: Item, { item }: ItemWords) {
  const {
    side: _side,
    vendor_number,
    vendor_number_key: _key,
    ...rest
  } = row as Item & {
    readonly vendor_number_key?: unknown;
  };
  if (item === "invoice") return rest;
  const { customer_name, customer_email, receivable_category_id, ...bill } = rest;
  return {
    ...bill,
    vendor_number,
    vendor_name: customer_name,
    vendor_email: customer_email,
    payable_category_id: receivable_category_id,
  };
}

/** What a command answers of items: their records, and the rows that it shows. */
interface Answer {
  readonly company_id: string;
  /** The records, under the name of the side. */
  readonly [name: string]: unknown;
}
type ItemRecord = ReturnType<typeof recordOf>;

function lineOf(record: ItemRecord): string[] {
  const row = record as Item & { readonly vendor_name?: string };
  const amounts = [row.total_cents, dueOf(row)].map(accountingText);
  const name = row.vendor_name ?? row.customer_name;
  return [row.id, row.number, name, row.status, row.issue_date, row.due_date, ...amounts];
}

/** The company, the time of the command, and the caller. */
async function scopeOf(app: CommandServices, company: string | null) {
  const company_id = await chooseCompany(app, company);
  return { company_id, at: { now: app.clock.now(), today: app.clock.today() } };
}

const KINDS = {
  credit_note: "credit note",
  write_off: "write-off",
  fee: "fee",
  move: "credit moved",
  refund: "refund",
} as const;

const AGE_HEADS: Readonly<Record<Age, string>> = {
  current: "CURRENT",
  "1_to_30": "1-30",
  "31_to_60": "31-60",
  "61_to_90": "61-90",
  over_90: "OVER 90",
  credit: "CREDIT",
};

/** The item that is settled. */
function firstOf({ invoices: [opened] }: Settled): Item {
  return present(opened, "nothing was settled").invoice;
}

/** What the commands of a side have in common. */
function kitOf(words: ItemWords) {
  const { item, party, says, helps, of: itemsOf } = words;
  const many = `${item}s`;
  const NAME = item.toUpperCase();
  const HEAD = [NAME, "NUMBER", party.toUpperCase(), "STATUS", words.dated, "DUE", "TOTAL", "OPEN"];
  const one = own(item, needed("argument", text(item), `The ${item}, by its id or its number.`));
  const share = text(item, 250);
  const shares = own(
    many,
    several("argument", share, `The ${many}, as ${NAME} or ${NAME}=AMOUNT, by id or number.`),
  );
  const nameIn = (args: object): string => String((args as Record<string, unknown>)[item]);
  const sharesIn = async (app: CommandServices, companyId: CompanyFor<Right>, args: object) => {
    const given = (args as Record<string, readonly string[]>)[many] ?? [];
    const [first, ...others] = await Promise.all(
      given.map((value) => shareOf(itemsOf(app), item, companyId, value)),
    );
    if (first === undefined) throw new UsageProblem(`Name the ${item} that the transaction pays.`);
    return [first, ...others] as const;
  };
  const showItems = (records: readonly ItemRecord[]): string =>
    table(HEAD, records.map(lineOf), `There are no such ${many}.`);
  const settledOne = (company_id: string, settled: Settled): Answer => ({
    company_id,
    [item]: recordOf(firstOf(settled), words),
  });
  const settledMany = (company_id: string, { invoices, entry_lines }: Settled): Answer => ({
    company_id,
    [many]: invoices.map(({ invoice }) => recordOf(invoice, words)),
    entry_lines,
  });

  /** The items, and both sides of what is booked for them. */
  const showBooked = (done: Answer): string => {
    const side = (amount: number): string => (amount > 0 ? accountingText(cents(amount)) : "");
    const lines = (done["entry_lines"] as Settled["entry_lines"]).map((line) => [
      line.category_id,
      side(line.net_debit_cents),
      side(-line.net_debit_cents),
    ]);
    return [
      showItems(done[many] as readonly ItemRecord[]),
      table(["CATEGORY", "DEBIT", "CREDIT"], lines, "Nothing is booked."),
    ].join("\n\n");
  };
  const showOne = (done: Answer): string => {
    const record = done[item] as Item;
    const due = dueOf(record);
    const credit =
      due < 0
        ? `\n\n${words.credit} ${accountingText(cents(-due))}: settle another ${item} with \`daybook ${item} apply ${record.number} NUMBER\`.`
        : "";
    return `${showItems([record])}${credit}`;
  };
  return {
    words,
    item,
    party,
    says,
    helps,
    itemsOf,
    many,
    NAME,
    HEAD,
    one,
    share,
    shares,
    nameIn,
    sharesIn,
    showItems,
    settledOne,
    settledMany,
    showBooked,
    showOne,
  };
}
type Kit = ReturnType<typeof kitOf>;

function listOf({ words, party, itemsOf, many, showItems, says }: Kit) {
  return databaseCommand({
    ...says.list,
    fields: {
      ...COMPANY_OPTION,
      status: optional("option", word(...INVOICE_STATUSES), `Only ${many} of this status.`),
      ...own(party, optional("option", text(party), `Only ${many} of this ${party}.`)),
      limit: optional("option", wholeNumber("count", 1, 1_000), "How many at most; default: 100."),
    },
    async run(app, args) {
      const given = args as Record<string, unknown>;
      const { company_id } = await scopeOf(app, args.company);
      const limit = args.limit ?? 100;
      const rows = await itemsOf(app).list(company_id, {
        limit,
        starting_after: null,
        start_date: null,
        end_date: null,
        status: args.status,
        customer_name: (given[party] ?? null) as string | null,
      });
      return { company_id, [many]: rows.slice(0, limit).map((row) => recordOf(row, words)) };
    },
    show: (done: Answer) => showItems(done[many] as readonly ItemRecord[]),
  });
}

function showOf({ words, item, itemsOf, NAME, nameIn, showItems, says, one }: Kit) {
  return databaseCommand({
    ...says.show,
    fields: { ...one, ...COMPANY_OPTION },
    async run(app, args) {
      const { company_id } = await scopeOf(app, args.company);
      const { invoice, ...opened } = await itemsOf(app).show(company_id, nameIn(args));
      return { company_id, [item]: recordOf(invoice, words), ...opened };
    },
    show(done: Answer) {
      const record = done[item] as Item;
      const settlements = done["settlements"] as Settled["invoices"][number]["settlements"];
      return [
        showItems([record]),
        `Paid by transactions: ${accountingText(record.paid_cents)} (${record.matched_transaction_ids.join(", ") || "none"})`,
        table(
          ["SETTLEMENT", "KIND", "DATE", "AMOUNT", NAME, "FROM", "NOTE"],
          settlements.map((each) => [
            each.id,
            `${KINDS[each.kind]}${each.reversed_on === null ? "" : `, reversed on ${each.reversed_on}`}`,
            each.date,
            accountingText(each.amount_cents),
            each.invoice_id,
            each.from_invoice_id ?? "-",
            each.note,
          ]),
          "Nothing else settles it.",
        ),
      ].join("\n\n");
    },
  });
}

function receiveOf({ helps, itemsOf, sharesIn, settledMany, showBooked, says, shares }: Kit) {
  return databaseCommand({
    ...says.receive,
    fields: {
      transaction: needed("argument", id("transaction"), helps.transaction),
      ...shares,
      fee: several("option", LINE, helps.fee),
      ...COMPANY_OPTION,
    },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      const receipt = {
        transaction: args.transaction,
        invoices: await sharesIn(app, company_id, args),
        fees: linesOf(args.fee),
      };
      return settledMany(company_id, await itemsOf(app).receive(company_id, receipt, at, "operator"));
    },
    show: showBooked,
  });
}

function creditOf({ helps, itemsOf, one, nameIn, settledOne, showOne, says }: Kit) {
  return databaseCommand({
    ...says.credit,
    fields: {
      ...one,
      line: several("option", LINE, helps.line),
      date,
      note,
      reference,
      ...COMPANY_OPTION,
    },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      if (args.line.length === 0)
        throw new UsageProblem("Give at least one --line, such as --line cat_sales=100.");
      const settlement = {
        kind: "credit_note",
        invoice: nameIn(args),
        date: args.date,
        note: args.note ?? "",
        lines: linesOf(args.line),
        reference: args.reference,
      } as const;
      return settledOne(company_id, await itemsOf(app).settle(company_id, settlement, at, "operator"));
    },
    show: showOne,
  });
}

function writeOffOf({ helps, itemsOf, nameIn, settledOne, showOne, says, one }: Kit) {
  return databaseCommand({
    ...says.writeOff,
    fields: {
      ...one,
      category: needed("option", text("category"), helps.lostCategory),
      amount: optional("option", text("amount", 40), "The amount; default: all that is due."),
      date,
      note,
      reference,
      ...COMPANY_OPTION,
    },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      const amount_cents = args.amount === null ? null : amountOf(args.amount);
      const line = { category: args.category, department: null, amount_cents, description: null };
      const settlement = {
        kind: "write_off",
        invoice: nameIn(args),
        date: args.date,
        note: args.note ?? "",
        lines: [line],
        reference: args.reference,
      } as const;
      return settledOne(company_id, await itemsOf(app).settle(company_id, settlement, at, "operator"));
    },
    show: showOne,
  });
}

function applyOf({ item, itemsOf, NAME, share, settledOne, showOne, says }: Kit) {
  return databaseCommand({
    ...says.apply,
    fields: {
      from: needed("argument", text(item), `The ${item} that was paid too much, by id or number.`),
      to: needed(
        "argument",
        share,
        `The ${item} that is settled, as ${NAME} or ${NAME}=AMOUNT, by id or number.`,
      ),
      date,
      ...COMPANY_OPTION,
    },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      const to = { ...(await shareOf(itemsOf(app), item, company_id, args.to)), date: args.date };
      return settledOne(company_id, await itemsOf(app).move(company_id, args.from, to, at, "operator"));
    },
    show: showOne,
  });
}

function refundOf({ helps, itemsOf, sharesIn, settledMany, showBooked, says, shares }: Kit) {
  return databaseCommand({
    ...says.refund,
    fields: {
      ...shares,
      transaction: optional("option", id("transaction"), helps.refundTransaction),
      category: optional("option", text("category"), helps.refundCategory),
      date: optional("option", day(), "The accounting date without a transaction; default: today."),
      note,
      ...COMPANY_OPTION,
    },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      if ((args.transaction === null) === (args.category === null))
        throw new UsageProblem("Give either --transaction or --category.");
      if (args.transaction !== null && args.date !== null)
        throw new UsageProblem("A transaction has its own date: leave --date out.");
      const asked = {
        invoices: await sharesIn(app, company_id, args),
        transaction: args.transaction,
        category: args.category,
        date: args.date,
        note: args.note ?? "",
      };
      return settledMany(company_id, await itemsOf(app).refund(company_id, asked, at, "operator"));
    },
    show: showBooked,
  });
}

function takeBackOf({ itemsOf, settledOne, showOne, says }: Kit) {
  return databaseCommand({
    ...says.takeBack,
    fields: { settlement: needed("argument", id("settlement"), "The settlement."), ...COMPANY_OPTION },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      return settledOne(company_id, await itemsOf(app).takeBack(company_id, args.settlement, at, "operator"));
    },
    show: showOne,
  });
}

function voidOf({ words, item, itemsOf, nameIn, showItems, says, one }: Kit) {
  return databaseCommand({
    ...says.void,
    fields: {
      ...one,
      on: optional("option", day(), "The day of the reversal; default: today."),
      as_if_never: toggle("Delete the entries instead of reversing them."),
      ...COMPANY_OPTION,
    },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      if (args.as_if_never && args.on !== null)
        throw new UsageProblem("--on and --as-if-never exclude each other.");
      const { invoice } = await itemsOf(app).show(company_id, nameIn(args));
      const row = args.as_if_never
        ? await itemsOf(app).void(company_id, invoice.id, at.now)
        : await itemsOf(app).reverse(company_id, invoice.id, args.on ?? at.today, at, "operator");
      return { company_id, [item]: recordOf(row, words) };
    },
    show(done: Answer) {
      const record = done[item] as Item;
      return `${showItems([record])}\n\n${record.voided_on === null ? "Its entries are deleted." : `Its entries are reversed on ${record.voided_on}.`}`;
    },
  });
}

function ageingOf({ words, item, party, itemsOf, many, says }: Kit) {
  return databaseCommand({
    ...says.ageing,
    fields: { on: optional("option", day(), "The day; default: today."), ...COMPANY_OPTION },
    async run(app, args) {
      const { company_id, at } = await scopeOf(app, args.company);
      const { customers, ...aged } = await itemsOf(app).ageing(company_id, args.on ?? at.today);
      const parties = customers.map(({ customer_name, invoices, ...rest }) => ({
        [`${party}_name`]: customer_name,
        ...rest,
        [many]: invoices,
      }));
      return { company_id, [`${party}s`]: parties, ...aged };
    },
    show(done) {
      const { date: at, ages, total_cents, category_ids, ledger_cents, other_cents } = done;
      const parties = (done as Answer)[`${party}s`] as readonly (Pick<typeof done, "ages" | "total_cents"> &
        Readonly<Record<string, unknown>>)[];
      return [
        `${words.claims === "payables" ? "Payables" : "Receivables"} by age at ${at}, days past due`,
        table(
          [party.toUpperCase(), ...AGES.map((age) => AGE_HEADS[age]), "TOTAL"],
          [...parties, { [`${party}_name`]: "Total", ages, total_cents }].map((row) => [
            String((row as Record<string, unknown>)[`${party}_name`]),
            ...AGES.map((age) => accountingText(row.ages[age])),
            accountingText(row.total_cents),
          ]),
          "",
        ),
        category_ids.length === 0
          ? `No category of the chart is for ${words.claims}, so nothing was compared with the ledger.`
          : `In the ledger: ${accountingText(ledger_cents)}.${other_cents === 0 ? " It agrees." : ` ${accountingText(other_cents)} of it follow no ${item}.`}`,
      ].join("\n\n");
    },
  });
}

/** Makes the commands of a side. */
export function itemCommands(words: ItemWords): readonly DatabaseCommand[] {
  const kit = kitOf(words);
  return [
    listOf(kit),
    showOf(kit),
    receiveOf(kit),
    creditOf(kit),
    writeOffOf(kit),
    applyOf(kit),
    refundOf(kit),
    takeBackOf(kit),
    voidOf(kit),
    ageingOf(kit),
    openItemsCommand(words),
  ];
}
