/** The ledger's own items of the checklist of a month. */
import { type Cents, cents } from "@daybook/words/cents";
import { addDays, FIRST_DATE, startOfMonth } from "@daybook/words/civil-date";
import { accountingText } from "@daybook/words/money-text";
import { isPointInTime } from "@daybook/words/ledger-words";
import { chartStore } from "../../chart/index.ts";
import { signedCents } from "../rules.ts";
import { closeChecksStore } from "../store/close-checks.ts";
import { upkeepStore } from "../store/upkeep.ts";
import { type CloseCheck, type CloseList, dayWords, leftFinding, nothingToCheck } from "./checklist.ts";
import { sum } from "./sums.ts";

/** The entries that people posted from one day to another, those to be reviewed alone if asked. */
function postedList(from: string, through: string, isUnreviewed: boolean): CloseList {
  const query = { start_date: from, end_date: through, ...(isUnreviewed ? { unreviewed: "true" } : {}) };
  const search = { show: "people", from, to: through, ...(isUnreviewed ? { review: "open" } : {}) };
  return { operation: "listManualEntries", query, page: "journal", search };
}

const earlierMonths: CloseCheck = {
  item: "earlier_months",
  group: "entries",
  title: "Earlier months are closed",
  async find(db, companyId, { from, through }) {
    const month = startOfMonth(through);
    const all = await upkeepStore.listMonths(db, companyId);
    const before = all.filter((each) => each < month);
    if (before.length === 0) return nothingToCheck("There are no entries before this month");
    const open = before.filter((each) => each >= startOfMonth(from));
    const [first] = open;
    if (first === undefined)
      return {
        state: "done",
        count: 0,
        amount_cents: null,
        evidence: `Closed through ${dayWords(addDays(from, -1))}`,
      };
    const months = open.length === 1 ? "1 earlier month is" : `${open.length} earlier months are`;
    return {
      state: "open",
      count: open.length,
      amount_cents: null,
      evidence: `${months} open, from ${dayWords(first)} on, and would be closed too`,
    };
  },
};

// An adjusting entry that stays, such as a depreciation, is reviewed: the mark that no reversal is missing.
const accruals: CloseCheck = {
  item: "accruals",
  group: "entries",
  title: "Accruals are reversed",
  async find(db, companyId, { monthFrom, through }) {
    const posted = await closeChecksStore.summarizePosted(db, companyId, monthFrom, through);
    if (posted.adjusting === 0) return nothingToCheck("No adjusting entries in this month");
    const { adjusting, unreversed: count, unreversed_cents: amount_cents } = posted;
    return {
      ...leftFinding(
        { count, amount_cents },
        "with neither a reversal nor a review",
        `${adjusting} of ${adjusting} reversed or reviewed`,
      ),
      opens: postedList(monthFrom, through, true),
    };
  },
};

const unassigned: CloseCheck = {
  item: "unassigned_balances",
  group: "entries",
  title: "Suspense is empty",
  async find(db, companyId, { from, through, now }) {
    const named = (await chartStore.listCategories(db, companyId)).filter(
      ({ name, role }) => UNASSIGNED_ROLES.has(role ?? "") || UNASSIGNED.test(name),
    );
    if (named.length === 0) return nothingToCheck("The chart has no categories for suspense");
    const end = addDays(through, 1);
    const buckets = [
      { from: FIRST_DATE, to: end },
      { from, to: end },
    ];
    const sums = await sum(db, { companyId, buckets, now, today: through });
    // What a category of the income statement had in closed periods can't be moved any more.
    const left = named.flatMap(({ id, name, account_type }) => {
      const net = sums.cell(isPointInTime(account_type) ? 0 : 1, id)?.netDebitCents ?? 0;
      return net === 0 ? [] : [{ name, cents: signedCents(account_type, cents(net)) }];
    });
    const texts = left.slice(0, NAMED).map(({ name, cents: each }) => `${name} ${accountingText(each)}`);
    const more = left.length > NAMED ? ` · ${left.length - NAMED} more` : "";
    const only: Cents | null = left.length === 1 ? (left[0]?.cents ?? null) : null;
    return left.length === 0
      ? {
          state: "done",
          count: 0,
          amount_cents: null,
          evidence: `${named.length} of ${named.length} at 0.00`,
        }
      : {
          state: "open",
          count: left.length,
          amount_cents: only,
          evidence: `${texts.join(" · ")}${more}`,
          opens: { operation: "listCategories", query: {}, page: "statements/trial", search: {} },
        };
  },
};

const UNASSIGNED_ROLES: ReadonlySet<string> = new Set(["uncategorized_income", "uncategorized_expenses"]);
/** Categories of which a balance means that something is still to be booked elsewhere. */
const UNASSIGNED = /\bsuspense\b|\buncategori[sz]ed\b|\bask my accountant\b|\bopening balance equity\b/i;
const NAMED = 3;

const manualEntries: CloseCheck = {
  item: "manual_entries",
  group: "review",
  title: "Manual entries are reviewed",
  async find(db, companyId, { monthFrom, through }) {
    const posted = await closeChecksStore.summarizePosted(db, companyId, monthFrom, through);
    const { entries, unreviewed: count, unreviewed_cents: amount_cents } = posted;
    if (entries === 0) return nothingToCheck("Nobody posted an entry in this month");
    return {
      ...leftFinding({ count, amount_cents }, "not reviewed", `${entries} of ${entries}`),
      opens: postedList(monthFrom, through, true),
    };
  },
};

/** The ledger's own items, by the groups that they stand in. */
export const LEDGER_CLOSE_CHECKS: readonly CloseCheck[] = [
  earlierMonths,
  accruals,
  unassigned,
  manualEntries,
];
