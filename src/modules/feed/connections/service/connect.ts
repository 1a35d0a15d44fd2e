/** Connecting, reconnecting, mapping accounts and disconnecting. */
import {
  addDays,
  type CivilDate,
  dayNumber,
  losAngelesDate,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { defaultsOf } from "../../../../core/record.ts";
import { parseId } from "@daybook/words/public-id";
import type { Db, Queryable, Tx } from "../../../../platform/db/index.ts";
import { MAKE_SEALING_KEY, type Sealer } from "../../../../platform/secrets/index.ts";
import { lockCompany } from "../../../tenants/company/index.ts";
import { bankingStore } from "../../banking/index.ts";
import { type ConnectionRow, CONNECTIONS, type VendorAccountRow } from "../record.ts";
import { UnexpectedAnswer } from "../rules/answers.ts";
import { pendingOf, type VendorAccount } from "../rules/pull.ts";
import { PAST_DAYS } from "../rules/schedule.ts";
import { dismissed, NONE_SKIPPED } from "../rules/skipped.ts";
import { isDollars, type Vendor, VENDOR_NAMES, VENDORS } from "../rules/words.ts";
import { connectionsStore } from "../store.ts";
import { type LinkSession, NeedsReconnect, NotConnected, TryLater } from "./connector.ts";
import type { Company, ConnectionsNeeds } from "./needs.ts";
import { findConnection, openSecret, placeOf, pull, putAccounts, report } from "./pull.ts";

/** Which account at the vendor feeds which account of the books; null: none. */
export type Mapping = ReadonlyMap<string, string | null>;

export interface NewConnection {
  readonly vendor: Vendor;
  /** What the person got from the vendor, such as a token. */
  readonly given: string;
  /** Lines of earlier days are not taken. Null: 90 days back. */
  readonly since: CivilDate | null;
  readonly mapping: Mapping;
  /** The connection whose secret is replaced; null for a new one. */
  readonly reconnect: string | null;
}

export interface Connected {
  readonly connection_id: string;
  /** Sentences for people. */
  readonly problems: readonly string[];
}

const DEFAULT_DAYS = 90;

const NO_KEY = `CONNECTION_KEY is not set, so the secret of a connection can't be encrypted: ${MAKE_SEALING_KEY}, set it for the service and its workers, and keep a copy apart from the backups.`;

/** The sealer. Throws a refusal that says how to make its key. */
function sealerOf({ sealer }: Pick<ConnectionsNeeds, "sealer">): Sealer {
  if (sealer !== null) return sealer;
  throw refuse("invalid_request", { message: NO_KEY });
}

/** The vendors that can be connected here. */
export interface ConnectableVendor {
  readonly key: Vendor;
  readonly name: string;
  /** True if a person signs in on a page of the vendor's. */
  readonly has_sessions: boolean;
  readonly past_days: number;
  /** The setting that the operator has to make first; null for none. */
  readonly problem: string | null;
}

export function connectableVendors({
  sealer,
  connectors,
}: Pick<ConnectionsNeeds, "sealer" | "connectors">): ConnectableVendor[] {
  return VENDORS.map((key) => ({
    key,
    name: VENDOR_NAMES[key],
    has_sessions: connectors[key].link !== undefined,
    past_days: PAST_DAYS[key],
    problem: sealer === null ? NO_KEY : (connectors[key].missing ?? null),
  }));
}

/** The first day whose lines are taken. Refuses a day to come, and one that is too long ago for the vendor. */
function firstDay(vendor: Vendor, since: CivilDate | null, now: UnixSeconds): CivilDate {
  const today = losAngelesDate(now);
  if (since === null) return addDays(today, -DEFAULT_DAYS);
  const earliest = addDays(today, -PAST_DAYS[vendor]);
  if (since >= earliest && since <= today) return since;
  throw refuse("invalid_request", {
    param: "since",
    message: `Lines of ${VENDOR_NAMES[vendor]} can be taken from a day between ${earliest} and today. Bring earlier ones in with bank files.`,
  });
}

/** Connects a vendor, or gives a connection a new secret. Refuses `invalid_request` and `resource_missing`. */
export async function connect(
  needs: ConnectionsNeeds,
  companyId: Company,
  { vendor, given, since, mapping, reconnect }: NewConnection,
  signal: AbortSignal,
): Promise<Connected> {
  const sealer = sealerOf(needs);
  const { db, ids, now } = needs;
  await checkMapping(db, companyId, mapping);
  const from = firstDay(vendor, since, now());
  const former = reconnect === null ? null : await findConnection(needs, companyId, reconnect);
  if (former !== null && former.vendor !== vendor)
    throw refuse("invalid_request", {
      param: "reconnect",
      message: `${former.id} is a connection to ${VENDOR_NAMES[former.vendor]}, not to ${VENDOR_NAMES[vendor]}.`,
    });
  if (former !== null && mapping.size > 0)
    throw refuse("invalid_request", {
      param: "accounts",
      message: "A connection that exists keeps its accounts.",
      ways: [{ first: "mapConnection" }],
    });
  const connector = needs.connectors[vendor];
  if (former !== null && connector.link !== undefined)
    throw refuse("invalid_request", {
      message: `${VENDOR_NAMES[vendor]} renews a sign-in in a session of its own, which needs no second step.`,
    });
  const secret = await told(() => connector.claim(given, signal));
  const id = former?.id ?? ids.next("connection");
  const sealed = sealer.seal(secret, placeOf(companyId, id));
  await db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    if (former === null) await connectionsStore.insert(tx, companyId, newRow(id, sealed));
    else await replaceSecret(tx, sealed);
    await report(tx, companyId, vendor, now());
    await needs.askForPull(tx, companyId, id, now());
  });
  const problems = await listAccountsAt(needs, companyId, id, vendor, secret, mapping, signal);
  return { connection_id: id, problems };

  function newRow(own: ConnectionRow["id"], text: string): ConnectionRow {
    return {
      ...defaultsOf(CONNECTIONS),
      id: own,
      vendor,
      secret: text,
      since: from,
      created: now(),
      next_pull_at: now(),
    };
  }

  async function replaceSecret(tx: Tx, text: string): Promise<void> {
    const row = await connectionsStore.lock(tx, companyId, id);
    if (row === null) throw refuse("resource_missing", { param: "id" });
    await connectionsStore.update(tx, companyId, {
      ...row,
      secret: text,
      status: "connected",
      detail: null,
      failures: 0,
      revision: row.revision + 1,
      next_pull_at: now(),
    });
  }
}

/**
 * Begins a session in which a person signs in at the vendor: for a new connection, or to renew that of
 * `reconnect`. Refuses `invalid_request` and `resource_missing`.
 */
export async function link(
  needs: ConnectionsNeeds,
  companyId: Company,
  { vendor, since, reconnect }: Pick<NewConnection, "vendor" | "since" | "reconnect">,
  signal: AbortSignal,
): Promise<LinkSession> {
  // Before a person has signed in for nothing.
  sealerOf(needs);
  const begin = needs.connectors[vendor].link;
  if (begin === undefined)
    throw refuse("invalid_request", { message: `${VENDOR_NAMES[vendor]} has no sessions to sign in.` });
  const former = reconnect === null ? null : await findConnection(needs, companyId, reconnect, "reconnect");
  const from = firstDay(vendor, since, needs.now());
  const days = Math.max(1, dayNumber(losAngelesDate(needs.now())) - dayNumber(from));
  return told(async () => {
    const secret = former === null ? null : openSecret(needs, companyId, former);
    return begin({ user: companyId, days, secret }, signal);
  });
}

/**
 * Reads the accounts at the vendor and maps them. The secret is stored already, because a vendor may give it
 * only once; so what fails here is reported and not refused.
 */
async function listAccountsAt(
  needs: ConnectionsNeeds,
  companyId: Company,
  id: ConnectionRow["id"],
  vendor: Vendor,
  secret: string,
  mapping: Mapping,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let accounts: readonly VendorAccount[];
  try {
    accounts = await needs.connectors[vendor].accounts(secret, signal);
  } catch (error) {
    if (error instanceof NeedsReconnect || error instanceof TryLater || error instanceof UnexpectedAnswer)
      return [`The accounts could not be listed: ${error.message}`];
    throw error;
  }
  return needs.db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    await putAccounts(tx, companyId, id, accounts);
    const problems = await mapAccounts(tx, companyId, id, mapping);
    await report(tx, companyId, vendor, needs.now());
    return problems;
  });
}

/** Runs what a person waits for; what the vendor refuses is a refusal of the command. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof NotConnected ||
      error instanceof NeedsReconnect ||
      error instanceof TryLater ||
      error instanceof UnexpectedAnswer
    )
      throw refuse("invalid_request", { message: error.message });
    throw error;
  }
}

/** Refuses a mapping to accounts that the books do not have. */
async function checkMapping(db: Db, companyId: Company, mapping: Mapping): Promise<void> {
  const known = new Set<string>((await bankingStore.listAllAccounts(db, companyId)).map(({ id }) => id));
  for (const account of mapping.values())
    if (account !== null && !known.has(account))
      throw refuse("resource_missing", { param: "accounts", message: `There is no account ${account}.` });
}

/** Maps accounts. Returns a sentence for each that can't be mapped. */
async function mapAccounts(
  tx: Tx,
  companyId: Company,
  connection: string,
  mapping: Mapping,
): Promise<readonly string[]> {
  const all = await connectionsStore.listAccounts(tx, companyId);
  const problems: string[] = [];
  for (const [vendorId, account] of mapping) {
    const row = all.find((each) => each.connection_id === connection && each.id === vendorId);
    const isTwice = account !== null && [...mapping.values()].filter((each) => each === account).length > 1;
    const taken = all.find(
      (each) =>
        account !== null &&
        each.account_id === account &&
        !(each.connection_id === connection && mapping.has(each.id)),
    );
    if (row === undefined) problems.push(`The connection has no account ${vendorId}, so it is not mapped.`);
    else if (account !== null && !isDollars(row.currency))
      problems.push(`${vendorId} is in ${row.currency}, and the books are in US dollars; it is not mapped.`);
    else if (isTwice) problems.push(`${account} is named twice; ${vendorId} is not mapped.`);
    else if (taken !== undefined)
      problems.push(
        `${account} is fed by ${taken.id} of ${taken.connection_id} already; ${vendorId} is not mapped.`,
      );
    else
      await connectionsStore.mapAccount(
        tx,
        companyId,
        connection,
        vendorId,
        account === null ? null : parseId("account", account),
      );
  }
  return problems;
}

/**
 * Changes which accounts feed which, all of `mapping` or nothing. The connection begins again from its first
 * day, so that accounts which are mapped now get their earlier lines too; it is pulled before, so that
 * nothing is missed. Refuses `resource_missing` and `invalid_request`.
 */
export async function remap(
  needs: ConnectionsNeeds,
  companyId: Company,
  id: string,
  mapping: Mapping,
  signal: AbortSignal,
): Promise<void> {
  await findConnection(needs, companyId, id);
  await checkMapping(needs.db, companyId, mapping);
  const accounts = await accountsOf(needs.db, companyId, id);
  if (accounts.length === 0 || accounts.some(({ account_id }) => account_id !== null)) {
    const { ok, problems } = await pull(needs, companyId, id, signal);
    if (!ok)
      throw refuse("invalid_request", {
        message:
          `Accounts can be mapped only while the connection can be pulled. ${problems[0] ?? ""}`.trim(),
      });
  }
  await needs.db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const row = await connectionsStore.lock(tx, companyId, id);
    if (row === null) throw refuse("resource_missing", { param: "id" });
    const moved = row.pending.filter(({ account }) => mapping.has(account));
    const before = await accountsOf(tx, companyId, id);
    await needs.transactions.follow(
      tx,
      companyId,
      { removed: pendingOf(moved, before), lines: [] },
      needs.now(),
    );
    // Two accounts may take each other's place.
    for (const vendorId of mapping.keys())
      await connectionsStore.mapAccount(tx, companyId, id, vendorId, null);
    const problems = await mapAccounts(tx, companyId, id, mapping);
    if (problems.length > 0)
      throw refuse("invalid_request", { param: "accounts", message: problems.join(" ") });
    await connectionsStore.update(tx, companyId, {
      ...row,
      cursor: null,
      ...NONE_SKIPPED,
      skipped: row.skipped.filter(({ is_dismissed }) => is_dismissed),
      pending: row.pending.filter(({ account }) => !mapping.has(account)),
      revision: row.revision + 1,
      next_pull_at: needs.now(),
    });
    await report(tx, companyId, row.vendor, needs.now());
    await needs.askForPull(tx, companyId, id, needs.now());
  });
}

/** The accounts at the vendor of one connection. */
async function accountsOf(db: Queryable, companyId: Company, id: string): Promise<VendorAccountRow[]> {
  return (await connectionsStore.listAccounts(db, companyId)).filter(
    ({ connection_id }) => connection_id === id,
  );
}

/**
 * Ends a connection. Its booked lines stay; its pending ones are removed, because nothing would ever book
 * them. Returns false if the vendor could not be reached: then the person has to end the access there.
 */
export async function disconnect(
  needs: ConnectionsNeeds,
  companyId: Company,
  id: string,
  signal: AbortSignal,
): Promise<{ readonly vendor: Vendor; readonly revoked: boolean; readonly removed: number }> {
  const found = await findConnection(needs, companyId, id);
  const revoked = await revoke(needs, companyId, found, signal);
  const removed = await needs.db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const row = await connectionsStore.lock(tx, companyId, id);
    if (row === null) throw refuse("resource_missing", { param: "id" });
    const pending = pendingOf(row.pending, await accountsOf(tx, companyId, id));
    const followed = await needs.transactions.follow(
      tx,
      companyId,
      { removed: pending, lines: [] },
      needs.now(),
    );
    await connectionsStore.delete(tx, companyId, id);
    await report(tx, companyId, row.vendor, needs.now());
    return followed.removed;
  });
  return { vendor: found.vendor, revoked, removed };
}

async function revoke(
  needs: ConnectionsNeeds,
  companyId: Company,
  row: ConnectionRow,
  signal: AbortSignal,
): Promise<boolean> {
  const connector = needs.connectors[row.vendor];
  if (connector.revoke === undefined) return false;
  try {
    await connector.revoke(openSecret(needs, companyId, row), signal);
    return true;
  } catch (error) {
    if (error instanceof NeedsReconnect || error instanceof TryLater || error instanceof UnexpectedAnswer)
      return false;
    throw error;
  }
}

/** Makes the worker pull a connection next. Refuses `resource_missing`. */
export async function askNow(needs: ConnectionsNeeds, companyId: Company, id: string): Promise<void> {
  await needs.db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const row = await connectionsStore.lock(tx, companyId, id);
    if (row === null) throw refuse("resource_missing", { param: "id" });
    await connectionsStore.update(tx, companyId, {
      ...row,
      next_pull_at: needs.now(),
      again_at: row.again_cursor === null ? null : needs.now(),
    });
    await needs.askForPull(tx, companyId, id, needs.now());
  });
}

/** Takes lines that could not be read off the list of a connection. Refuses `resource_missing`. */
export async function dismiss(
  needs: ConnectionsNeeds,
  companyId: Company,
  id: string,
  lines: readonly string[],
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const row = await connectionsStore.lock(tx, companyId, id);
    if (row === null) throw refuse("resource_missing", { param: "id" });
    const found = dismissed(row.skipped, lines);
    if ("unknown" in found)
      throw refuse("resource_missing", {
        param: "lines",
        message: `The connection lists no line ${found.unknown}.`,
      });
    await connectionsStore.update(tx, companyId, { ...row, ...found });
  });
}
