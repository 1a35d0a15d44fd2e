/**
 * What the palette finds in a company by a few letters: people, spreadsheets, invoices and transactions. The
 * service is asked only for what the member may see, after a pause, and a search that nobody waits for any
 * more is ended. The service searches all but the team, which is short and read whole.
 */
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FindInvoicesQuery } from "../api/generated/operations.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { rangeOf } from "../kit/typed-amounts.ts";
import { dayText } from "../kit/dates.ts";
import { addressOf } from "./pages.ts";

/** Something that was found, and the address that opens it. */
export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

export interface HitGroup {
  readonly name: string;
  readonly hits: readonly Hit[];
}

export interface Found {
  readonly groups: readonly HitGroup[];
  readonly isPending: boolean;
  /** Names of the groups that could not be searched. */
  readonly failed: readonly string[];
}

/** Letters that are typed fast become one search. */
const PAUSE_MS = 180;
const FEWEST_LETTERS = 2;
const MOST_HITS = 6;
const READ_AGAIN_MS = 60_000;

const has = (letters: string, ...texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(letters) === true);

/** Searches a company; `company` is null where there is none. */
export function useFound(company: Company | null, typed: string): Found {
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const isLong = text.length >= FEWEST_LETTERS;
  const searches = [
    usePeople(company, text, isLong),
    useSheets(company, text, isLong),
    useInvoicesFound(company, text, isLong),
    useTransactions(company, text, isLong),
  ];
  if (typed.length < FEWEST_LETTERS) return { groups: [], isPending: false, failed: [] };
  return {
    groups: searches.filter(({ hits }) => hits.length > 0),
    isPending: text !== typed || searches.some(({ isPending }) => isPending),
    failed: searches.filter(({ isFailed }) => isFailed).map(({ name }) => name.toLowerCase()),
  };
}

interface Searched extends HitGroup {
  readonly isPending: boolean;
  readonly isFailed: boolean;
}

/** A search is off without the permission, or with too few letters. */
const mayFind = (company: Company | null, area: keyof Company["permissions"]): company is Company =>
  company !== null && company.lifecycle === "open" && company.permissions[area] !== "none";

interface Read {
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly error: unknown;
}

function searched(name: string, query: Read, isOn: boolean, hits: readonly Hit[]): Searched {
  return {
    name,
    hits: isOn ? hits.slice(0, MOST_HITS) : [],
    isPending: isOn && query.isFetching,
    isFailed: isOn && query.error !== null,
  };
}

function usePeople(company: Company | null, text: string, isLong: boolean): Searched {
  const isOn = isLong && mayFind(company, "team_access");
  const id = company?.id ?? "";
  const team = useQuery({
    queryKey: ["team", id],
    enabled: isOn,
    queryFn: ({ signal }) => clientOf(id).getTeam({ signal }),
    staleTime: READ_AGAIN_MS,
  });
  const to = addressOf(id, "team");
  const members = (team.data?.members ?? [])
    .filter(({ name, email }) => has(text, name, email))
    .map((member) => ({
      id: member.id ?? member.email,
      label: member.name ?? member.email,
      note: member.name === null ? "" : member.email,
      to,
      search: member.id === null ? {} : { member: member.id },
    }));
  const invited = (team.data?.invitations ?? [])
    .filter(({ first_name, last_name, email }) => has(text, `${first_name} ${last_name}`, email))
    .map((invitation) => ({
      id: invitation.id ?? invitation.email,
      label: `${invitation.first_name} ${invitation.last_name}`,
      note: "invited",
      to,
      search: invitation.id === null ? {} : { invitation: invitation.id },
    }));
  return searched("People", team, isOn, [...members, ...invited]);
}

function useSheets(company: Company | null, text: string, isLong: boolean): Searched {
  const isOn = isLong && mayFind(company, "forecast");
  const id = company?.id ?? "";
  const sheets = useQuery({
    queryKey: ["sheets found", id, text],
    enabled: isOn,
    queryFn: ({ signal }) => clientOf(id).listSheets({ query: text, limit: MOST_HITS }, { signal }).first(),
    placeholderData: keepPreviousData,
  });
  // What earlier letters found stays only as long as it has the present ones.
  const hits = (sheets.data?.data ?? [])
    .filter(({ name }) => has(text, name))
    .map((sheet) => ({
      id: sheet.id,
      label: sheet.name,
      note: "",
      to: addressOf(id, `sheets/${sheet.id}`),
      search: {},
    }));
  return searched("Spreadsheets", sheets, isOn, hits);
}

function useInvoicesFound(company: Company | null, text: string, isLong: boolean): Searched {
  const isOn = isLong && mayFind(company, "invoices");
  const id = company?.id ?? "";
  const range = rangeOf(text);
  const invoices = useQuery({
    queryKey: ["invoices found", id, text],
    enabled: isOn,
    queryFn: async ({ signal }) => {
      const find = (query: FindInvoicesQuery) =>
        ownOf(id)
          .findInvoices({ ...query, limit: MOST_HITS }, { signal })
          .first();
      const [ofTotal, ofText] = await Promise.all([
        range === null || range.least === null || range.least !== range.most
          ? { data: [] }
          : find({ total_cents: range.least }),
        find({ text }),
      ]);
      return [...new Map([...ofTotal.data, ...ofText.data].map((row) => [row.id, row])).values()];
    },
  });
  const hits = (invoices.data ?? []).map((invoice) => ({
    id: invoice.id,
    label: `${invoice.number} ${invoice.customer_name}`,
    note: `${dayText(invoice.issue_date)} · ${amountText(invoice.total_cents)}`,
    to: addressOf(id, "invoices"),
    search: { invoice: invoice.id },
  }));
  return searched("Invoices", invoices, isOn, hits);
}

/** What is typed is looked for in texts, and, if it is an amount, among the amounts too. */
function useTransactions(company: Company | null, text: string, isLong: boolean): Searched {
  const isOn = isLong && mayFind(company, "transactions");
  const id = company?.id ?? "";
  const range = rangeOf(text);
  const found = useQuery({
    queryKey: ["transactions found", id, text],
    enabled: isOn,
    queryFn: async ({ signal }) => {
      const find = (query: Parameters<ReturnType<typeof ownOf>["findTransactions"]>[0]) =>
        ownOf(id)
          .findTransactions({ ...query, limit: MOST_HITS }, { signal })
          .first();
      const byAmount = {
        ...(typeof range?.least === "number" ? { least_cents: range.least } : {}),
        ...(typeof range?.most === "number" ? { most_cents: range.most } : {}),
      };
      const [ofText, ofAmount] = await Promise.all([
        find({ text }),
        range === null ? { data: [] } : find(byAmount),
      ]);
      const known = new Set(ofAmount.data.map((row) => row.id));
      return [
        ...ofAmount.data.map((row) => ({ row, search: { amount: text } })),
        ...ofText.data.filter((row) => !known.has(row.id)).map((row) => ({ row, search: { text } })),
      ];
    },
  });
  const hits = (found.data ?? []).map(({ row, search }) => ({
    id: row.id,
    label: row.merchant_name ?? row.description,
    note: `${dayText(row.date)} · ${amountText(row.amount_cents)}`,
    to: addressOf(id, "transactions"),
    // The list beside it has what the letters find, so that the row is in it.
    search: { ...search, open: row.id },
  }));
  const group = searched("Transactions", found, isOn, hits);
  if (group.hits.length < MOST_HITS) return group;
  const all: Hit = {
    id: "all-transactions",
    label: `All transactions with “${text}”`,
    note: "",
    to: addressOf(id, "transactions"),
    search: range === null ? { text } : { amount: text },
  };
  return { ...group, hits: [...group.hits, all] };
}
