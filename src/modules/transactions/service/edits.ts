/** Edits: all of the fields that are given or none, and the postings of what is edited with them. */
import type { CivilDate, UnixSeconds } from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Queryable, Tx } from "../../../platform/db/index.ts";
import { checkAccountingDate, type Edit, editRefusal, isEditable } from "../rules.ts";
import { type StoredRow, type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { chosenCategory, chosenDepartment, incorporated } from "./choices.ts";
import { beginWriting, type Change, readAgain, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/** When an edit is made. */
export interface Moment {
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/** Fields that transactions may be given: the category and the department can be chosen, and the date is within its bounds. */
export interface Given extends Edit {
  readonly category_id?: PublicId<"category">;
  readonly department_id?: PublicId<"department"> | null;
}

/** A transaction with what it is given. */
export interface Gift {
  readonly row: TransactionRow;
  readonly given: Given;
}

/** When something is written, and the stamp that it carries. */
export interface Stamped {
  readonly now: UnixSeconds;
  readonly updated: UnixSeconds;
}

/** Edits one transaction. Refuses `resource_missing` for what can't be edited or given, and `transaction_update_failed` where bookkeeping stands against it. */
export async function edit(tx: Tx, companyId: Company, id: string, fields: Edit, { now, today }: Moment): Promise<TransactionRow> {
  const updated = await beginWriting(tx, companyId, now);
  const [row] = await transactionsStore.lockById(tx, companyId, [id]);
  if (row === undefined || !isEditable(row)) throw refuse("resource_missing");
  const given = await readFields(tx, companyId, fields, today);
  const refusal = editRefusal(row, given);
  if (refusal !== null) throw refusal;
  await give(tx, companyId, { now, updated }, [{ row, given }]);
  return readAgain(tx, companyId, id);
}

/** Looks what is to be given up. Refuses `resource_missing` and `transaction_update_failed` for what no transaction can be given. */
export async function readFields(db: Queryable, companyId: Company, { category_id, department_id, accounting_date, ...texts }: Edit, today: CivilDate): Promise<Given> {
  const category = category_id === undefined ? undefined : await chosenCategory(db, companyId, category_id);
  const department = typeof department_id === "string" ? await chosenDepartment(db, companyId, department_id) : department_id;
  if (accounting_date) checkAccountingDate(accounting_date, await incorporated(db, companyId), today);
  return {
    ...texts,
    ...(category === undefined ? {} : { category_id: category }),
    ...(department === undefined ? {} : { department_id: department }),
    ...(accounting_date === undefined ? {} : { accounting_date }),
  };
}

/** Gives editable transactions fields that nothing stands against. What is so already is not written. */
export async function give(tx: Tx, companyId: Company, { now, updated }: Stamped, gifts: readonly Gift[]): Promise<void> {
  const changes = gifts.map(({ row, given }) => changeOf(row, given, updated)).filter((change) => change !== null);
  await writeChanges(tx, companyId, now, changes);
}

function changeOf(before: TransactionRow, { accounting_date, ...others }: Given, updated: UnixSeconds): (Change & { readonly before: TransactionRow }) | null {
  const given: Partial<StoredRow> = { ...others, ...(accounting_date === undefined ? {} : { accounting_date: accounting_date ?? before.date }) };
  const same = Object.entries(given).every(([name, value]) => before[name as keyof StoredRow] === value);
  return same ? null : { before, after: { ...before, ...given, updated } };
}
