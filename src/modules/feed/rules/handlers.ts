/** The handlers of the operations on rules. They turn bodies into calls of the service, and rows into views. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { wholeList } from "../../../contract/schemas.ts";
import { refuse } from "../../../core/errors.ts";
import { type rulesConsoleContract, ruleSchema, type rulesContract } from "./contract.ts";
import { RULES } from "./record.ts";
import type { RulesService } from "./service.ts";

const ruleView = viewing(RULES, ruleSchema, () => ({ object: "rule" }));

export function rulesHandlers(rules: RulesService): Handlers<typeof rulesContract> {
  return {
    async listRules({ principal }) {
      return wholeList("/rules", (await rules.list(principal.companyId)).map(ruleView));
    },
    async createRule({ principal, body, now }) {
      const {
        name,
        conditions,
        category_id,
        department_id = null,
        active = true,
        position = null,
        apply_to_existing_transactions = true,
      } = body;
      const rule = { name: name.trim(), conditions, category_id, department_id, active, position };
      return ruleView(await rules.create(principal.companyId, rule, apply_to_existing_transactions, now));
    },
    async getRule({ principal, input }) {
      return ruleView(await rules.get(principal.companyId, input.id));
    },
    async changeRule({ principal, input, body, now }) {
      if (Object.keys(body).length === 0) {
        throw refuse("parameter_missing", {
          message:
            "Give at least one of `name`, `conditions`, `category_id`, `department_id`, `active` and `position`.",
        });
      }
      const { name, ...others } = body;
      if (name?.trim() === "")
        throw refuse("invalid_request", { param: "name", message: "`name` must not be blank." });
      return ruleView(
        await rules.change(
          principal.companyId,
          input.id,
          { ...others, ...(name === undefined ? {} : { name: name.trim() }) },
          now,
        ),
      );
    },
    async deleteRule({ principal, input, now }) {
      await rules.remove(principal.companyId, input.id, now);
      return null;
    },
  };
}

/** The handlers of what only the web console asks of rules. */
export function rulesConsoleHandlers(rules: RulesService): Handlers<typeof rulesConsoleContract> {
  return {
    async tryRule({ principal, body }) {
      const trial = await rules.try(principal.companyId, body.conditions, body.category_id);
      return { object: "rule_trial" as const, ...trial };
    },
    async applyRule({ principal, input, now }) {
      return ruleView(await rules.apply(principal.companyId, input.id, now));
    },
  };
}
