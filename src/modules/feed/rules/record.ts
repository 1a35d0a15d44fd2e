/** The description of `rules`. */
import { boolean, id, integer, json, NOW, type RowOf, seconds, table, text } from "../../../core/record.ts";
import { type Condition, conditionsSchema } from "./rules.ts";

export const RULES = table("rules", {
  id: id("rule", "The rule's id, unique in the company.", { key: true }),
  name: text("Its name."),
  conditions: json<readonly Condition[]>()(conditionsSchema, "The conditions. All of them must be met."),
  category_id: id("category", "The category that it assigns."),
  department_id: id("department", "The department that it assigns.", { nullable: true }),
  active: boolean("Whether the rule is active.", { default: true }),
  position: integer(
    "Its position among the rules. Only the first active rule that matches a transaction is applied.",
    { internal: true, least: 1 },
  ),
  job_id: id(
    "job",
    "The job that applies it to existing transactions, for `GET /jobs/{id}`; null if not requested.",
    { internal: true, nullable: true },
  ),
  created: seconds("When it was made.", { fixed: true, default: NOW }),
  updated: seconds("When it was last changed. A move of another rule does not count.", {
    internal: true,
  }),
});
export type RuleRow = RowOf<typeof RULES>;
