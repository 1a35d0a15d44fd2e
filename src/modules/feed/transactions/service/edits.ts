/** Edits: all of the fields that are given or none, and the postings of what is edited with them. */
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { chartStore, type DepartmentChoiceRow } from "../../../books/chart/index.ts";
import type { Edit } from "../record.ts";
import {
  checkAccountingDate,
  closedEditRefusal,
  editRefusal,
  isEditable,
  reconciledEditRefusal,
} from "../rules.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { lookUpCategory, type CategoryLookup, assignableOf, chosenOf, incorporated } from "./choices.ts";
import { closedRowsOf, reconciledOf } from "./closed.ts";
import { beginWriting, type Change, type Stamped, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/** The time of a request, and the accounting day at that time. */
export interface RequestTime {
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/**
 * Fields that transactions may be given: the category and the department can be chosen, with what is read of
 * them, and the date is within its bounds.
 */
export interface ResolvedEdit
  extends Edit, Partial<Pick<TransactionRow, "category_name" | "category_role" | "department_name">> {
  readonly category_id?: PublicId<"category">;
  readonly department_id?: PublicId<"department"> | null;
}

/** A transaction and the new values of its fields. */
export interface PendingEdit {
  readonly row: TransactionRow;
  readonly given: ResolvedEdit;
}

/**
 * Edits one transaction. Refuses `resource_missing` for what can't be edited or given, and
 * `transaction_update_failed` where bookkeeping stands against it.
 */
export async function edit(
  tx: Tx,
  companyId: Company,
  id: string,
  fields: Edit,
  { now, today }: RequestTime,
): Promise<TransactionRow> {
  // All at once. The stamp is first, because it keeps other writers out.
  const [updated, [row], found] = await Promise.all([
    beginWriting(tx, companyId, now),
    transactionsStore.lockById(tx, companyId, [id]),
    lookUp(tx, companyId, fields),
  ]);
  if (row === undefined || !isEditable(row)) throw refuse("resource_missing");
  const given = givenOf(fields, found, today);
  const refusal =
    editRefusal(row, given) ??
    closedEditRefusal(row, given, await closedRowsOf(tx, companyId, [id])) ??
    reconciledEditRefusal(row, given, await reconciledOf(tx, companyId, [row], given));
  if (refusal !== null) throw refusal;
  const change = changeOf(row, given, updated);
  if (change === null) return row;
  await write(tx, companyId, now, [change]);
  return change.after;
}

/** What the database knows about the fields of an edit. */
interface FieldLookups {
  readonly category: CategoryLookup | null;
  readonly department: DepartmentChoiceRow | null;
  readonly incorporated: CivilDate | null;
}

async function lookUp(
  db: Queryable,
  companyId: Company,
  { category_id, department_id, accounting_date }: Edit,
): Promise<FieldLookups> {
  const [category, department, incorporatedOn] = await Promise.all([
    category_id === undefined ? null : lookUpCategory(db, companyId, category_id),
    typeof department_id === "string" ? chartStore.findDepartmentChoice(db, companyId, department_id) : null,
    accounting_date ? incorporated(db, companyId) : null,
  ]);
  return { category, department, incorporated: incorporatedOn };
}

/** Refuses `resource_missing` and `transaction_update_failed` for what no transaction can be given. */
function givenOf(
  { category_id: _category, department_id, accounting_date, ...texts }: Edit,
  found: FieldLookups,
  today: CivilDate,
): ResolvedEdit {
  const category = found.category === null ? null : chosenOf(found.category);
  const department = typeof department_id === "string" ? assignableOf(found.department) : null;
  if (accounting_date) checkAccountingDate(accounting_date, found.incorporated, today);
  return {
    ...texts,
    ...(category === null
      ? {}
      : { category_id: category.id, category_name: category.name, category_role: category.role }),
    ...(department_id === undefined
      ? {}
      : { department_id: department?.id ?? null, department_name: department?.name ?? null }),
    ...(accounting_date === undefined ? {} : { accounting_date }),
  };
}

/**
 * Resolves the fields of an edit. Refuses `resource_missing` and `transaction_update_failed` for what no
 * transaction can be given.
 */
export async function readFields(
  db: Queryable,
  companyId: Company,
  fields: Edit,
  today: CivilDate,
): Promise<ResolvedEdit> {
  return givenOf(fields, await lookUp(db, companyId, fields), today);
}

/** Applies edits that passed all checks. Unchanged transactions are not written. */
export async function applyEdits(
  tx: Tx,
  companyId: Company,
  { now, updated }: Stamped,
  edits: readonly PendingEdit[],
): Promise<void> {
  await write(
    tx,
    companyId,
    now,
    edits.map(({ row, given }) => changeOf(row, given, updated)).filter((change) => change !== null),
  );
}

interface EditChange extends Change {
  readonly before: TransactionRow;
  readonly after: TransactionRow;
  /** True if the API's view changes (`merchant_chosen` is internal). */
  readonly visible: boolean;
}

async function write(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  changes: readonly EditChange[],
): Promise<void> {
  const [visible, internal] = [
    changes.filter((change) => change.visible),
    changes.filter((change) => !change.visible),
  ];
  if (internal.length > 0)
    await transactionsStore.update(
      tx,
      companyId,
      internal.map(({ after }) => after),
    );
  if (visible.length > 0) await writeChanges(tx, companyId, now, visible);
}

function changeOf(
  before: TransactionRow,
  { accounting_date, ...others }: ResolvedEdit,
  updated: UnixSeconds,
): EditChange | null {
  const given: Partial<TransactionRow> = {
    ...others,
    ...(accounting_date === undefined ? {} : { accounting_date: accounting_date ?? before.date }),
  };
  const visible = Object.entries(given).some(
    ([name, value]) => before[name as keyof TransactionRow] !== value,
  );
  const merchant_chosen = before.merchant_chosen || given.merchant_name !== undefined;
  if (!visible && merchant_chosen === before.merchant_chosen) return null;
  return {
    before,
    after: { ...before, ...given, merchant_chosen, updated: visible ? updated : before.updated },
    visible,
  };
}
