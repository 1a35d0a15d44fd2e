/** Commands on invoices. */
import { ENTERED_COLUMNS, enterCommand } from "./enter.ts";
import type { ItemWords } from "./item-inputs.ts";
import { itemCommands } from "./items.ts";

const INVOICES: ItemWords = {
  item: "invoice",
  party: "customer",
  claims: "receivables",
  of: ({ invoices }) => invoices,
  dated: "ISSUED",
  credit: "The customer has a credit of",
  helps: {
    transaction: "The incoming transaction.",
    fee: "A fee that was kept, as CATEGORY=AMOUNT; may be repeated.",
    line: "A debit, as CATEGORY=AMOUNT[;DEPARTMENT[;MEMO]]; may be repeated.",
    lostCategory: "The category of bad debts, by id or name.",
    refundTransaction: "The outgoing transaction.",
    refundCategory: "The category that it was paid from, by id or name.",
  },
  says: {
    list: {
      name: "invoice list",
      summary: "List invoices, latest issue first",
      description: "OPEN is what is due; in parentheses, what the customer has too much.",
      examples: [["invoice list --status open --company comp_sample", "what is not paid yet"]],
    },
    show: {
      name: "invoice show",
      summary: "Show an invoice with what pays and settles it",
      examples: [["invoice show INV-0001 --company comp_sample", "by its number"]],
    },
    receive: {
      name: "invoice receive",
      summary: "Book a payment on one or several invoices",
      description:
        "The transaction is matched with the first invoice. Each further invoice, also of another customer, gets what it is due, or the amount after the =; what is over stays on the first one as the customer's credit. A fee that the payment service kept is booked on its category and settles the rest. Several payments of one invoice are several commands.",
      examples: [
        ["invoice receive txn_1 INV-0007 INV-0008", "one payment for two invoices"],
        ["invoice receive txn_2 INV-0009 --fee cat_fees=3.20", "a payment from which 3.20 were kept"],
        [
          "invoice receive txn_3 INV-0010 INV-0012=4000 --fee 'Processing Fees=291'",
          "a payout of the payments of two customers, less a fee",
        ],
      ],
    },
    credit: {
      name: "invoice credit",
      summary: "Make a credit note for an invoice",
      description:
        "Debits the categories of the lines, such as the revenue that is taken back, and credits the claim. It can exceed what is due, up to the invoice's total; what is over is the customer's credit.",
      examples: [
        ["invoice credit INV-0007 --line cat_sales=100.00 --note 'Returned goods'", "a partial return"],
      ],
    },
    writeOff: {
      name: "invoice write-off",
      summary: "Write off what is due of an invoice, or a part of it, as a bad debt",
      description:
        "Debits the category of bad debts and credits the claim. If the customer pays after all, take the write-off back and book the payment.",
      examples: [
        ["invoice write-off INV-0007 --category 'Bad Debt'", "all that is due"],
        ["invoice write-off INV-0007 --category cat_bad-debt --amount 12.50 --date 2026-06-30", "a part"],
      ],
    },
    apply: {
      name: "invoice apply",
      summary: "Settle an invoice with the credit of another one",
      description:
        "What was paid or credited too much of one invoice settles another one of the same customer. No entry is posted, because both are booked on the same receivables.",
      examples: [["invoice apply INV-0007 INV-0011", "as much as INV-0007 has too much and INV-0011 is due"]],
    },
    refund: {
      name: "invoice refund",
      summary: "Refund what a customer paid too much",
      description:
        "Uses up the credit of one or several invoices of a customer. With --transaction, the outgoing transaction is matched with the first invoice, to which the credit of the others is moved. Without it, --category is what the refund was paid from, such as petty cash.",
      examples: [
        ["invoice refund INV-0007 --transaction txn_9", "by a bank transfer"],
        ["invoice refund INV-0007=25 --category 'Petty Cash' --date 2026-06-30", "a part, in cash"],
      ],
    },
    takeBack: {
      name: "invoice take-back",
      summary:
        "Take back a credit note, a write-off, a fee, a moved credit or a refund without a transaction",
      description:
        "Its entries are deleted; if they are in closed books, the opposite ones are booked on the first open day. `daybook invoice show` lists the settlements of an invoice.",
      examples: [["invoice take-back stl_1a2b3c", "the customer pays after all"]],
    },
    void: {
      name: "invoice void",
      summary: "Void an invoice, by its reversal on a day or as if it had never been issued",
      description:
        "With --on, the entries of the day of issue stay, and the opposite ones are booked on that day, so that no earlier month changes. With --as-if-never, the entries are deleted, as POST /invoices/{id}/void does. An invoice that is paid or settled in part is refused.",
      examples: [["invoice void INV-0007 --on 2026-06-30", "March, in which it was issued, stays as it was"]],
    },
    ageing: {
      name: "invoice ageing",
      summary: "Show receivables by age: what each customer owes, by days past due",
      description:
        "At the end of a day, beside the balance of the receivables in the ledger. A difference are entries on these categories that follow no invoice.",
      examples: [["invoice ageing --on 2026-06-30 --company comp_sample", "the end of June"]],
    },
    open: {
      name: "invoice open",
      summary: "Bring in the invoices of other books that are open on the day of the opening",
      description:
        "The file is QuickBooks' A/R Aging Detail or Open Invoices, Xero's Aged Receivables Detail or export of invoices, or a list of invoices of Wave or Zoho Books, as CSV or Excel: with the customer, number, date, due date and open amount of each invoice. Credits are below zero. The invoices post nothing, because the ledger has them: with those that are here, they are its receivables at the end of the day to the cent, and by customer where the file or the ledger states that, or nothing is stored. Payments of later days pay them as any other invoice.",
      examples: [
        ["invoice open 'A-R Aging Detail.xlsx' --dry-run", "shows them by customer, and stores nothing"],
        ["invoice open open.csv --date 2025-12-31 --company comp_1a2b3c", "those at the end of 2025"],
      ],
    },
  },
};

export const INVOICE_COMMANDS = [
  enterCommand({
    name: "invoice issue",
    summary: "Issue an invoice to a customer",
    description:
      "Debits the receivables with the total and credits the categories of the lines on the day of issue. Nothing is sent: match the payment with `daybook invoice receive` when the bank reports it.",
    examples: [
      [
        "invoice issue 'Alder Studio' --date 2026-07-03 --due 2026-08-02 --line Sales=6,000",
        "due in 30 days",
      ],
    ],
    operation: "createInvoice",
    item: "invoice",
    party: "customer",
    numberAs: "number",
    numberHelp: "The number of the invoice; default: the next of the company's own series.",
    columns: [["INVOICE", "id"], ["CUSTOMER", "customer_name"], ...ENTERED_COLUMNS],
  }),
  ...itemCommands(INVOICES),
];
