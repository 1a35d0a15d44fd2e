/** How a company's plan and its requests are shown: the operation of the web console, and the month's members. */
import Type from "typebox";
import { exactly, nullable, operation, CONSOLE_READ } from "../../../contract/operation.ts";
import { dateSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { PLANS, SUBSCRIPTION_STATUSES } from "@daybook/words/company-words";

const requests = (description: string) => Type.Integer({ minimum: 0, description });

/** The members that say how many requests a company has made in a month, and how many it may make. */
const MONTH_MEMBERS = {
  month: Type.String({ description: "The present month in Los Angeles, `YYYY-MM`." }),
  requests: requests("The requests counted in this month."),
  cap: nullable(requests("Most requests of this month; null if there is no limit.")),
  is_override: Type.Boolean({ description: "True if an operator set this month's limit." }),
  resets_on: dateSchema("The day on which the count begins again."),
} as const;

export const usageConsoleContract = {
  getUsage: operation({
    ...CONSOLE_READ,
    id: "getUsage",
    path: "/usage",
    summary: "Read the plan and the requests of the month",
    description:
      "The company's plan and subscription, its requests by API keys in this month, and the limits. Requests of the console do not count.",
    requires: [{ area: "company", level: "view" }],
    query: {},
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "Plan and requests.",
      schema: exactly(
        {
          object: markerSchema("usage"),
          plan: Type.Enum([...PLANS], { description: "The plan." }),
          subscription_status: Type.Enum([...SUBSCRIPTION_STATUSES], { description: "The subscription." }),
          trial_ends_at: nullable(timestampSchema("When a trial ends.")),
          ...MONTH_MEMBERS,
          burst_requests: requests("Most requests of one key in a minute."),
          console_requests: requests("Most requests of one user of the console in a minute."),
          months: Type.Array(
            exactly({
              month: Type.String({ description: "A month, `YYYY-MM`." }),
              requests: requests("Its requests."),
            }),
            { description: "The last twelve months with requests, the earliest first." },
          ),
        },
        { title: "Usage" },
      ),
    },
    errors: [],
    limits: ["burst_requests", "session_burst_requests"],
    examples: [{ title: "This month", path: "/usage" }],
  }),
} as const;
