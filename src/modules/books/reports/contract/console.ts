/** What only the web console asks of the reports: the overview of a company. */
import Type from "typebox";
import { CONSOLE_READ, exactly, nullable, operation } from "../../../../contract/operation.ts";
import { centsSchema, dateSchema, markerSchema } from "../../../../contract/schemas.ts";
import { ENTRY_SOURCES } from "@daybook/words/ledger-words";

const better = nullable(
  Type.Boolean({ description: "Whether the change is for the better; null for none." }),
);

const daysSchema = exactly(
  { start_date: dateSchema("The first day."), end_date: dateSchema("The last day.") },
  { title: "OverviewDays" },
);

const figureSchema = exactly(
  {
    amount_cents: centsSchema("The amount."),
    before_cents: centsSchema("The amount that it is compared with."),
    change_cents: centsSchema("The amount less that before."),
    percent_tenths: nullable(
      Type.Integer({ description: "The change in tenths of a percent; null where no percentage tells it." }),
    ),
    is_better: better,
  },
  { title: "OverviewFigure" },
);

const tenths = (description: string) => nullable(Type.Integer({ minimum: 0, description }));

const cashSchema = exactly(
  {
    category_id: Type.String({ description: "The category." }),
    name: Type.String({ description: "Its name." }),
    balance_cents: centsSchema("Its balance; negative if it is overdrawn."),
  },
  { title: "OverviewCash" },
);

const reasonSchema = exactly(
  {
    merchant: nullable(
      Type.String({ description: "The merchant of these entries; null for those without one." }),
    ),
    source: nullable(
      Type.Enum([...ENTRY_SOURCES], {
        description: "The source of entries without a merchant; null for those of a merchant.",
      }),
    ),
    amount_cents: centsSchema("What they came to on the present days."),
    before_cents: centsSchema("What they came to on the days before."),
    entry_count: Type.Integer({ minimum: 0, description: "Their number on the present days." }),
    before_entry_count: Type.Integer({ minimum: 0, description: "Their number on the days before." }),
  },
  { title: "OverviewReason" },
);

const changeSchema = exactly(
  {
    line: Type.String({ description: "The key of its row in the table of the income statement." }),
    category_id: Type.String({
      description: "The category, with `-direct` if those below it have entries of their own.",
    }),
    name: Type.String({ description: "The category's name." }),
    amount_cents: centsSchema("Its own entries on the present days, as in the income statement."),
    before_cents: centsSchema("Its own entries on the days before."),
    change_cents: centsSchema(
      "By how much it is more, which for a cost is a larger cost; negative for less.",
    ),
    is_better: Type.Boolean({ description: "Whether the change raises income." }),
    reason: nullable(reasonSchema),
  },
  { title: "OverviewChange" },
);

/** What only the web console asks of the reports. */
export const reportsConsoleContract = {
  getOverview: operation({
    ...CONSOLE_READ,
    id: "getOverview",
    onReplica: true,
    path: "/overview",
    summary: "Read the overview of a company",
    description:
      "Cash and the categories that make it; revenue and expenses of the month so far (`days`) beside those of the same days of the month before (`days_before`); burn and runway beside those of a month before; the categories of the income statement that changed most between these days, and whose entries explain most of it; and the last twelve whole months and the present one. Revenue includes other income, and revenue less expenses is the net income. Burn is by how much cash fell in a month, on average over the last three whole months (`burn_days`); negative if it grew. Runway is how long the cash lasts at that burn.",
    requires: [{ area: "reports", level: "view" }],
    query: {},
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The overview.",
      schema: exactly(
        {
          object: markerSchema("overview"),
          date: dateSchema("The last day that is counted."),
          cash_cents: centsSchema("The cash at the end of that day."),
          cash_since_date: dateSchema("The last day of the month before."),
          cash_change_cents: centsSchema("By how much cash grew since the end of that day."),
          cash_categories: Type.Array(cashSchema, {
            description: "The categories that add up to the cash, the largest first.",
          }),
          cards: nullable(
            exactly(
              {
                count: Type.Integer({ minimum: 1, description: "The number of categories." }),
                balance_cents: centsSchema("Their balance; negative for what is owed."),
              },
              {
                description: "The categories of cards with a balance, which are no part of the cash.",
                title: "OverviewCards",
              },
            ),
          ),
          days: daysSchema,
          days_before: daysSchema,
          revenue: figureSchema,
          expenses: figureSchema,
          burn: figureSchema,
          burn_days: daysSchema,
          runway: exactly(
            {
              tenths: tenths("The runway in tenths of a month; null if cash does not fall."),
              before_tenths: tenths("What it was a month before; null if cash did not fall."),
              change_tenths: nullable(Type.Integer({ description: "The change; null without one of both." })),
              is_better: better,
            },
            { title: "OverviewRunway" },
          ),
          changes: Type.Array(changeSchema, {
            description: "The categories that changed most, the largest change first.",
          }),
          months: Type.Array(
            exactly(
              {
                start_date: dateSchema("Its first day."),
                end_date: dateSchema("Its last day, or the present one."),
                revenue_cents: centsSchema("Revenue and other income."),
                expenses_cents: centsSchema("All costs."),
                net_income_cents: centsSchema("Revenue less expenses."),
                cash_cents: centsSchema("The cash at its end."),
                burn_cents: centsSchema("The burn of the three whole months before it."),
                runway_tenths: tenths("How long the cash at its end lasts at that burn."),
              },
              { title: "OverviewMonth" },
            ),
            { description: "The months, the present one last." },
          ),
        },
        { title: "Overview" },
      ),
    },
    errors: [],
    limits: [],
    examples: [{ title: "The overview", path: "/overview" }],
  }),
} as const;
