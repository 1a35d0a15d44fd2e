/** Commands on a company's plan and subscription, and on its usage in the current month. */
import { PLANS, SUBSCRIPTION_STATUSES } from "@daybook/words/company-words";
import type { CompanyRow } from "../../../modules/tenants/company/index.ts";
import { databaseCommand } from "../command.ts";
import { needed, optional, word } from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { instant, table } from "../table.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";
import { readTime, TIME } from "./times.ts";

/** Returns a company's plan and subscription, and its usage in the current month. */
async function view(
  app: CommandServices,
  { id: company_id, plan, subscription_status, trial_ends_at }: CompanyRow,
) {
  return {
    company_id,
    plan,
    subscription_status,
    trial_ends_at,
    month: await app.usage.readMonth(company_id, app.clock.today()),
  };
}

const HEAD = ["COMPANY", "PLAN", "SUBSCRIPTION", "TRIAL ENDS", "MONTH", "REQUESTS", "CAP", "OVERRIDE"];

function show({
  company_id,
  plan,
  subscription_status,
  trial_ends_at,
  month: { month, requests, cap, override },
}: Awaited<ReturnType<typeof view>>): string {
  return table(
    HEAD,
    [
      [
        company_id,
        plan,
        subscription_status,
        instant(trial_ends_at),
        month,
        String(requests),
        String(cap ?? "none"),
        String(override ?? "-"),
      ],
    ],
    "",
  );
}

const planShow = databaseCommand({
  name: "plan show",
  summary: "Show a company's plan, its subscription, and its usage this month",
  description:
    "The cap is the company's request limit in the current month: the override if there is one, otherwise the plan's. Enterprise has none.",
  examples: [
    [
      "plan show comp_sample --json",
      "{company_id, plan, subscription_status, trial_ends_at, month: {month, requests, cap, override}}",
    ],
  ],
  fields: { company },
  run: async (app, args) => view(app, await app.company.read(companyId(args.company))),
  show,
});

const planSet = databaseCommand({
  name: "plan set",
  summary: "Put a company on a plan, and change its subscription",
  description: "Omitted options stay unchanged: the subscription's status and the end of the trial.",
  examples: [
    ["plan set comp_sample startup", "another plan, whose cap applies at once"],
    ["plan set comp_sample growth --status trialing --trial-ends 2026-12-31T00:00:00Z", "a trial"],
    [
      "plan set comp_sample growth --status trialing --trial-ends 1",
      "a trial that is over: keys answer 403 subscription_required",
    ],
    ["plan set comp_sample growth --status active --trial-ends none", "a paid subscription"],
  ],
  fields: {
    company,
    plan: needed("argument", word(...PLANS), "The plan; enterprise is never locked out by its subscription."),
    status: optional(
      "option",
      word(...SUBSCRIPTION_STATUSES),
      "The subscription's status; trialing needs --trial-ends.",
    ),
    trial_ends: optional("option", TIME, "When the trial ends."),
  },
  async run(app, args) {
    const changed = await app.company.change(companyId(args.company), {
      plan: args.plan,
      ...(args.status === null ? {} : { subscription_status: args.status }),
      ...(args.trial_ends === null ? {} : { trial_ends_at: readTime(args.trial_ends, "--trial-ends") }),
    });
    return view(app, changed);
  },
  show,
});

export const PLAN_COMMANDS = [planShow, planSet];
