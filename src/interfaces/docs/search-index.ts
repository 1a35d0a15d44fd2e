/**
 * The index of the site's search, made once from the pages and the operation cards. Browsers load it as a
 * file when the search is opened. Invariant: the address of each entry is a place of the site.
 */
import MiniSearch from "minisearch";
import { isFileSchema, type Operation, API_ROOT } from "../../contract/operation.ts";
import { ERRORS } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { FIELDS, STORED, wordsOf } from "./browser/words.js";
import { fieldsOf } from "./fields.ts";
import { addressOf, operationPath, parameterAnchor } from "./addresses.ts";
import type { Page } from "./layout.ts";
import { type Element, type Node, readMarkup, textOfNodes } from "./markup-reader.ts";

/** A place of the site that can be found. */
export interface Entry {
  readonly id: number;
  readonly address: string;
  readonly title: string;
  /** The page of the place, and what kind of thing it is. */
  readonly where: string;
  readonly text: string;
  /** What else it is called, such as the id and the path of an operation. */
  readonly names?: string;
  /** A factor of its score: what readers look for more often stands first. */
  readonly rank: number;
}
type Place = Omit<Entry, "id">;

/** The factors of the kinds of places. */
const RANKS = {
  page: 1.5,
  operation: 1.4,
  error: 1.2,
  section: 1,
  parameter: 0.8,
  limit: 0.6,
  decision: 0.4,
};

/** The pages whose tables have entries of their own. */
const LISTS: ReadonlySet<string> = new Set(["", "search", "api-reference/errors", "api-reference/limits"]);

/** Words that readers use for what a page calls otherwise, by the path of the page. */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  "api-reference/getIncomeStatement": "P&L profit and loss earnings statement",
  "api-reference/getTrialBalance": "TB debits credits adjusted unadjusted adjusting entries worksheet",
  "api-reference/listCategories": "chart of accounts COA GL codes",
  "api-reference/getChangesInEquity":
    "stockholders equity partners capital owner's equity net assets statement",
  "api-reference/listGeneralLedger": "GL detail account ledger running balance",
  "api-reference/listJournalEntries": "general ledger GL postings bookings",
  "api-reference/createTransactionUpload": "import bank CSV OFX QIF file",
  "api-reference/bulkUpdateTransactions": "batch mass edit",
  "guides/assistant": "MCP model context protocol chat",
  "guides/authentication": "OAuth bearer token login credentials secret API key",
  "guides/client": "SDK library npm TypeScript JavaScript",
  "guides/errors": "status codes exceptions problem",
  "guides/feed": "webhook webhooks events subscribe notifications polling",
  "guides/live-feeds": "Plaid bank sync open banking aggregator",
  "guides/bills": "accounts payable AP vendor supplier",
  "guides/invoices": "accounts receivable AR billing",
  "guides/mirror": "replicate ETL data warehouse",
  "guides/schedules": "amortization prepaid deferred accrual depreciation",
  "guides/spreadsheets": "Excel Google Sheets model",
  "guides/taxes": "franchise tax IRS R&D credit",
  "guides/team": "roles users invite RBAC",
  "guides/pagination": "paging next page offset",
  "concepts/closing": "lock books period close hard close",
  "concepts/limits": "quota throttling",
  "operating/backup": "dump restore disaster recovery",
  "operating/watch": "monitoring Prometheus metrics alerts health",
  "operating/upgrading": "migration migrate new version update",
  "operating/install": "Docker deploy self-host systemd environment variables",
};

/** Returns everything that can be found. */
export function entriesOf(pages: readonly Page[], operations: readonly Operation[]): Entry[] {
  const own = new Set([...operations.map(operationPath), ...LISTS]);
  const places = [
    ...pages.filter(({ path }) => LISTS.has(path) && path !== "").map(pagePlace),
    ...pages.filter(({ path }) => !own.has(path)).flatMap(sectionsOf),
    ...operations.flatMap(operationPlaces),
    ...Object.entries(ERRORS).map(([code, { status, message, advice }]): Place => ({
      address: `${addressOf("api-reference/errors")}#${code}`,
      title: code,
      where: `Error ${status}`,
      rank: RANKS.error,
      text: plain(`${message} ${advice}`),
    })),
    ...Object.entries(LIMITS).map(([name, { value, unit, meaning }]): Place => ({
      address: `${addressOf("api-reference/limits")}#${name}`,
      title: name,
      where: "Limit",
      rank: RANKS.limit,
      text: plain(`${value.toLocaleString("en-US")} ${unit}. ${meaning}`),
    })),
  ];
  return places.map((place, id) => ({ id, ...withOtherWords(place) }));
}

function withOtherWords(place: Place): Place {
  const words = OTHER_WORDS[place.address.slice(addressOf("").length + 1)];
  return words === undefined ? place : { ...place, names: `${place.names ?? ""} ${words}`.trim() };
}

/** Returns the index as the text of a JSON file. */
export function searchIndex(entries: readonly Entry[]): string {
  const index = new MiniSearch<Entry>({ fields: FIELDS, storeFields: STORED, tokenize: wordsOf });
  index.addAll(entries);
  return JSON.stringify(index);
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}

function pagePlace({ path, title, summary, group }: Page): Place {
  return { address: addressOf(path), title, where: group, text: summary, rank: RANKS.page };
}

/** A page's sections: what stands above its first heading, and what stands under each heading. */
function sectionsOf(page: Page): Place[] {
  const nodes: readonly Node[] = readMarkup(page.body.html);
  const isDecision = page.path.startsWith("decisions/");
  const places: { address: string; title: string; where: string; rank: number; nodes: Node[] }[] = [
    {
      address: addressOf(page.path),
      title: page.title,
      where: page.part === undefined || isDecision ? page.group : `${page.group}: ${page.part}`,
      rank: isDecision ? RANKS.decision : RANKS.page,
      nodes: [],
    },
  ];
  for (const node of nodes) {
    const anchor = anchorOf(node);
    if (anchor === null) places.at(-1)?.nodes.push(...(isFirstHeading(node) ? [] : [node]));
    else
      places.push({
        address: `${addressOf(page.path)}#${anchor}`,
        title: textOfNodes([node]),
        where: page.title,
        rank: isDecision ? RANKS.decision : RANKS.section,
        nodes: [],
      });
  }
  return places.map(({ nodes: own, ...place }) => ({ ...place, text: textOfNodes(own) }));
}

function isFirstHeading(node: Node): boolean {
  return typeof node !== "string" && node.name === "h1";
}

/** The anchor of a heading below the first one. */
function anchorOf(node: Node): string | null {
  const { name, attributes }: Pick<Element, "name" | "attributes"> =
    typeof node === "string" ? { name: "", attributes: new Map() } : node;
  return name === "h2" || name === "h3" ? (attributes.get("id") ?? null) : null;
}

/** An operation, and its parameters and fields by name. */
function operationPlaces(operation: Operation): Place[] {
  const address = addressOf(operationPath(operation));
  const { summary, body } = operation;
  const parameters = Object.entries({ ...operation.pathParams, ...operation.query }).map(
    ([name, { description }]): Place => ({
      address: `${address}#${parameterAnchor(name)}`,
      title: name,
      where: `Parameter of ${summary}`,
      rank: RANKS.parameter,
      text: plain(description),
    }),
  );
  const sent =
    "schema" in body
      ? Object.entries(body.schema.properties).map(([name, schema]): Place => ({
          address: `${address}#body`,
          title: name,
          where: `${isFileSchema(schema) ? "File" : "Field"} of ${summary}`,
          rank: RANKS.parameter,
          text: plain("description" in schema ? String(schema.description) : ""),
        }))
      : [];
  const answered = fieldsOf(operation.success.schema);
  const members = [...answered.own, ...answered.named.flatMap(({ fields }) => fields)];
  const page: Place = {
    address,
    title: summary,
    where: `${operation.method} ${API_ROOT}${operation.path}`,
    names: `${operation.id} ${operation.method} ${operation.path}`,
    rank: RANKS.operation,
    text: plain(`${operation.description} Answers with ${members.map(({ path }) => path).join(", ")}.`),
  };
  return [page, ...parameters, ...sent];
}
