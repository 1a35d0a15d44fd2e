/** Writes and deletes all rows of a company, without triggers: the rows include what triggers keep. */
import { withoutTriggers } from "../backup/restore.ts";
import type { Tx } from "../db.ts";
import { allRows, type CompanyCatalog, JOBS, jobsOf, literal, userIdsQuery, USERS } from "./tables.ts";

/**
 * Runs `work` without triggers and foreign keys. A role that may set `session_replication_role` turns them
 * off for this transaction alone. Any other owner of the tables drops and makes them again, which keeps all
 * other requests waiting until the transaction ends.
 */
export async function quietly<T>(tx: Tx, { tables }: CompanyCatalog, work: () => Promise<T>): Promise<T> {
  const names = [...tables.map(({ name }) => name), "company_moves"];
  await tx.script("savepoint before_role");
  try {
    await tx.script("set local session_replication_role = replica");
  } catch {
    await tx.script("rollback to savepoint before_role");
    await tx.script(`lock table ${names.join(", ")} in access exclusive mode`);
    return withoutTriggers(tx, names, work);
  }
  const result = await work();
  await tx.script("set local session_replication_role = origin");
  return result;
}

/** Deletes all rows of a company but its users. Must run within `quietly`. */
export async function deleteRows(tx: Tx, { tables }: CompanyCatalog, companyId: string): Promise<void> {
  const id = literal(companyId);
  const commands = tables
    .map(({ name }) => name)
    .filter((name) => name !== USERS && name !== JOBS && name !== "companies")
    .map((name) => `delete from ${name} where company_id = ${id}`);
  await tx.script(
    [
      ...commands,
      `delete from ${JOBS} where ${jobsOf(companyId)}`,
      `delete from credentials where company = ${id}`,
      `delete from company_moves where company_id = ${id}`,
      `delete from companies where id = ${id}`,
    ].join("; "),
  );
}

/** Reads the ids and e-mail addresses of a company's users. */
export async function listUsers(
  tx: Tx,
  companyCatalog: CompanyCatalog,
  companyId: string,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const rows = await allRows(
    tx,
    `select id, email from ${USERS} where id in (${userIdsQuery(companyCatalog, companyId)}) order by id`,
  );
  return rows.map(([id, email]) => ({ id: id ?? "", email: email ?? "" }));
}

type User = Awaited<ReturnType<typeof listUsers>>[number];

const listOf = (users: readonly User[], field: keyof User): string =>
  users.map((user) => literal(user[field])).join(", ");

/** Waits for transactions that add rows with these users, and keeps further ones from it. */
export async function lockUsers(tx: Tx, users: readonly User[]): Promise<void> {
  if (users.length > 0)
    await tx.script(`select 1 from ${USERS} where id in (${listOf(users, "id")}) for update`);
}

/** Returns those of some users whom no row of another company names. */
export async function findLoneUsers(
  tx: Tx,
  { userColumns }: CompanyCatalog,
  companyId: string,
  users: readonly User[],
): Promise<User[]> {
  if (users.length === 0) return [];
  const used = userColumns.map(
    ({ relation, name }) =>
      `select ${name} from ${relation} where ${name} in (${listOf(users, "id")}) and company_id <> ${literal(companyId)}`,
  );
  const kept = new Set((await allRows(tx, used.join(" union "))).map(([id]) => id));
  return users.filter(({ id }) => !kept.has(id));
}

/**
 * Deletes users with their passwords and sessions, and the mail that waits for them. Must run within
 * `quietly`.
 */
export async function deleteUsers(
  tx: Tx,
  { personalColumns }: CompanyCatalog,
  users: readonly User[],
): Promise<void> {
  if (users.length === 0) return;
  const ids = listOf(users, "id");
  await tx.script(
    [
      ...personalColumns.map(({ relation, name }) => `delete from ${relation} where ${name} in (${ids})`),
      `delete from ${JOBS} where subject in (${listOf(users, "email")})`,
      `delete from ${USERS} where id in (${ids})`,
    ].join("; "),
  );
}
