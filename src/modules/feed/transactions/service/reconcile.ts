/**
 * Reconciles an account: compares the balances of its statements with its category in the ledger, and lists
 * what explains the differences.
 */
import { type Cents, cents } from "@daybook/words/cents";
import { type CivilDate, FIRST_DATE } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../../platform/db/index.ts";
import { type AccountRow, bankingStore } from "../../banking/index.ts";
import { reconcileStore, type ReconcilingRow } from "../store/reconcile.ts";

type Company = PublicId<"company">;

/** The balance of a statement at the end of a day, in cents. Money that the company owes is negative. */
export interface StatementBalance {
  readonly date: CivilDate;
  readonly cents: Cents;
}

/** A day of a reconciliation. All amounts are in cents. */
export interface ReconciledDay {
  readonly date: CivilDate;
  readonly statement_cents: Cents;
  /** The balance of the account's category; null if other accounts are booked on it too. */
  readonly ledger_cents: Cents | null;
  /** The sum of the account's lines, except excluded ones. */
  readonly lines_cents: Cents;
  /** The ledger (or the lines, if accounts share the category) minus the statement. */
  readonly difference_cents: Cents;
  /**
   * What the statement has beyond the account's lines and the entries that follow no line: lines of the bank
   * that are missing here, or, with the opposite sign, are here twice.
   */
  readonly missing_cents: Cents;
  /**
   * What stands between the lines and the ledger since the last day given that agrees, if the day differs:
   * the first hundred.
   */
  readonly differences: readonly ReconcilingRow[];
  /** True if there are more differences than are listed. */
  readonly has_more_differences: boolean;
}

export interface Reconciliation {
  readonly account: Pick<AccountRow, "id" | "name" | "type" | "category_id">;
  /** The names of other accounts on the same category. */
  readonly shared_with: readonly string[];
  readonly days: readonly ReconciledDay[];
}

const DIFFERENCES_MOST = 100;

/** Refuses `resource_missing` for an unknown account and `invalid_request` for a day that is given twice. */
export async function reconcile(
  db: Queryable,
  companyId: Company,
  accountId: string,
  balances: readonly StatementBalance[],
): Promise<Reconciliation> {
  const accounts = await bankingStore.listAllAccounts(db, companyId);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account)
    throw refuse("resource_missing", {
      param: "account",
      message: `The company has no account ${accountId}.`,
      ways: [{ see: "listAccounts" }],
    });
  const statements = new Map(balances.map((each) => [each.date, each.cents]));
  if (statements.size === 0 || statements.size < balances.length)
    throw refuse("invalid_request", {
      param: "balance",
      message: "Give a balance of the statement for one or more different days.",
    });
  const { id, name, type, category_id } = account;
  const shared = accounts.filter((each) => each.category_id === category_id && each.id !== id);
  const dates = [...statements.keys()].toSorted();
  const rows = await reconcileStore.listDays(db, companyId, category_id, id, dates);
  const days: ReconciledDay[] = [];
  let after = FIRST_DATE;
  for (const { date, ledger_cents, other_cents, lines_cents, excluded_cents } of rows) {
    const statement_cents = statements.get(date) ?? cents(0);
    const isShared = shared.length > 0;
    const difference = (isShared ? lines_cents : ledger_cents) - statement_cents;
    const known = lines_cents + excluded_cents + (isShared ? 0 : other_cents);
    const found =
      difference === 0
        ? []
        : await reconcileStore.listReconciling(
            db,
            companyId,
            category_id,
            id,
            { after, through: date },
            DIFFERENCES_MOST + 1,
          );
    days.push({
      date,
      statement_cents,
      ledger_cents: isShared ? null : ledger_cents,
      lines_cents,
      difference_cents: cents(difference),
      missing_cents: cents(statement_cents - known),
      differences: found.slice(0, DIFFERENCES_MOST),
      has_more_differences: found.length > DIFFERENCES_MOST,
    });
    // What is outstanding on a day that differs still is on the next one.
    if (difference === 0) after = date;
  }
  return {
    account: { id, name, type, category_id },
    shared_with: shared.map((each) => each.name),
    days,
  };
}
