/**
 * Use cases on rules. Invariants: every writer locks the rules of the company, so that their positions are 1,
 * 2, 3 and so on; a rule is saved only with a category and a department that transactions can have.
 */
import { present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { isChanged } from "../../../core/record.ts";
import { type Db, type Tx, takeTurn } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { bankingStore } from "../banking/index.ts";
import {
  chosenCategory,
  chosenDepartment,
  type Suggest,
  type TransactionsService,
} from "../transactions/index.ts";
import { type RuleRow, RULES } from "./record.ts";
import { type Condition, conditionFault, firstMatch, moveTo } from "./rules.ts";
import { rulesStore } from "./store.ts";

type Company = PublicId<"company">;

/** The fields of a new rule. */
export interface NewRule {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly category_id: string;
  readonly department_id: string | null;
  readonly active: boolean;
  /** Null for the last position. */
  readonly position: number | null;
}

/** A change of a rule. Absent fields keep their values. */
export interface RuleChange {
  readonly name?: string;
  readonly conditions?: readonly Condition[];
  readonly category_id?: string;
  readonly department_id?: string | null;
  readonly active?: boolean;
  readonly position?: number;
}

export interface RulesService {
  /** Lists the rules by position. */
  list(companyId: Company): Promise<RuleRow[]>;
  /** Refuses `resource_missing`. */
  get(companyId: Company, id: string): Promise<RuleRow>;
  /**
   * Creates a rule. With `apply`, also creates the job that applies it to existing transactions. Refuses
   * `invalid_request` and `resource_missing`.
   */
  create(companyId: Company, rule: NewRule, apply: boolean, now: UnixSeconds): Promise<RuleRow>;
  /** Changes a rule, all fields or none. Refuses `invalid_request` and `resource_missing`. */
  change(companyId: Company, id: string, change: RuleChange, now: UnixSeconds): Promise<RuleRow>;
  /**
   * Creates the job that applies a rule to existing uncategorized transactions, in place of a former one of
   * the same rule. Refuses `resource_missing`, and `invalid_request` for a rule that is not active.
   */
  apply(companyId: Company, id: string, now: UnixSeconds): Promise<RuleRow>;
  /** Tries conditions on the latest transactions. Refuses `invalid_request`. Changes nothing. */
  try(companyId: Company, conditions: readonly Condition[], categoryId: string): Promise<RuleTrial>;
  /** Deletes a rule if it exists, and ends the job that applies it. */
  remove(companyId: Company, id: string, now: UnixSeconds): Promise<void>;
}

/** What a rule would have changed in the latest transactions. */
export interface RuleTrial {
  /** The number of transactions that were tried, and whether these are all that a rule can match. */
  readonly examined: number;
  readonly is_whole: boolean;
  readonly matches: number;
  readonly uncategorized: number;
  /** Matches that have the rule's category. */
  readonly agreeing: number;
  /** The other categories of matches, with their numbers, the most frequent first. */
  readonly others: { category_id: string; category_name: string; matches: number }[];
  /** The latest matches. */
  readonly samples: TrialSample[];
}

interface TrialSample {
  id: string;
  date: string;
  description: string;
  merchant_name: string | null;
  amount_cents: number;
  category_name: string | null;
}

/** The latest transactions on which a rule is tried, and the matches that are shown of them. */
const TRIED = 100_000;
const SAMPLES = 12;

/** The dependencies of the service. */
interface RulesNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly transactions: Pick<TransactionsService, "applyRule" | "endJob" | "listTried">;
}

export function rulesService({ db, ids, transactions }: RulesNeeds): RulesService {
  return {
    list: (companyId) => rulesStore.list(db, companyId),
    async get(companyId, id) {
      const row = await rulesStore.find(db, companyId, id);
      if (row === null) throw refuse("resource_missing");
      return row;
    },
    create: (companyId, rule, apply, now) =>
      db.transaction(async (tx) => {
        const others = await lockRules(tx, companyId);
        if (others.length >= LIMITS.rules.value)
          throw refuse("invalid_request", {
            message: `A company has at most ${LIMITS.rules.value} rules. Delete one first.`,
          });
        await checkConditions(tx, companyId, rule.conditions);
        const category_id = await chosenCategory(tx, companyId, rule.category_id);
        const department_id = await resolveDepartment(tx, companyId, rule.department_id);
        const id = ids.next("rule");
        const job_id = apply ? await transactions.applyRule(tx, companyId, id, now) : null;
        await rulesStore.insert(tx, companyId, {
          ...rule,
          id,
          category_id,
          department_id,
          position: others.length + 1,
          job_id,
          created: now,
          updated: now,
        });
        if (rule.position !== null)
          await rulesStore.setPositions(
            tx,
            companyId,
            moveTo([...others.map((other) => other.id), id], id, rule.position),
          );
        return reload(tx, companyId, id);
      }),
    change: (companyId, id, change, now) =>
      db.transaction((tx) => changeRule(tx, companyId, id, change, now)),
    apply: (companyId, id, now) =>
      db.transaction(async (tx) => {
        const row = (await lockRules(tx, companyId)).find((each) => each.id === id);
        if (row === undefined) throw refuse("resource_missing");
        if (!row.active)
          throw refuse("invalid_request", { message: `The rule ${row.name} is off. Switch it on first.` });
        const job_id = await transactions.applyRule(tx, companyId, row.id, now);
        await rulesStore.setJob(tx, companyId, row.id, job_id);
        // Last, because this waits for a batch that is being applied, which holds the lock of the job.
        if (row.job_id !== null) await transactions.endJob(tx, companyId, row.job_id, now);
        return reload(tx, companyId, row.id);
      }),
    try: (companyId, conditions, categoryId) =>
      tryConditions(transactions.listTried(companyId, TRIED), conditions, categoryId),
    remove: (companyId, id, now) =>
      db.transaction(async (tx) => {
        const rows = await lockRules(tx, companyId);
        const row = rows.find((each) => each.id === id);
        if (row === undefined) return;
        await rulesStore.delete(tx, companyId, row.id);
        await rulesStore.setPositions(
          tx,
          companyId,
          rows.filter((other) => other !== row).map((other) => other.id),
        );
        // Last, because this waits for a batch that is being applied, which holds the lock of the job.
        if (row.job_id !== null) await transactions.endJob(tx, companyId, row.job_id, now);
      }),
  };
}

/** Reads a company's rules. Returns the function that finds what they assign to a transaction. */
export async function loadSuggest(tx: Tx, companyId: Company): Promise<Suggest> {
  const findRule = firstMatch(await rulesStore.listApplicable(tx, companyId));
  return (line) => {
    const rule = findRule(line);
    return rule && { rule_id: rule.id, category_id: rule.category_id, department_id: rule.department_id };
  };
}

async function tryConditions(
  batches: ReturnType<TransactionsService["listTried"]>,
  conditions: readonly Condition[],
  categoryId: string,
): Promise<RuleTrial> {
  const fault = conditions.map(conditionFault).find((each) => each !== null);
  if (fault !== undefined) throw refuse("invalid_request", { param: "conditions", message: fault });
  const match = firstMatch([{ conditions }]);
  const others = new Map<string, { category_id: string; category_name: string; matches: number }>();
  const samples: TrialSample[] = [];
  const counts = { examined: 0, matches: 0, uncategorized: 0, agreeing: 0 };
  for await (const batch of batches) {
    counts.examined += batch.length;
    for (const row of batch) {
      if (match(row) === null) continue;
      counts.matches += 1;
      const { id, date, description, merchant_name, amount_cents, category_name, category_id } = row;
      if (samples.length < SAMPLES)
        samples.push({ id, date, description, merchant_name, amount_cents, category_name });
      if (category_id === categoryId) counts.agreeing += 1;
      else if (!row.categorized) counts.uncategorized += 1;
      else if (category_id !== null) {
        const other = others.get(category_id) ?? {
          category_id,
          category_name: category_name ?? "",
          matches: 0,
        };
        others.set(category_id, { ...other, matches: other.matches + 1 });
      }
    }
  }
  return {
    ...counts,
    is_whole: counts.examined < TRIED,
    others: [...others.values()].toSorted((a, b) => b.matches - a.matches),
    samples,
  };
}

async function lockRules(tx: Tx, companyId: Company): Promise<RuleRow[]> {
  await takeTurn(tx, companyId, "rules");
  return rulesStore.list(tx, companyId);
}

async function changeRule(
  tx: Tx,
  companyId: Company,
  id: string,
  change: RuleChange,
  now: UnixSeconds,
): Promise<RuleRow> {
  const rows = await lockRules(tx, companyId);
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw refuse("resource_missing");
  const { conditions = row.conditions, category_id, department_id, position, ...others } = change;
  if (conditions !== row.conditions) await checkConditions(tx, companyId, conditions);
  // Unchanged fields may hold values that can't be chosen any more.
  const next: RuleRow = {
    ...row,
    ...others,
    conditions,
    category_id:
      category_id === undefined ? row.category_id : await chosenCategory(tx, companyId, category_id),
    department_id:
      department_id === undefined ? row.department_id : await resolveDepartment(tx, companyId, department_id),
  };
  const ordered = position === undefined ? rows : moveTo(rows, row, position);
  const isMoved = ordered.some((each, index) => each !== rows[index]);
  if (!isMoved && !isChanged(RULES, row, next)) return row;
  if (isMoved)
    await rulesStore.setPositions(
      tx,
      companyId,
      ordered.map((each) => each.id),
    );
  await rulesStore.update(tx, companyId, { ...next, updated: now });
  return reload(tx, companyId, row.id);
}

/**
 * Refuses `invalid_request` for conditions that can't be compared, and `resource_missing` for a missing
 * account.
 */
async function checkConditions(tx: Tx, companyId: Company, conditions: readonly Condition[]): Promise<void> {
  for (const condition of conditions) {
    const fault = conditionFault(condition);
    if (fault !== null) throw refuse("invalid_request", { param: "conditions", message: fault });
    const { field, value } = condition;
    const isMissing =
      field === "account_id" && (await bankingStore.findAccount(tx, companyId, String(value))) === null;
    if (isMissing)
      throw refuse("resource_missing", {
        param: "conditions",
        message: "A condition names an account that the company does not have.",
      });
  }
}

async function resolveDepartment(
  tx: Tx,
  companyId: Company,
  id: string | null,
): Promise<RuleRow["department_id"]> {
  return id === null ? null : chosenDepartment(tx, companyId, id);
}

async function reload(tx: Tx, companyId: Company, id: PublicId<"rule">): Promise<RuleRow> {
  return present(await rulesStore.find(tx, companyId, id), "a rule is missing after it was written");
}
