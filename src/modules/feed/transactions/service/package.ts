/** What the feed puts into the package of a period: its reconciliations, and the register of assets. */
import { cents } from "@daybook/words/cents";
import { losAngelesDate } from "@daybook/words/civil-date";
import { dayWords, type PackagePart, type PartRow } from "../../../books/ledger/index.ts";
import { assetFigures } from "../../../books/schedules/index.ts";
import { bankingStore } from "../../banking/index.ts";
import { assetsStore } from "../store/assets.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { registerOf } from "./standing.ts";

const RECONCILIATIONS: PackagePart = {
  title: "Reconciliations",
  area: "transactions",
  async read(db, companyId, { startDate, endDate, nameOf }) {
    const accounts = await bankingStore.listAllAccounts(db, companyId);
    const all = await reconciliationsStore.list(db, companyId, null);
    const rows = accounts.flatMap(({ id, name }): PartRow[] => {
      const own = all.filter(
        ({ account_id, statement_date }) =>
          account_id === id && statement_date >= startDate && statement_date <= endDate,
      );
      const finished = own.map(({ statement_date, state, finished_at, finished_by, statement_cents }) => ({
        label:
          state === "finished" && finished_at !== null
            ? `finished by ${nameOf(finished_by)} on ${dayWords(losAngelesDate(finished_at))}; what is cleared is the balance`
            : "not finished",
        depth: 1,
        texts: [statement_date],
        amounts: [statement_cents],
      }));
      return [
        { kind: "heading", label: name },
        ...(finished.length === 0
          ? [{ label: "No statement of these days is reconciled", depth: 1 }]
          : finished),
      ];
    });
    return {
      period: `Statements of ${dayWords(startDate)} to ${dayWords(endDate)}`,
      textColumns: [{ key: "statement", label: "Statement" }],
      columns: ["Balance"],
      rows,
    };
  },
};

const REGISTER: PackagePart = {
  title: "Register of Assets",
  area: "transactions",
  async read(db, companyId, { endDate }) {
    const booked = await assetsStore.listBooked(db, companyId, endDate);
    const rows = booked.map((row): PartRow => {
      const { cost_cents, depreciated_cents, book_value_cents } = assetFigures(row, endDate);
      return {
        label: row.description,
        texts: [row.start_date],
        amounts: [cost_cents, depreciated_cents, book_value_cents],
      };
    });
    const sums = [0, 1, 2].map((column) =>
      cents(rows.reduce((sum, { amounts }) => sum + (amounts?.[column] ?? 0), 0)),
    );
    const lines = await registerOf(db, companyId, endDate);
    const beside = lines.map(({ category_name, of, register_cents, ledger_cents, other_cents }): PartRow => ({
      label: `${category_name}, ${of}: ${other_cents === 0 ? "agrees with the ledger" : "differs from the ledger"}`,
      depth: 1,
      amounts: [register_cents, ledger_cents, other_cents],
    }));
    return {
      period: `As of ${dayWords(endDate)}`,
      textColumns: [{ key: "from", label: "In service" }],
      columns: ["Cost", "Depreciation", "Book value"],
      rows: [
        ...rows,
        { kind: "total", label: "Total", amounts: sums },
        ...(beside.length === 0
          ? []
          : [{ kind: "heading" as const, label: "In the register, in the ledger, difference" }, ...beside]),
      ],
    };
  },
};

export const FEED_PARTS: readonly PackagePart[] = [RECONCILIATIONS, REGISTER];
