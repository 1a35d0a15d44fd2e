/** What waits for a person, of what the member may see, each with its verb. What can't be read is said. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { closedName } from "../parts/closed-name.ts";
import { duesOf, isWaiting } from "../filings/due.ts";
import { readDues } from "../filings/queries.ts";
import { amountText } from "../kit/amounts.ts";
import { today } from "../kit/dates.ts";
import { dayOfText } from "../kit/times.ts";
import { addressOf, pagesOf } from "../shell/pages.ts";

/** Most records that are counted; more are written as "100 or more". */
const MOST_COUNTED = 100;
const MS = 1_000;

/** What waits: how much of what, or the name of the one that waits, and what is said of it. */
interface Found {
  readonly what: string;
  readonly says: string;
}

interface Waits {
  readonly query: UseQueryResult<Found | null>;
  /** The page where it is done. */
  readonly to: { readonly path: string; readonly search: Readonly<Record<string, string>> };
  readonly verb: string;
}

interface Counted {
  readonly data: readonly unknown[];
  readonly has_more?: boolean;
}

/** Says how many there are: with a noun of its own for one. Null for none. */
function counted({ data, has_more = false }: Counted, [one, many]: readonly [string, string], says: string) {
  if (data.length === 0) return null;
  const isOne = data.length === 1 && !has_more;
  return { what: `${data.length}${has_more ? " or more" : ""} ${isOne ? one : many}`, says };
}

/** The filings that are overdue or due soon, as the calendar of filings says. */
async function waitingDues({ id, fiscal_year_start_month: firstMonth }: Company): Promise<Counted> {
  const noWords = { ofTax: () => "", ofCredit: () => "" };
  const dues = duesOf(await readDues(id), { firstMonth, today: today() }, noWords);
  return { data: dues.filter(isWaiting) };
}

/** The month that whoever may close it can close, because nothing of it is open. */
async function monthToClose({ id, permissions }: Company): Promise<Found | null> {
  if (permissions.company !== "manage" || permissions.accounting_setup !== "manage") return null;
  const { through, open_count: open } = await ownOf(id).getCloseChecklist();
  const isReady = open === 0 && through < today();
  return isReady ? { what: closedName(through, true), says: "is ready to be closed" } : null;
}

type Area = keyof Company["permissions"];

/** What waits, in the order in which it is shown. What the member may not see is not asked for. */
function useWaiting(company: Company): readonly Waits[] {
  const { id, permissions } = company;
  const client = clientOf(id);
  const manages = (area: Area): boolean => permissions[area] === "manage";
  const useOf = (what: string, area: Area, read: () => Promise<Found | null>) =>
    useQuery({ queryKey: ["waiting", id, what], enabled: permissions[area] !== "none", queryFn: read });
  const invitations = async (isExpired: boolean): Promise<Found | null> => {
    const now = Date.now() / MS;
    const { invitations: all } = await client.getTeam();
    const data = all.filter(({ expires }) => expires <= now === isExpired);
    const [first] = data;
    const says = isExpired ? "expired" : "waits for an answer";
    if (data.length === 1 && first !== undefined)
      return { what: `The invitation of ${first.first_name} ${first.last_name}`, says };
    return counted({ data }, ["", "invitations"], isExpired ? says : "wait for an answer");
  };
  const of = (path: string, verb: string, search = {}): Pick<Waits, "to" | "verb"> => ({
    to: { path, search },
    verb,
  });
  return [
    {
      query: useOf("transactions", "transactions", async () =>
        counted(
          await client.listTransactions({ status: "needs_review", limit: MOST_COUNTED }).first(),
          ["transaction", "transactions"],
          "to review",
        ),
      ),
      ...of("transactions", "Review", { status: "needs_review" }),
    },
    {
      query: useOf("transfers", "transactions", async () =>
        counted(
          { data: await ownOf(id).listTransferProposals().all() },
          ["pair of transactions", "pairs of transactions"],
          "may be transfers",
        ),
      ),
      ...of("transactions", manages("transactions") ? "Confirm" : "See", { show: "transfers" }),
    },
    {
      query: useOf("close", "reports", () => monthToClose(company)),
      ...of("close", "Close"),
    },
    {
      query: useOf("connections", "integrations", async () => {
        const all = await client.listIntegrations().all();
        const data = all.filter(({ status }) => status === "requires_reconnect");
        const [first] = data;
        return data.length === 1 && first !== undefined
          ? { what: first.name, says: "needs a sign-in" }
          : counted({ data }, ["", "connections"], "need a sign-in");
      }),
      ...of("connections", manages("integrations") ? "Sign in" : "See"),
    },
    {
      query: useOf("stopped", "reports", async () => {
        const { accounts: data } = await ownOf(id).listStaleFeeds();
        const [first] = data;
        return data.length === 1 && first !== undefined
          ? { what: first.name, says: `stopped ${dayOfText(first.since)}` }
          : counted({ data }, ["", "accounts"], "have stopped");
      }),
      ...of("connections", "See"),
    },
    {
      query: useOf("overdue", "invoices", async () => {
        const { overdue_count: count, overdue_cents } = await ownOf(id).getReceivables();
        const says = `overdue, ${amountText(overdue_cents)}`;
        return count === 0 ? null : { what: count === 1 ? "1 invoice" : `${count} invoices`, says };
      }),
      ...of("invoices", "Review", { show: "ages" }),
    },
    {
      query: useOf("invitations", "team_access", () => invitations(false)),
      ...of("team", "See"),
    },
    {
      query: useOf("expired", "team_access", () => invitations(true)),
      ...of("team", manages("team_access") ? "Send again" : "See"),
    },
    {
      query: useOf("filings", "taxes", async () =>
        counted(
          await client.listTaxes({ status: "review_required", limit: MOST_COUNTED }).first(),
          ["tax filing", "tax filings"],
          "to review",
        ),
      ),
      ...of("filings", "Review", { show: "taxes", status: "review_required" }),
    },
    {
      query: useOf("dues", "taxes", async () =>
        counted(await waitingDues(company), ["filing", "filings"], "overdue or due soon"),
      ),
      ...of("filings", "See"),
    },
  ];
}

export function ToDo({ company }: { readonly company: Company }) {
  const lines = useWaiting(company);
  const waiting = lines.filter(({ query }) => query.data !== undefined && query.data !== null);
  const isLoading = lines.some(({ query }) => query.isLoading);
  const failed = lines.filter(({ query }) => query.error !== null);
  return (
    <section className="ov-card" aria-labelledby="ov-waiting">
      <header>
        <h2 id="ov-waiting">To do</h2>
        {waiting.length === 0 ? null : (
          <small className="soft">{waiting.length === 1 ? "1 item" : `${waiting.length} items`}</small>
        )}
      </header>
      {isLoading ? (
        <p className="soft" role="status">
          Looking…
        </p>
      ) : waiting.length === 0 && failed.length === 0 ? (
        <p className="soft">Nothing waits for you.</p>
      ) : null}
      <ul className="ov-list">
        {waiting.map(({ query: { data }, to, verb }) => {
          const { what = "", says = "" } = data ?? {};
          return (
            <li key={`${what} ${says}`}>
              <span>
                <b dir="auto">{what}</b> {says}
              </span>
              {pagesOf(company).some(({ path }) => path === to.path) ? (
                <Link
                  className="ov-verb"
                  to={addressOf(company.id, to.path)}
                  search={to.search}
                  aria-label={`${verb}: ${what} ${says}`}
                >
                  {verb}
                </Link>
              ) : null}
            </li>
          );
        })}
      </ul>
      {failed.length === 0 ? null : (
        <p className="note" role="alert">
          Some of it could not be read.{" "}
          <button
            type="button"
            className="button"
            onClick={() => {
              for (const { query } of failed) void query.refetch();
            }}
          >
            Try again
          </button>
        </p>
      )}
    </section>
  );
}
