/** The tool that says who calls, what the caller may do, and how many requests are used and left. */
import { AREAS } from "@daybook/words/areas";
import { permissionRefusal } from "../../modules/tenants/access/index.ts";
import { monthView, usageConsoleContract } from "../../modules/tenants/usage/index.ts";
import { plainAnswer } from "./answer.ts";
import { inputOf, onlyKnown } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { staleRemarks } from "./freshness.ts";
import { objectSchema, type Tool } from "./tool.ts";

type MonthView = ReturnType<typeof monthView>;

const REQUESTS = "requests_this_month";

/** The company's requests in this month; null without permission to see them in the console. */
async function monthOf({ identity, services, today }: Caller): Promise<MonthView | null> {
  const { company_id, permissions, plan } = identity;
  if (permissionRefusal(permissions, usageConsoleContract.getUsage.requires) !== null) return null;
  return monthView(plan, await services.usage.readMonth(company_id, today), today);
}

/** How much of the month is used, as a sentence. */
function monthText({ requests, cap, resets_on }: MonthView): string {
  const limit = cap === null ? "without a limit" : `of ${cap}`;
  return ` Requests this month: ${requests} ${limit}; the count begins again on ${resets_on}.`;
}

export const WHO_AM_I: Tool = {
  name: "whoami",
  title: "Who am I, what may I",
  description:
    "The company, the key's member, permissions, and the requests used and left in this minute and month. Call it first.",
  inputSchema: objectSchema({}),
  changesData: false,
  view: null,
  answers: null,
  async run(caller, given) {
    onlyKnown(given, []);
    const { company_id, user_id, key_id, email, permissions, plan, features } = caller.identity;
    const bound = caller.operation("getCompany");
    const maySee = permissionRefusal(permissions, bound.operation.requires) === null;
    const [month, company] = await Promise.all([
      monthOf(caller),
      maySee ? caller.call(bound, inputOf(bound.operation, {})) : null,
    ]);
    const allowance = caller.allowance;
    const result = {
      company_id,
      member: { user_id, email },
      key_id,
      plan,
      features: features ?? [],
      permissions: Object.fromEntries(AREAS.map((area) => [area, permissions[area]])),
      may_write: mayWrite(permissions),
      today: caller.today,
      requests_left_this_minute: allowance?.remaining ?? null,
      requests_each_minute: allowance?.limit ?? null,
      [REQUESTS]: month,
      company: company?.output ?? null,
    };
    const can = result.may_write ? "It may change data after a person confirms." : "It may only read.";
    const used = month === null ? "" : monthText(month);
    const [stale] = await staleRemarks(caller);
    const remark = [`Key ${key_id} of company ${company_id}. ${can}${used}`, stale].filter(Boolean).join(" ");
    return plainAnswer(remark, caller.now, result);
  },
};

/** True if an owner may change anything that an operation changes. */
export function mayWrite(permissions: Caller["identity"]["permissions"]): boolean {
  return AREAS.some((area) => area !== "api_access" && permissions[area] === "manage");
}
