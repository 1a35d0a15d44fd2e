/**
 * Commands on live feeds: `connect` connects a bank or payment service; `connections` lists, pulls, maps and
 * ends connections. Secrets are read from a file or the standard input, so that they are in no history of a
 * shell and in no list of processes.
 */
import { parseId } from "@daybook/words/public-id";
import { type Vendor, VENDOR_NAMES } from "../../../modules/feed/connections/words.ts";
import { openSource } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import { day, id, needed, optional, pair, several, sourceFile, text, UsageProblem } from "../fields.ts";
import { countKeys } from "../sealing.ts";
import type { CommandServices } from "../services.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const CONNECTION = needed("argument", id("connection"), "The connection's id.");
const MAP = several(
  "option",
  pair("account=acct_..."),
  "An account at the vendor and the account of the books that its lines go to; `none` takes no lines. May be repeated.",
);

/** The largest secret. */
const SECRET_BYTES = 20_000;

async function readSecret(file: string, signal: AbortSignal): Promise<string> {
  const { content } = await openSource(file, signal);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > SECRET_BYTES) throw new UsageProblem("The file is too large for a token or key.");
    pieces.push(Uint8Array.from(piece));
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Parses `--map` options. An account at the vendor may contain `=`, an id of ours does not. */
function readMapping(pairs: readonly string[]): Map<string, string | null> {
  const mapping = new Map<string, string | null>();
  for (const each of pairs) {
    const at = each.lastIndexOf("=");
    const [vendorAccount, account] = [each.slice(0, at), each.slice(at + 1)];
    if (account !== "none" && parseId("account", account) === null)
      throw new UsageProblem(
        `--map must end in an account such as acct_1, or in none, not ${JSON.stringify(account)}.`,
      );
    if (mapping.has(vendorAccount)) throw new UsageProblem(`--map names ${vendorAccount} twice.`);
    mapping.set(vendorAccount, account === "none" ? null : account);
  }
  return mapping;
}

/** The accounts of a connection at its vendor, for the result of a command. */
async function accountsOf(
  app: CommandServices,
  companyId: Parameters<CommandServices["connections"]["list"]>[0],
  connection: string,
) {
  const found = (await app.connections.list(companyId)).find((each) => each.id === connection);
  return found?.accounts ?? [];
}

type Accounts = Awaited<ReturnType<typeof accountsOf>>;

function accountsTable(accounts: Accounts): string {
  return table(
    ["AT THE VENDOR", "NAME", "CURRENCY", "ACCOUNT OF THE BOOKS"],
    accounts.map((each) => [each.id, each.name, each.currency, each.account_id ?? "-"]),
    "The vendor has named no accounts yet.",
  );
}

type Listed = Awaited<ReturnType<CommandServices["connections"]["list"]>>[number];

function skippedTable({ id: connection, skipped }: Listed): string {
  const lines = table(
    ["ID", "ACCOUNT", "LINE", "FIRST SENT", "READ AGAIN", "REASON", "SENT"],
    skipped.map((each) => [
      each.id,
      each.account ?? "-",
      each.line ?? "-",
      instant(each.first_sent_at),
      each.is_read_again ? "once a day" : "no more",
      each.reason,
      each.sent,
    ]),
    "",
  );
  const holds = skipped.some(({ line }) => line === null)
    ? "\nWhile a line without an id is sent, pending lines of its account stay, so booked ones may count twice."
    : "";
  return `${connection}, lines that can't be read, and so are not in the books:\n${lines}${holds}\nTake those that are settled off the list: \`daybook connections dismiss ${connection} --line ${skipped[0]?.id ?? ""}\`.`;
}

function mappingAdvice(connection: string, accounts: Accounts): string {
  const unmapped = accounts.filter(({ account_id }) => account_id === null);
  return unmapped.length === 0
    ? ""
    : `\n\nAccounts without an account of the books are not read. Map them with:\n  daybook connections map ${connection} --map ${JSON.stringify(`${unmapped[0]?.id ?? ""}=acct_...`)}`;
}

const CONNECT_FIELDS = {
  ...COMPANY_OPTION,
  map: MAP,
  since: optional("option", day(), "Lines of earlier days are not taken; default: 90 days ago."),
  reconnect: optional(
    "option",
    id("connection"),
    "A connection that gets this secret in place of its own, and keeps its accounts.",
  ),
} as const;

const showConnected = ({
  connection_id,
  accounts,
}: {
  readonly connection_id: string;
  readonly accounts: Accounts;
}): string =>
  `Connected as ${connection_id}. The worker pulls it within minutes.\n\n${accountsTable(accounts)}${mappingAdvice(connection_id, accounts)}`;

/** A vendor that is connected with one word, such as a token or a key. */
interface WordVendor {
  readonly vendor: Vendor;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** What the word is. */
  readonly word: string;
}

/** Makes the command that connects a vendor. */
const connectWith = ({ vendor, summary, description, examples, word }: WordVendor) =>
  databaseCommand({
    name: `connect ${vendor}`,
    summary,
    description,
    examples,
    fields: {
      file: needed("argument", sourceFile(), `A file with ${word}, or - for the standard input.`),
      ...CONNECT_FIELDS,
    },
    async run(app, args, _report, signal) {
      const mapping = readMapping(args.map);
      const company_id = await chooseCompany(app, args.company);
      const given = await readSecret(args.file, signal);
      const { since, reconnect } = args;
      const { connection_id, problems } = await app.connections.connect(
        company_id,
        { vendor, given, since, mapping, reconnect },
        signal,
      );
      const accounts = await accountsOf(app, company_id, connection_id);
      return { company_id, connection_id, problems, accounts };
    },
    show: showConnected,
    notes: ({ problems }) => problems,
    exit: ({ problems }) => (problems.length > 0 ? "usage" : "ok"),
  });

const UNMAPPED = "Without --map, nothing is read until accounts are mapped.";

const simplefin = connectWith({
  vendor: "simplefin",
  summary: "Connect banks through SimpleFIN, with a setup token",
  description: `The token is claimed, which can be done once, and the access that it gives is stored encrypted with CONNECTION_KEY. ${UNMAPPED}`,
  examples: [
    ["connect simplefin token.txt", "the token in a file; lists the accounts"],
    [
      "connect simplefin - --map ACT-1=acct_operating --since 2026-01-01 < token.txt",
      "with the account that feeds acct_operating",
    ],
    ["connect simplefin token.txt --reconnect conn_1", "a new token for a connection"],
  ],
  word: "the setup token",
});

const stripe = connectWith({
  vendor: "stripe",
  summary: "Connect a Stripe balance, with an API key",
  description: `The key is stored encrypted with CONNECTION_KEY. A restricted key is enough that may read the balance and balance transactions. Each currency of the balance is an account. ${UNMAPPED}`,
  examples: [["connect stripe key.txt --map usd=acct_stripe", "the balance in dollars feeds acct_stripe"]],
  word: "the API key",
});

const mercury = connectWith({
  vendor: "mercury",
  summary: "Connect the accounts of a Mercury organization, with an API token",
  description: `The token is stored encrypted with CONNECTION_KEY. A read-only token is enough. ${UNMAPPED}`,
  examples: [["connect mercury token.txt", "lists the accounts"]],
  word: "the API token",
});

const plaid = databaseCommand({
  name: "connect plaid",
  summary: "Connect a bank through Plaid, in two steps",
  description: `The first step prints an address of Plaid's, where a person signs in at the bank, and a link token. The second step, with --finish and that token, stores the access encrypted with CONNECTION_KEY. With --reconnect there is only the first step: the person signs in again, and the connection goes on. Needs PLAID_CLIENT_ID and PLAID_SECRET. ${UNMAPPED}`,
  examples: [
    ["connect plaid --since 2026-01-01", "prints the address to sign in at"],
    ["connect plaid --finish link-production-1 --since 2026-01-01", "when that is done; lists the accounts"],
    ["connect plaid --reconnect conn_1", "prints the address to sign in again at"],
  ],
  fields: {
    finish: optional(
      "option",
      text("link token"),
      "The link token of a session in which the sign-in is done.",
    ),
    ...CONNECT_FIELDS,
  },
  async run(app, args, _report, signal) {
    const { finish, since, reconnect } = args;
    const mapping = readMapping(args.map);
    if (finish === null && mapping.size > 0)
      throw new UsageProblem("--map belongs to the second step, with --finish.");
    if (finish !== null && reconnect !== null)
      throw new UsageProblem("--reconnect has no second step; run `daybook connections pull` instead.");
    const company_id = await chooseCompany(app, args.company);
    if (finish === null) {
      const session = await app.connections.link(company_id, { vendor: "plaid", since, reconnect }, signal);
      return { company_id, session, connection_id: reconnect, problems: [], accounts: [] };
    }
    const { connection_id, problems } = await app.connections.connect(
      company_id,
      { vendor: "plaid", given: finish, since, mapping, reconnect },
      signal,
    );
    const accounts = await accountsOf(app, company_id, connection_id);
    return { company_id, session: null, connection_id, problems, accounts };
  },
  show({ session, connection_id, accounts }, { since }) {
    if (session === null) return showConnected({ connection_id: connection_id ?? "", accounts });
    const where =
      session.url === null
        ? `Plaid gave no address; your account needs Hosted Link. The link token is ${session.link_token}.`
        : `Sign in at your bank, before ${session.expires}:\n  ${session.url}`;
    const next =
      connection_id === null
        ? `daybook connect plaid --finish ${session.link_token}${since === null ? "" : ` --since ${since}`}`
        : `daybook connections pull ${connection_id}`;
    return `${where}\n\nThen run:\n  ${next}`;
  },
  notes: ({ problems }) => problems,
  exit: ({ problems }) => (problems.length > 0 ? "usage" : "ok"),
});

const connectionsList = databaseCommand({
  name: "connections list",
  summary: "List connections, their state and their accounts",
  examples: [["connections list", "with the time of the last pull and of the next one"]],
  fields: { ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, connections: await app.connections.list(company_id) };
  },
  show({ connections }) {
    const states = table(
      ["CONNECTION", "VENDOR", "STATUS", "PULLED", "NEXT", "DETAIL"],
      connections.map((each) => [
        each.id,
        each.vendor,
        each.status,
        instant(each.pulled_at),
        instant(each.next_pull_at),
        each.detail ?? "",
      ]),
      "There are no connections.",
    );
    return [
      states,
      ...connections
        .filter(({ status }) => status === "requires_reconnect")
        .map((each) => `Connect it again: \`daybook connect ${each.vendor} --reconnect ${each.id}\`.`),
      ...connections.map((each) => `${each.id}, from ${each.since}:\n${accountsTable(each.accounts)}`),
      ...connections.filter(({ skipped }) => skipped.length > 0).map(skippedTable),
    ].join("\n\n");
  },
  notes: ({ connections }) => [
    ...connections
      .filter(({ is_waiting }) => is_waiting)
      .map(
        (each) =>
          `${each.id} has been due since ${instant(each.next_pull_at)}, and no worker reads it: none runs, or all are busy. \`daybook serve\` and \`daybook work\` run one.`,
      ),
    ...connections.flatMap(({ id: connection, stale_since }) =>
      stale_since === null
        ? []
        : [
            `${connection} has not brought in all lines since ${instant(stale_since)}; later ones are missing.`,
          ],
    ),
  ],
});

const connectionsPull = databaseCommand({
  name: "connections pull",
  summary: "Pull a connection now",
  description: "What the worker does by itself, every few hours.",
  examples: [["connections pull conn_1", "reads what is new, and what has changed"]],
  fields: { connection: CONNECTION, ...COMPANY_OPTION },
  async run(app, args, _report, signal) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, ...(await app.connections.pull(company_id, args.connection, signal)) };
  },
  show({ connection_id, ok, counts, next_pull_at }) {
    if (!ok) return `${connection_id} could not be pulled. The next try is at ${instant(next_pull_at)}.`;
    return table(
      ["BECAME", "LINES"],
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => [name, `${count}`]),
      "There were no lines.",
    );
  },
  notes: ({ problems, unmapped }) => [
    ...problems,
    ...unmapped.map(
      ({ id: account, name }) => `${account} (${name}) feeds no account; its lines are not read.`,
    ),
  ],
  exit: ({ ok, counts }) => (ok && counts.refused === 0 ? "ok" : "usage"),
});

const connectionsMap = databaseCommand({
  name: "connections map",
  summary: "Say which account at the vendor feeds which account of the books",
  description:
    "Lines that have come in stay where they are. The connection is read again from its first day, so an account that is mapped now gets its earlier lines too.",
  examples: [
    ["connections map conn_1 --map ACT-1=acct_operating", "its lines go to acct_operating"],
    ["connections map conn_1 --map ACT-1=none", "its lines are not taken any more"],
  ],
  fields: { connection: CONNECTION, map: MAP, ...COMPANY_OPTION },
  async run(app, args, _report, signal) {
    if (args.map.length === 0)
      throw new UsageProblem("Say with --map what to map; `daybook connections list` lists the accounts.");
    const mapping = readMapping(args.map);
    const company_id = await chooseCompany(app, args.company);
    await app.connections.map(company_id, args.connection, mapping, signal);
    const accounts = await accountsOf(app, company_id, args.connection);
    return { company_id, connection_id: args.connection, accounts };
  },
  show: ({ accounts }) => accountsTable(accounts),
});

const connectionsDismiss = databaseCommand({
  name: "connections dismiss",
  summary: "Take lines that can't be read off the list of a connection",
  description:
    "For lines that are settled, such as those that were added by hand. They hold no pending lines any more. One that can be read later comes in all the same.",
  examples: [["connections dismiss conn_1 --line UT3y0vRmPzE8aKqd", "the line is listed no more"]],
  fields: {
    connection: CONNECTION,
    line: several("option", text("id"), "A line's id in `connections list`; may be repeated."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    if (args.line.length === 0)
      throw new UsageProblem("Say with --line which; `daybook connections list` lists them.");
    const company_id = await chooseCompany(app, args.company);
    await app.connections.dismiss(company_id, args.connection, args.line);
    return { company_id, connection_id: args.connection, dismissed: args.line };
  },
  show: ({ connection_id, dismissed }) => `${connection_id} lists ${dismissed.length} fewer.`,
});

const connectionsDisconnect = databaseCommand({
  name: "connections disconnect",
  summary: "End a connection and delete its secret",
  description: "Booked lines stay in the books. Pending ones are removed, because nobody would book them.",
  examples: [["connections disconnect conn_1", "no more lines come in"]],
  fields: { connection: CONNECTION, ...COMPANY_OPTION },
  async run(app, args, _report, signal) {
    const company_id = await chooseCompany(app, args.company);
    const ended = await app.connections.disconnect(company_id, args.connection, signal);
    return { company_id, connection_id: args.connection, ...ended };
  },
  show: ({ connection_id, removed }) =>
    `${connection_id} is disconnected, and its secret deleted. Pending lines removed: ${removed}.`,
  notes: ({ vendor, revoked }) =>
    revoked ? [] : [`End the access at ${VENDOR_NAMES[vendor]} too: revoke the token or key there.`],
});

const connectionsReseal = databaseCommand({
  name: "connections reseal",
  summary: "Encrypt the secrets of all connections with the first key of CONNECTION_KEY",
  description:
    "For replacing a key: set CONNECTION_KEY to the new key, a comma and the old one for the service and all of its workers, and restart them. Then run this. When none is left, the old key can go. It may be run again.",
  examples: [["connections reseal", "of all companies; says how many are left"]],
  fields: {},
  async run(app) {
    const totals = {
      // Of the process that does this: a running server may have others than the command line.
      keys: countKeys(app.config),
      resealed: 0,
      current: 0,
      left: [] as { company_id: string; connection_id: string }[],
    };
    for (const { id: company_id } of await app.company.list()) {
      const { changed, current, former, unopened } = await app.connections.reseal(company_id);
      totals.resealed += changed.length;
      totals.current += current.length - changed.length;
      totals.left.push(...[...former, ...unopened].map((connection_id) => ({ company_id, connection_id })));
    }
    return totals;
  },
  show: ({ keys, resealed, current, left }) =>
    `Encrypted again: ${resealed}. Encrypted with the first key before: ${current}. Left: ${left.length}.${left.length > 0 || keys < 2 ? "" : " The other keys of CONNECTION_KEY can go."}`,
  notes: ({ keys, left }) => [
    ...(keys === 1
      ? [
          "CONNECTION_KEY has only one key in the process that did this. If you have set a new one, restart the service before you run this, and keep the old one.",
        ]
      : []),
    ...left.map(
      ({ company_id, connection_id }) =>
        `No key of CONNECTION_KEY decrypts the secret of ${connection_id} of ${company_id}. Add the key with which it was encrypted at the end, or connect again with --reconnect.`,
    ),
  ],
  exit: ({ left }) => (left.length > 0 ? "difference" : "ok"),
});

export const CONNECTION_COMMANDS = [
  simplefin,
  stripe,
  mercury,
  plaid,
  connectionsList,
  connectionsPull,
  connectionsMap,
  connectionsDismiss,
  connectionsDisconnect,
  connectionsReseal,
];
