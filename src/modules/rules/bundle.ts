/**
 * The rules' section of the bundle. The rules of a file that are new stand behind those that are there, in the order of the file;
 * the others keep their places. What was categorized by them stands with the transactions.
 */
import Type, { type Static } from "typebox";
import { BundleProblem, type BundleSection, createdField, fieldOf, neededField, onlyOnce, readId, readSeconds, recordReader, Tally, textSchema } from "../../contract/bundle.ts";
import { exactly, nullable } from "../../contract/operation.ts";
import { idSchema } from "../../contract/schemas.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { LIMITS } from "../../core/limits.ts";
import type { PublicId } from "../../core/public-id.ts";
import type { Tx } from "../../platform/db/index.ts";
import { bankingStore } from "../banking/index.ts";
import { chartStore } from "../chart/index.ts";
import { conditionFault, conditionsSchema } from "./rules.ts";
import { isChanged } from "./service.ts";
import { type RuleRow, rulesStore } from "./store.ts";

const record = exactly({
  id: idSchema("rule", "The rule's id, unique in the company."),
  name: Type.Optional(textSchema("Its name. Needed for a new one.")),
  conditions: Type.Optional(Type.Unsafe<Static<typeof conditionsSchema>>({ ...conditionsSchema, description: "All of them must hold. Needed for a new one." })),
  category_id: Type.Optional(idSchema("category", "The category that it gives. Needed for a new one.")),
  department_id: Type.Optional(nullable(idSchema("department", "The department that it gives. Default: null."))),
  active: Type.Optional(Type.Boolean({ description: "Whether it is asked. Default: true." })),
  created: createdField,
});
type RuleRecord = Static<typeof record>;
const shape = { name: "rules", form: "array", description: "Rules by which transactions get a category as they come in, in the order in which they are asked.", schema: record } as const;
const read = recordReader(shape, record);

export const rulesSection: BundleSection<Tx> = {
  ...shape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    await rulesStore.lockRules(tx, companyId);
    const former = new Map<string, RuleRow>((await rulesStore.list(tx, companyId)).map((row) => [row.id, row]));
    const known = await idsOf(tx, companyId);
    let last = former.size;
    for await (const { path, record: given } of read(batches)) {
      onlyOnce(stated, given.id, path);
      const before = former.get(given.id);
      if (before === undefined) last += 1;
      if (last > LIMITS.rules.value) throw new BundleProblem(path, `is one rule more than the ${LIMITS.rules.value} that a company may have`);
      const row = rowOf(given, before, last, now, path);
      refuseUnknown(row, known, path);
      const same = before !== undefined && !isChanged(before, row);
      if (before === undefined) await rulesStore.insert(tx, companyId, row);
      else if (!same) await rulesStore.update(tx, companyId, row);
      tally.compare(before, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await rulesStore.list(tx, companyId);
    yield rows.map(({ id, name, conditions, category_id, department_id, active, created }) => ({
      id,
      name,
      conditions: conditions.map(({ field, operator, value }) => ({ field, operator, value })),
      category_id,
      department_id,
      active,
      created,
    }));
  },
};

function rowOf(given: RuleRecord, former: RuleRow | undefined, last: number, now: UnixSeconds, path: string): RuleRow {
  return {
    id: readId("rule", given.id),
    name: neededField(given.name, former?.name, `${path}.name`),
    conditions: neededField(given.conditions, former?.conditions, `${path}.conditions`),
    category_id: neededField(given.category_id === undefined ? undefined : readId("category", given.category_id), former?.category_id, `${path}.category_id`),
    department_id: fieldOf(typeof given.department_id === "string" ? readId("department", given.department_id) : given.department_id, former?.department_id, null),
    active: fieldOf(given.active, former?.active, true),
    position: former?.position ?? last,
    job_id: former?.job_id ?? null,
    created: former?.created ?? readSeconds(given.created) ?? now,
    updated: now,
  };
}

/** The ids that a rule may name. */
async function idsOf(tx: Tx, companyId: PublicId<"company">): Promise<ReadonlySet<string>> {
  const lists = [await chartStore.listCategories(tx, companyId), await chartStore.listDepartments(tx, companyId), await bankingStore.listAllAccounts(tx, companyId)];
  return new Set(lists.flat().map(({ id }) => id));
}

function refuseUnknown({ category_id, department_id, conditions }: RuleRow, known: ReadonlySet<string>, path: string): void {
  if (!known.has(category_id)) throw new BundleProblem(`${path}.category_id`, `there is no category ${category_id}`);
  if (department_id !== null && !known.has(department_id)) throw new BundleProblem(`${path}.department_id`, `there is no department ${department_id}`);
  for (const [index, condition] of conditions.entries()) {
    const at = `${path}.conditions[${index}]`;
    const fault = conditionFault(condition);
    if (fault !== null) throw new BundleProblem(at, `makes no sense: ${fault.slice(0, -1)}`);
    if (condition.field === "account_id" && !known.has(String(condition.value))) throw new BundleProblem(`${at}.value`, `there is no account ${condition.value}`);
  }
}
