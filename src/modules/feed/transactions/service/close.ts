/** What the feed adds to the checklist of a month: lines that wait for somebody, and unreconciled accounts. */
import { accountingText } from "@daybook/words/money-text";
import type { CivilDate } from "@daybook/words/civil-date";
import { type CloseCheck, dayWords, leftFinding, nothingToCheck } from "../../../books/ledger/index.ts";
import { closeStore, type WaitingKind } from "../store/close.ts";
import { transfersStore } from "../store/transfers.ts";
import { registerOf } from "./standing.ts";
import { PROPOSED, proposalsOf } from "./transfers.ts";

/** The finding of accounts of which each should reach a day. */
export function accountsFinding(
  accounts: readonly { readonly name: string; readonly reached: CivilDate | null; readonly why?: string }[],
  through: CivilDate,
): ReturnType<typeof leftFinding> {
  const late = accounts.filter(({ reached }) => reached === null || reached < through);
  const share = `${accounts.length - late.length} of ${accounts.length}`;
  if (late.length === 0)
    return {
      state: "done",
      count: 0,
      amount_cents: null,
      evidence: `${share} accounts through ${dayWords(through)}`,
    };
  const names = late
    .slice(0, NAMED)
    .map(
      ({ name, reached, why = "" }) =>
        `${name}${reached === null ? " not yet" : ` since ${dayWords(reached)}`}${why}`,
    );
  const more = late.length > NAMED ? ` · ${late.length - NAMED} more` : "";
  return {
    state: "open",
    count: late.length,
    amount_cents: null,
    evidence: `${share} · ${names.join(" · ")}${more}`,
  };
}

/** The number of records that a sentence names. */
const NAMED = 3;

/** The words of an item that counts transactions. */
interface Waiting extends Pick<CloseCheck, "item" | "group" | "title"> {
  readonly kind: WaitingKind;
  readonly says: string;
  readonly done: string;
  readonly query: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, string>>;
  /** The operation of its list. Default: that which finds transactions. */
  readonly operation?: string;
}

function waitingCheck({ kind, says, done, query, search, operation, ...words }: Waiting): CloseCheck {
  return {
    ...words,
    async find(db, companyId, { from, through }) {
      const found = await closeStore.sumWaiting(db, companyId, kind, from, through);
      const { count, amount_cents, first, last } = found;
      if (count === 0 && !(await closeStore.hasAny(db, companyId, from, through)))
        return nothingToCheck("No transactions in these days");
      const days = first === null || last === null || operation !== undefined ? null : { first, last };
      return {
        ...leftFinding({ count, amount_cents }, says, done),
        opens: {
          operation: operation ?? "findTransactions",
          query: { ...query, ...(days && { start_date: days.first, end_date: days.last }) },
          page: "transactions",
          search: { ...search, ...(days && { from: days.first, to: days.last }) },
        },
      };
    },
  };
}

const transfers: CloseCheck = {
  item: "transfers",
  group: "money",
  title: "Transfers are confirmed",
  async find(db, companyId, { monthFrom, from, through }) {
    if (!(await closeStore.hasAny(db, companyId, from, through)))
      return nothingToCheck("No transactions in these days");
    const { apart: days, choices, most } = PROPOSED;
    const pairs = proposalsOf(
      await transfersStore.listPairs(db, companyId, monthFrom, { days, choices, count: most * choices }),
    ).filter(({ from_date }) => from_date <= through);
    const one = pairs.length === 1;
    return {
      ...leftFinding(
        { count: pairs.length, amount_cents: null },
        one ? "pair may be a transfer" : "pairs may be transfers",
        "No pair looks like one that is not confirmed",
      ),
      opens: {
        operation: "listTransferProposals",
        query: {},
        page: "transactions",
        search: { show: "transfers" },
      },
    };
  },
};

const reconciled: CloseCheck = {
  item: "reconciliations",
  group: "money",
  title: "Accounts are reconciled",
  async find(db, companyId, { through }) {
    const accounts = await closeStore.listFed(db, companyId, through);
    if (accounts.length === 0) return nothingToCheck("No account has lines of a bank");
    return {
      ...accountsFinding(
        accounts.map(({ name, reconciled_through }) => ({ name, reached: reconciled_through })),
        through,
      ),
      opens: { operation: "listReconciliations", query: {}, page: "accounts", search: {} },
    };
  },
};

/** The feed's items of the checklist, in their order. */
export const FEED_CLOSE_CHECKS: readonly CloseCheck[] = [
  waitingCheck({
    kind: "pending",
    item: "pending_lines",
    group: "money",
    title: "Bank lines are booked",
    says: "pending at the bank",
    done: "None is pending",
    query: { status: "pending" },
    search: { status: "pending" },
  }),
  waitingCheck({
    kind: "twins",
    item: "imported_lines",
    group: "money",
    title: "Lines that imported books may have are answered for",
    says: "wait for an answer",
    done: "None waits for an answer",
    operation: "listTwinLines",
    query: {},
    search: { show: "twins" },
  }),
  waitingCheck({
    kind: "uncategorized",
    item: "uncategorized",
    group: "money",
    title: "Transactions are categorized",
    says: "uncategorized",
    done: "All are categorized",
    query: { categorized: "false" },
    search: { category: "none" },
  }),
  transfers,
  reconciled,
  waitingCheck({
    kind: "needs_review",
    item: "needs_review",
    group: "review",
    title: "Transactions are reviewed",
    says: "to review",
    done: "All are reviewed",
    query: { status: "needs_review" },
    search: { status: "needs_review" },
  }),
  {
    item: "assets",
    group: "subledgers",
    title: "Assets match the ledger",
    async find(db, companyId, { through }) {
      const lines = await registerOf(db, companyId, through);
      if (lines.length === 0) return nothingToCheck("No asset has a schedule");
      const off = lines.filter(({ other_cents }) => other_cents !== 0);
      return {
        state: off.length === 0 ? "done" : "open",
        count: off.length,
        amount_cents: null,
        evidence:
          off.length === 0
            ? `${lines.length} categories as in the register`
            : off
                .slice(0, NAMED)
                .map(
                  ({ category_name, other_cents }) =>
                    `${category_name}: ${accountingText(other_cents)} follows no schedule`,
                )
                .join(" · "),
        opens: {
          operation: "getAssetRegister",
          query: { date: through },
          page: "schedules",
          search: { show: "assets", as_of: through },
        },
      };
    },
  },
];
