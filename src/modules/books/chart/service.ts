/** Use cases on the chart. */
import { present } from "../../../core/assert.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { CategoryRole } from "../../../core/ledger-words.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Db, type Tx, takeTurn } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import type { CategoryRow, DepartmentRow } from "./record.ts";
import { categoryForRole, inDisplayOrder, ROLE_CONVENTIONS } from "./rules.ts";
import { chartStore } from "./store.ts";

type Company = PublicId<"company">;

export interface ChartService {
  /** Lists categories by tier, then position, then name. */
  listCategories(companyId: PublicId<"company">): Promise<CategoryRow[]>;
  /** Each department is followed by its children. */
  listDepartments(companyId: PublicId<"company">): Promise<DepartmentRow[]>;
}

export function chartService({ db }: { readonly db: Db }): ChartService {
  return {
    listCategories: (companyId) => chartStore.listCategories(db, companyId),
    async listDepartments(companyId) {
      return inDisplayOrder(await chartStore.listDepartments(db, companyId));
    },
  };
}

/** The services that are needed to make a category. */
export interface ChartMaking {
  readonly ids: Ids;
  readonly now: UnixSeconds;
}

/** The categories of some roles; one that the chart lacks is given the role, or made. */
export async function categoriesOfRoles<R extends CategoryRole>(
  tx: Tx,
  companyId: Company,
  roles: readonly R[],
  making: ChartMaking,
): Promise<Readonly<Record<R, PublicId<"category">>>> {
  const find = async (): Promise<Map<CategoryRole | null, PublicId<"category">>> =>
    new Map((await chartStore.listCategories(tx, companyId)).map((row) => [row.role, row.id]));
  let found = await find();
  if (roles.some((role) => !found.has(role))) {
    await takeTurn(tx, companyId, "chart");
    for (const role of roles) await giveRole(tx, companyId, role, making);
    found = await find();
  }
  return Object.fromEntries(
    roles.map((role) => [role, present(found.get(role), `no category has the role ${role}`)]),
  ) as Record<R, PublicId<"category">>;
}

/** Gives some roles to the categories that a chart has for them by their names; makes none. */
export async function recognizeRoles(
  tx: Tx,
  companyId: Company,
  roles: readonly CategoryRole[],
): Promise<void> {
  await takeTurn(tx, companyId, "chart");
  for (const role of roles) await giveRole(tx, companyId, role, null);
}

async function giveRole(
  tx: Tx,
  companyId: Company,
  role: CategoryRole,
  making: ChartMaking | null,
): Promise<void> {
  const rows = await chartStore.listCategories(tx, companyId);
  const chosen = categoryForRole(rows, role);
  if (chosen?.role === role) return;
  const given = chosen === null ? making && newCategory(rows, role, making) : { ...chosen, role };
  if (given !== null) await chartStore.putCategories(tx, companyId, [given]);
}

/** Makes a category for a role, after the other root categories. */
function newCategory(
  rows: readonly CategoryRow[],
  role: CategoryRole,
  { ids, now }: ChartMaking,
): CategoryRow {
  const { name, account_type, cash_flow } = ROLE_CONVENTIONS[role];
  const position = Math.max(-1, ...rows.filter((row) => row.tier === 1).map((row) => row.position)) + 1;
  return {
    id: ids.next("category"),
    name,
    account_type,
    cash_flow,
    tier: 1,
    position,
    parent_id: null,
    created: now,
    role,
  };
}
