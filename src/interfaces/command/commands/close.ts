/** Commands on closing a company's books: the checklist of a month, closing, opening, and their record. */
import { type Column, cardCommand, type Row, rowsText, said } from "../card-command.ts";
import { COMMAND_OF } from "../voice.ts";

const MARKS: Readonly<Record<string, string>> = { done: "done", open: "OPEN", nothing: "-" };

/** The command that lists what an item is about; empty if no command does. */
function commandOf({ state, opens }: Row): string {
  const list = opens as { readonly operation: string } | null;
  const command = state === "open" && list !== null ? COMMAND_OF[list.operation] : undefined;
  return command === undefined ? "" : `daybook ${command}`;
}

const ITEMS: readonly Column[] = [
  ["GROUP", "group"],
  ["STATE", ({ state }) => MARKS[said(state)] ?? said(state)],
  ["ITEM", "title"],
  ["EVIDENCE", "evidence"],
];
const CLOSINGS: readonly Column[] = [
  ["NUMBER", "number"],
  ["WHAT", "action"],
  ["THROUGH", "through"],
  ["AT", "at"],
  ["BY", "actor"],
  ["OPEN ITEMS", ({ checklist }) => openCount(checklist as readonly Row[] | null)],
  ["REASON", "reason"],
];

function openCount(checklist: readonly Row[] | null): string {
  return checklist === null ? "-" : String(checklist.filter(({ state }) => state === "open").length);
}

function showChecklist(row: Row): string {
  const items = row["items"] as readonly Row[];
  const open = Number(row["open_count"]);
  const says =
    open === 0
      ? `Nothing is open. Close the books with \`daybook company close-books ${said(row["company_id"])} --through ${said(row["through"])}\`.`
      : `${open === 1 ? "1 item is" : `${open} items are`} open. With them, closing takes a --reason.`;
  const commands = [...new Set(items.map(commandOf).filter((each) => each !== ""))];
  return [
    `The checklist through ${said(row["through"])}:`,
    rowsText([...ITEMS], items, ""),
    says,
    ...(commands.length === 0 ? [] : [`What is open is listed by: ${commands.join(", ")}.`]),
  ].join("\n");
}

export const CLOSE_COMMANDS = [
  cardCommand("getCloseChecklist", {
    name: "company checklist",
    company: "argument",
    summary: "Show what is done and what is open before a month is closed",
    description:
      "It is computed from the books as they are: bank activity, pending and uncategorized lines, transfers, reconciliations, schedules, accruals, suspense accounts, subledgers and reviews.",
    examples: [
      ["company checklist comp_sample", "the next month to close"],
      ["company checklist comp_sample --through 2026-03-31", "all days through the first quarter"],
    ],
    show: showChecklist,
  }),
  cardCommand("closeBooks", {
    name: "company close-books",
    company: "argument",
    summary: "Close a company's books through a day",
    description:
      "No journal entry on that day or before changes afterwards. Late bank lines and voided invoices are booked on the first open day; every other change of closed entries is refused. The day must have ended, and no bank line up to it may be pending. If items of `daybook company checklist` are open, it takes a reason; the reason and the checklist as it was are kept.",
    examples: [
      [
        "company close-books comp_sample --through 2026-03-31 --reason 'The card statement comes late'",
        "the first quarter and all before",
      ],
    ],
    show: ({ company_id, closed_through }) =>
      `The books of ${company_id} are closed through ${said(closed_through)}.`,
  }),
  cardCommand("openBooks", {
    name: "company open-books",
    company: "argument",
    summary: "Lift the closing date of a company's books",
    description: "Entries of all days can change again. The reason is kept.",
    examples: [
      [
        "company open-books comp_sample --reason 'A late invoice of March'",
        "closed entries can change again",
      ],
    ],
    show: ({ company_id }) => `The books of ${company_id} are open.`,
  }),
  cardCommand("listClosings", {
    name: "company closings",
    company: "argument",
    summary: "List how a company's books were closed and opened",
    description: "The latest first, each with who did it, when and why. --json has the checklists.",
    examples: [["company closings comp_sample", "the record"]],
    at: "data",
    as: "closings",
    show: ({ closings }) => rowsText(CLOSINGS, closings as readonly Row[], "The books were never closed."),
  }),
];
