/**
 * Opening balances that a person writes in the console. They are read and posted as a trial balance of the
 * command line is, so both follow the same rules. A trial posts them too and takes it back, so it is refused
 * for whatever posting them would be.
 */
import { noteIn } from "../../../core/advice.ts";
import type { StatementChanges } from "../../../contract/statement-changes.ts";
import { type Cents, negateCents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { type Tx, transactionOrPreview } from "../../../platform/db/index.ts";
import { updateActor } from "../../../platform/log/actor.ts";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import { type CategoryRow, chartStore } from "../../books/chart/index.ts";
import { changesOfLines } from "../../books/exports/index.ts";
import { closedThrough, type EntryCaller, vouchersStore } from "../../books/ledger/index.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import type { AccessNeeds } from "../../tenants/access/index.ts";
import { dollars } from "../rules/parsed-voucher.ts";
import { importBooks } from "./import-journal.ts";

type OpeningNeeds = Pick<AccessNeeds, "db" | "ids" | "now"> & { readonly workbooks: Workbooks };

export interface OpeningBalances {
  readonly date: CivilDate;
  readonly balances: readonly { readonly category: string; readonly net_debit_cents: Cents }[];
}

/** What was posted, or would be. */
export interface OpenedBooks {
  readonly date: CivilDate;
  /** Null for a trial. */
  readonly voucher: PublicId<"voucher"> | null;
  readonly statements: StatementChanges;
  readonly notes: readonly string[];
}

export async function setOpeningBalances(
  { db, ids, now, workbooks }: OpeningNeeds,
  companyId: PublicId<"company">,
  { date, balances }: OpeningBalances,
  isTrial: boolean,
  caller: EntryCaller,
): Promise<OpenedBooks> {
  if (caller !== "operator" && caller.accounting_setup !== "manage")
    throw refuse("insufficient_permission", {
      message: "Opening balances need `manage` for `accounting_setup`.",
    });
  const post = async (tx: Tx): Promise<OpenedBooks> => {
    const chart = await chartStore.listCategories(tx, companyId);
    checkBalances(balances, chart);
    const through = await closedThrough(tx, companyId);
    if (through !== null && date <= through)
      throw refuse("invalid_request", {
        param: "date",
        message: `The books are closed through ${through}. Have them opened, or give balances of a later day.`,
      });
    const voucher = ids.next("voucher");
    const { notes } = await importBooks(
      { tx, companyId, now: now() },
      trialBalance(balances),
      { name: "", company_id: companyId, opening: { date } },
      {
        workbooks,
        signal: new AbortController().signal,
        newVoucherId: () => voucher,
        importId: ids.next("import"),
      },
    );
    const lines = await vouchersStore.list(tx, companyId, [voucher]);
    // The balances may have added a category.
    const categories = await chartStore.listCategories(tx, companyId);
    return {
      date,
      voucher: isTrial ? null : voucher,
      statements: changesOfLines(date, { lines, categories }),
      notes: notes.map((note) => noteIn(note)),
    };
  };
  updateActor({ company_id: companyId });
  try {
    return await transactionOrPreview(db, isTrial, post);
  } catch (error) {
    if (error instanceof LineProblem)
      throw refuse("invalid_request", { param: "balances", message: error.reason });
    throw error;
  }
}

function checkBalances(balances: OpeningBalances["balances"], chart: readonly CategoryRow[]): void {
  if (balances.length === 0 || balances.length >= LIMITS.voucher_lines.value)
    throw refuse("invalid_request", {
      param: "balances",
      message: `Give 1 to ${LIMITS.voucher_lines.value - 1} balances, not ${balances.length}.`,
    });
  const known = new Set<string>(chart.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [index, { category }] of balances.entries()) {
    const param = `balances[${index}].category`;
    if (!known.has(category))
      throw refuse("invalid_request", { param, message: `The company has no category ${category}.` });
    if (seen.has(category))
      throw refuse("invalid_request", { param, message: `${category} has two balances. Give their sum.` });
    seen.add(category);
  }
}

/** The balances as a file of the command line. */
async function* trialBalance(balances: OpeningBalances["balances"]): AsyncGenerator<Uint8Array> {
  const rows = balances.map(({ category, net_debit_cents: net }) =>
    net < 0 ? `${category},,${dollars(negateCents(net))}` : `${category},${dollars(net)},`,
  );
  yield new TextEncoder().encode(`Account,Debit,Credit\n${rows.join("\n")}\n`);
}
