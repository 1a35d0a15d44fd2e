/** Commands on bills of vendors: those of invoices, and entering, unmatching and what could pay one. */
import { type Column, cardCommand, type Row, rowsText } from "../card-command.ts";
import { id } from "../fields.ts";
import { ENTERED_COLUMNS, enterCommand } from "./enter.ts";
import type { ItemWords } from "./item-inputs.ts";
import { itemCommands } from "./items.ts";

const BILLS: ItemWords = {
  item: "bill",
  party: "vendor",
  claims: "payables",
  of: ({ bills }) => bills,
  dated: "DATE",
  credit: "The vendor owes a credit of",
  helps: {
    transaction: "The outgoing transaction.",
    fee: "A fee that the payment contained besides, as CATEGORY=AMOUNT; may be repeated.",
    line: "A cost that is taken back, as CATEGORY=AMOUNT[;DEPARTMENT[;MEMO]]; may be repeated.",
    lostCategory: "The category of what is no longer owed, by id or name.",
    refundTransaction: "The incoming transaction.",
    refundCategory: "The category that it was paid to, by id or name.",
  },
  says: {
    list: {
      name: "bill list",
      summary: "List bills, latest date first",
      description: "OPEN is what is due; in parentheses, a credit that the vendor owes.",
      examples: [["bill list --status open --company comp_sample", "what is not paid yet"]],
    },
    show: {
      name: "bill show",
      summary: "Show a bill with what pays and settles it",
      examples: [["bill show BILL-0001 --company comp_sample", "by its number"]],
    },
    receive: {
      name: "bill pay",
      summary: "Book a payment of one or several bills",
      description:
        "The transaction is matched with the first bill. Each further bill, also of another vendor, gets what it is due, or the amount after the =; what is over stays on the first one as a credit with its vendor. A fee of the bank that the payment contained is booked on its category. Several payments of one bill are several commands.",
      examples: [
        ["bill pay txn_1 BILL-0007 BILL-0008", "one payment for two bills"],
        ["bill pay txn_2 BILL-0009 --fee 'Bank Fees=25'", "a wire of which 25.00 were the bank's fee"],
        ["bill pay txn_3 BILL-0010 BILL-0012=4000", "a payment of the bills of two vendors"],
      ],
    },
    credit: {
      name: "bill credit",
      summary: "Enter a vendor credit for a bill",
      description:
        "Credits the categories of the lines, such as the cost that is taken back, and debits Accounts Payable. It can exceed what is due, up to the bill's total; what is over is a credit that the vendor owes.",
      examples: [
        ["bill credit BILL-0007 --line cat_supplies=100.00 --note 'Returned goods'", "a partial return"],
      ],
    },
    writeOff: {
      name: "bill write-off",
      summary: "Write off what is due of a bill, or a part of it, such as a discount",
      description:
        "Debits Accounts Payable and credits the category of what is no longer owed. If it is to be paid after all, take the write-off back.",
      examples: [
        ["bill write-off BILL-0007 --category 'Discounts Taken' --amount 12.50", "a discount"],
        ["bill write-off BILL-0007 --category cat_other-income --date 2026-06-30", "all that is due"],
      ],
    },
    apply: {
      name: "bill apply",
      summary: "Settle a bill with the credit of another one",
      description:
        "What was paid or credited too much of one bill settles another one of the same vendor. No entry is posted, because both are booked on the same payables.",
      examples: [
        ["bill apply BILL-0007 BILL-0011", "as much as BILL-0007 has too much and BILL-0011 is due"],
      ],
    },
    refund: {
      name: "bill refund",
      summary: "Book what a vendor pays back",
      description:
        "Uses up the credit of one or several bills of a vendor. With --transaction, the incoming transaction is matched with the first bill, to which the credit of the others is moved. Without it, --category is what the refund was paid to, such as petty cash.",
      examples: [
        ["bill refund BILL-0007 --transaction txn_9", "by a bank transfer"],
        ["bill refund BILL-0007=25 --category 'Petty Cash' --date 2026-06-30", "a part, in cash"],
      ],
    },
    takeBack: {
      name: "bill take-back",
      summary:
        "Take back a vendor credit, a write-off, a fee, a moved credit or a refund without a transaction",
      description:
        "Its entries are deleted; if they are in closed books, the opposite ones are booked on the first open day. `daybook bill show` lists the settlements of a bill.",
      examples: [["bill take-back stl_1a2b3c", "the vendor takes its credit back"]],
    },
    void: {
      name: "bill void",
      summary: "Void a bill, by its reversal on a day or as if it had never been entered",
      description:
        "With --on, the entries of the bill's date stay, and the opposite ones are booked on that day, so that no earlier month changes. With --as-if-never, the entries are deleted, as POST /bills/{id}/void does. A bill that is paid or settled in part is refused.",
      examples: [["bill void BILL-0007 --on 2026-06-30", "March, of which it is, stays as it was"]],
    },
    ageing: {
      name: "bill ageing",
      summary: "Show payables by age: what is owed to each vendor, by days past due",
      description:
        "At the end of a day, beside the balance of the payables in the ledger. A difference are entries on these categories that follow no bill.",
      examples: [["bill ageing --on 2026-06-30 --company comp_sample", "the end of June"]],
    },
    open: {
      name: "bill open",
      summary: "Bring in the bills of other books that are open on the day of the opening",
      description:
        "The file is QuickBooks' A/P Aging Detail or Unpaid Bills, Xero's Aged Payables Detail or export of bills, or a list of bills of Wave or Zoho Books, as CSV or Excel: with the vendor, number, date, due date and open amount of each bill. Credits are below zero. The bills post nothing, because the ledger has them: with those that are here, they are its payables at the end of the day to the cent, and by vendor where the file or the ledger states that, or nothing is stored. Payments of later days pay them as any other bill.",
      examples: [
        ["bill open 'A-P Aging Detail.xlsx' --dry-run", "shows them by vendor, and stores nothing"],
        ["bill open open.csv --date 2025-12-31 --company comp_1a2b3c", "those at the end of 2025"],
      ],
    },
  },
};

const COLUMNS: readonly Column[] = [["BILL", "id"], ["VENDOR", "vendor_name"], ...ENTERED_COLUMNS];
const CANDIDATES: readonly Column[] = [
  ["TRANSACTION", "id"],
  ["DATE", "date"],
  ["AMOUNT", "amount_cents"],
  ["DESCRIPTION", "description"],
  ["EXACT", ({ is_exact }) => (is_exact === true ? "yes" : "no")],
];
const BILL_ID = { as: "bill", kind: id("bill"), help: "The bill, by its id." };

export const BILL_COMMANDS = [
  enterCommand({
    name: "bill enter",
    summary: "Enter a bill of a vendor",
    description:
      "Debits the categories of the lines and credits Accounts Payable on the bill's date. Nothing is paid: match the payment with `daybook bill pay` when the bank reports it.",
    examples: [
      [
        "bill enter 'Northwind Hosting' --number NW-2291 --date 2026-06-01 --due 2026-07-01 --line Software=240",
        "a bill of one line",
      ],
    ],
    operation: "createBill",
    item: "bill",
    party: "vendor",
    numberAs: "vendor_number",
    numberHelp: "The number that the vendor gave the bill.",
    columns: COLUMNS,
  }),
  ...itemCommands(BILLS),
  cardCommand("listBillCandidates", {
    name: "bill candidates",
    summary: "List transactions that could pay a bill, or be a refund of its vendor",
    examples: [["bill candidates bill_1a2b3c", "those of exactly the amount first"]],
    inputs: { id: BILL_ID },
    at: "transactions",
    as: "transactions",
    show: ({ transactions }) =>
      rowsText(CANDIDATES, transactions as readonly Row[], "No transaction could pay it."),
  }),
  cardCommand("unmatchBill", {
    name: "bill unmatch",
    summary: "Unmatch transactions from a bill",
    description: "They are uncategorized then, and the bill is open again.",
    examples: [["bill unmatch bill_1a2b3c --transaction txn_1", "one of its payments"]],
    inputs: { id: BILL_ID, transaction_id: { as: "transaction", kind: id("transaction") } },
    as: "bill",
    show: ({ bill }) => rowsText(COLUMNS, [bill as Row], ""),
  }),
];
