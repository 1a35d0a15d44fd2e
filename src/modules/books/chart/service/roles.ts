/**
 * The categories with a role, which the service uses for postings without a chosen category. Invariant: a
 * company has one category of a role, which is made when it is needed first.
 */
import { present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { CategoryRole } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { type Tx, takeTurn } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { StoredCategory } from "../record.ts";
import { categoryForRole, ROLE_CONVENTIONS } from "../rules/index.ts";
import { chartStore } from "../store.ts";
import { nextPosition } from "./change.ts";

type Company = PublicId<"company">;

/** What is needed to create a category. */
export interface ChartMaking {
  readonly ids: Ids;
  readonly now: UnixSeconds;
}

/**
 * Returns the categories with these roles. If no category has a role, a category with a usual name gets the
 * role, or else a new category is created.
 */
export async function categoriesOfRoles<R extends CategoryRole>(
  tx: Tx,
  companyId: Company,
  roles: readonly R[],
  making: ChartMaking,
): Promise<Readonly<Record<R, PublicId<"category">>>> {
  const find = async (): Promise<Map<CategoryRole | null, PublicId<"category">>> =>
    new Map((await chartStore.listCategories(tx, companyId)).map((row) => [row.role, row.id]));
  let idByRole = await find();
  if (roles.some((role) => !idByRole.has(role))) {
    await takeTurn(tx, companyId, "chart");
    for (const role of roles) await assignRole(tx, companyId, role, making);
    idByRole = await find();
  }
  return Object.fromEntries(
    roles.map((role) => [role, present(idByRole.get(role), `no category has the role ${role}`)]),
  ) as Record<R, PublicId<"category">>;
}

/**
 * Creates a category beside that of a role, of its type and with its cash flow role. A number follows the
 * name if a sibling has it. Refuses `invalid_request` with param `category_id` if the chart is full.
 */
export async function categoryBeside(
  tx: Tx,
  companyId: Company,
  role: CategoryRole,
  name: string,
  { ids, now }: ChartMaking,
): Promise<PublicId<"category">> {
  const rows = await chartStore.listCategories(tx, companyId);
  const model = present(
    rows.find((row) => row.role === role),
    `no category has the role ${role}`,
  );
  if (rows.length >= LIMITS.categories.value)
    throw refuse("invalid_request", {
      param: "category_id",
      message: `A company has at most ${LIMITS.categories.value} categories, so no new one can be made. Name an existing one.`,
    });
  const taken = new Set(
    rows.filter(({ parent_id }) => parent_id === model.parent_id).map((row) => row.name.toLowerCase()),
  );
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} ${number}`;
  const id = ids.next("category");
  const position = nextPosition(rows, model.parent_id);
  await chartStore.putCategories(tx, companyId, [
    { ...model, id, name: free, position, created: now, role: null, cash_paid_for: null, merged: [] },
  ]);
  return id;
}

/** Assigns these roles to the categories that have a usual name for them. Creates no category. */
export async function recognizeRoles(
  tx: Tx,
  companyId: Company,
  roles: readonly CategoryRole[],
): Promise<void> {
  await takeTurn(tx, companyId, "chart");
  for (const role of roles) await assignRole(tx, companyId, role, null);
}

/** Assigns a role to its category. Creates the category if there is none and `making` is not null. */
async function assignRole(
  tx: Tx,
  companyId: Company,
  role: CategoryRole,
  making: ChartMaking | null,
): Promise<void> {
  const rows = await chartStore.listCategories(tx, companyId);
  const chosen = categoryForRole(rows, role);
  if (chosen?.role === role) return;
  const next = chosen === null ? making && newCategory(rows, role, making) : { ...chosen, role };
  if (next !== null) await chartStore.putCategories(tx, companyId, [next]);
}

/** Returns a new category for a role, positioned after the other root categories. */
function newCategory(
  rows: readonly StoredCategory[],
  role: CategoryRole,
  { ids, now }: ChartMaking,
): StoredCategory {
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
    balance_class: null,
    cash_paid_for: null,
    active: true,
    merged: [],
  };
}
