/** What invoices and bills put into the package of a period: receivables and payables by age. */
import { type Age, AGES } from "@daybook/words/feed-words";
import { cents } from "@daybook/words/cents";
import { dayWords, type PackagePart, type PartRow } from "../../../books/ledger/index.ts";
import { PAYABLE, RECEIVABLE, type Side } from "../rules/sides.ts";
import { ageing } from "./ageing.ts";

const AGE_LABELS: Readonly<Record<Age, string>> = {
  credit: "Credits",
  current: "Current",
  "1_to_30": "1 - 30",
  "31_to_60": "31 - 60",
  "61_to_90": "61 - 90",
  over_90: "Over 90",
};

function part(side: Side, title: string, other: string): PackagePart {
  return {
    title,
    area: side.area,
    async read(db, companyId, { endDate }) {
      const found = await ageing(db, companyId, side, endDate);
      const amountsOf = (ages: Readonly<Record<Age, number>>, total: number) => [
        ...AGES.map((age) => cents(ages[age])),
        cents(total),
      ];
      const parties = found.customers.flatMap(({ customer_name, ages, total_cents, invoices }): PartRow[] => [
        { kind: "heading", label: customer_name },
        ...invoices.map(({ number, due_date, due_cents, age }) => ({
          label: `due ${due_date}`,
          depth: 1,
          texts: [number ?? ""],
          amounts: [...AGES.map((each) => (each === age ? due_cents : null)), due_cents],
        })),
        { kind: "subtotal", label: `Total ${customer_name}`, amounts: amountsOf(ages, total_cents) },
      ]);
      const none = AGES.map(() => null);
      const beside: PartRow[] =
        found.category_ids.length === 0
          ? [{ label: "The chart has no such category: nothing is compared with the ledger." }]
          : [
              {
                label: other,
                amounts: [...none, found.other_cents],
              },
              { kind: "grand_total", label: "In the ledger", amounts: [...none, found.ledger_cents] },
            ];
      return {
        period: `As of ${dayWords(endDate)}, by days past due`,
        textColumns: [{ key: "number", label: "Number" }],
        columns: [...AGES.map((age) => AGE_LABELS[age]), "Total"],
        rows: [
          ...parties,
          { kind: "total", label: "Total", amounts: amountsOf(found.ages, found.total_cents) },
          ...beside,
        ],
      };
    },
  };
}

export const INVOICE_PARTS: readonly PackagePart[] = [
  part(RECEIVABLE, "Receivables by Age", "Follows no invoice"),
  part(PAYABLE, "Payables by Age", "Follows no bill"),
];
