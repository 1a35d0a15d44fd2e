/**
 * The text that `start` and `serve` print when the server is ready: its addresses, a key, and example
 * requests.
 */
import { canFlushFolders } from "../../platform/machine/durable.ts";
import type { NewOwner } from "./owner-link.ts";

export interface Welcome {
  readonly base_url: string;
  readonly docs_url: string;
  /** The address at which people sign in. */
  readonly console_url: string;
  readonly company_id: string | null;
  /** A key that was just created, shown only here. */
  readonly api_key: string | null;
  /** The link of the first visit, while nobody has signed in; null where the output may be kept. */
  readonly first_visit: string | null;
  /** The owner of the only company, who never set a password; null if there is none. */
  readonly owner: NewOwner | null;
  /** True if the database is the embedded one. */
  readonly embedded: boolean;
  /** The data folder, `DAYBOOK_HOME`. */
  readonly home: string;
  /** What a loss of power does to the embedded database (`flushSentence`). */
  readonly flushed: string;
  /** True if the background worker runs in this process. */
  readonly worker: boolean;
  /** A cash category, for the example request that lists its journal entries. */
  readonly cashCategoryId: string | null;
  /** The number of companies. */
  readonly companies: number;
  /** The file that moves the clock, in tests. */
  readonly clockFile: string | null;
  /** The address that the server listens on. */
  readonly host: string;
  readonly publicUrl: string | null;
}

/** True if other machines can reach the server and `PUBLIC_URL` names no address with TLS. */
function isExposed({ host, publicUrl }: Pick<Welcome, "host" | "publicUrl">): boolean {
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  return !isLocal && !publicUrl?.startsWith("https:");
}

/** Returns the sentence that says what a loss of power does to the embedded database in a folder. */
export async function flushSentence(home: string, isFlushed: boolean): Promise<string> {
  if (!isFlushed)
    return "EMBEDDED_FLUSH=no: nothing is flushed to the disk, so a loss of power may lose or damage the books. For trials only.";
  if (!(await canFlushFolders(home)))
    return "The file system of this folder can't flush the names of files, so a loss of power may lose new files. Keep DAYBOOK_HOME on a local disk.";
  return "What was acknowledged is on the disk: it survives a killed process and a loss of power.";
}

function linesOnEmbedded({ home, flushed }: Welcome): string[] {
  const sentences = [
    "It serves one process, and a long import makes requests wait.",
    flushed,
    "Where many people work at once, run on PostgreSQL with DATABASE_URL; `daybook backup` moves the books there.",
  ];
  return [`Embedded database in ${home}:`, ...sentences.map((sentence) => `  - ${sentence}`)];
}

/** Returns the text: a few paragraphs. */
export function welcome(ready: Welcome): string {
  const paragraphs = [
    [
      `Daybook is ready.`,
      "",
      `  API      ${ready.base_url}`,
      `  Docs     ${ready.docs_url}`,
      `  Console  ${ready.console_url}`,
      ...keyLines(ready),
      ...(ready.first_visit === null ? ownerLines(ready) : firstVisitLines(ready.first_visit)),
    ],
    exampleRequests(ready),
    ready.embedded ? linesOnEmbedded(ready) : [],
    ready.worker
      ? []
      : ["This process has no background worker; `daybook work` (PostgreSQL) or `daybook start` runs it."],
    isExposed(ready)
      ? [
          `Other machines reach ${ready.host}, and what they send is not encrypted: put a proxy with TLS in front,`,
          "and set PUBLIC_URL to its https address.",
        ]
      : [],
    ready.clockFile === null ? [] : [`The clock is moved by ${ready.clockFile}.`],
    ["Ctrl-C stops it."],
  ];
  return `\n${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}`;
}

/** Shows the new key, or says how to create one. */
function keyLines({ api_key, company_id, companies }: Welcome): string[] {
  if (api_key !== null)
    return [
      `  Key      ${api_key}`,
      "",
      `The key is for ${company_id ?? "the sample company"} and is shown only now. Create another: npx daybook key create --company ${company_id ?? ""}`.trimEnd(),
    ];
  if (companies === 0)
    return [
      "",
      "There is no company yet. Create one: npx daybook company create; or see npx daybook import --help",
    ];
  if (company_id !== null)
    return [
      "",
      `Keys are shown only when they are created. Create one: npx daybook key create --company ${company_id}`,
    ];
  return [
    "",
    "Keys are shown only when they are created. Create one: npx daybook key create --company <id>, with an id of: npx daybook company list",
  ];
}

/** Leads whoever reads the screen to the first visit. */
function firstVisitLines(link: string): string[] {
  return [
    "",
    `Begin in the browser: ${link}`,
    "On this page you choose an e-mail address, a password and a company, within an hour and once. It is shown only here.",
  ];
}

/** Says how the owner signs in for the first time. */
function ownerLines({ owner }: Welcome): string[] {
  if (owner === null) return [];
  if (owner.link === null)
    return [
      `Sign in to the console: \`npx daybook member password ${owner.email}\` makes a link that sets a password.`,
    ];
  return [
    "",
    `Sign in to the console: ${owner.link}`,
    `On this page ${owner.email} sets a password, within an hour and once. It is shown only here.`,
  ];
}

/**
 * Three requests to try, as curl commands. If no key was created, they use the shell variable DAYBOOK_KEY,
 * which the reader sets.
 */
function exampleRequests({ base_url, api_key, companies, cashCategoryId }: Welcome): string[] {
  if (companies === 0) return [];
  const filter = cashCategoryId === null ? "" : `category_id=${cashCategoryId}&`;
  const paths = ["/reports/income_statement", "/reports/balance_sheet", `/journal_entries?${filter}limit=3`];
  return [
    api_key === null
      ? "Try it, with your key in DAYBOOK_KEY:"
      : "Try it: an income statement, a balance sheet, and the latest journal entries of its cash:",
    "",
    ...paths.map(
      (path) => `  curl -H "Authorization: Bearer ${api_key ?? "$DAYBOOK_KEY"}" "${base_url}${path}"`,
    ),
  ];
}
