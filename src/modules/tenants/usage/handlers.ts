/** The handler of what the web console asks of a company's plan and its requests. */
import type { Handlers } from "../../../contract/operation.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { usageConsoleContract } from "./contract.ts";
import { resetDate } from "./rules.ts";
import type { UsageService } from "./service/index.ts";

const MONTHS = 12;

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
        month: month.month,
        requests: month.requests,
        cap: month.cap,
        is_override: plan !== "enterprise" && month.override !== null,
        resets_on: resetDate(today),
        burst_requests: LIMITS.burst_requests.value,
        console_requests: LIMITS.session_burst_requests.value,
        months: months.slice(-MONTHS).map((each) => ({ month: each.month, requests: each.requests })),
      };
    },
  };
}
