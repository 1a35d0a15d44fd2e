/** How a company's plan and its requests are shown, and the handler of what the web console asks of them. */
import type { Handlers } from "../../../contract/operation.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { usageConsoleContract } from "./contract.ts";
import { resetDate } from "./rules.ts";
import type { Usage, UsageService } from "./service/index.ts";

const MONTHS = 12;

/** The requests of a company's month and its limit, as people and programs are shown them. */
export function monthView(
  plan: Usage["company"]["plan"],
  { month, requests, cap, override }: Usage["month"],
  today: CivilDate,
) {
  const is_override = plan !== "enterprise" && override !== null;
  return { month, requests, cap, is_override, resets_on: resetDate(today) };
}

export function usageConsoleHandlers(
  usage: Pick<UsageService, "readUsage">,
): Handlers<typeof usageConsoleContract> {
  return {
    async getUsage({ principal: { companyId }, today }) {
      const { company, month, months } = await usage.readUsage(companyId, today);
      const { plan, subscription_status, trial_ends_at } = company;
      return {
        object: "usage",
        plan,
        subscription_status,
        trial_ends_at,
        ...monthView(plan, month, today),
        burst_requests: LIMITS.burst_requests.value,
        console_requests: LIMITS.session_burst_requests.value,
        months: months.slice(-MONTHS).map((each) => ({ month: each.month, requests: each.requests })),
      };
    },
  };
}
