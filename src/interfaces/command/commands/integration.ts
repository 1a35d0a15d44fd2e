/** Commands on a company's integrations, its connections to outside services. */
import { INTEGRATION_KEYS, INTEGRATION_STATUSES } from "../../../modules/tenants/integrations/words.ts";
import { databaseCommand } from "../command.ts";
import { needed, optional, text, UsageProblem, word } from "../fields.ts";
import { instant, table } from "../table.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";

const integrationList = databaseCommand({
  name: "integration list",
  summary: "List a company's available integrations and their status",
  examples: [["integration list comp_sample", "including unavailable ones"]],
  fields: { company },
  async run(app, args) {
    const { id: company_id } = await app.company.read(companyId(args.company));
    return { company_id, integrations: await app.integrations.list(company_id) };
  },
  show: ({ integrations }) =>
    table(
      ["KEY", "NAME", "TYPE", "AVAILABLE", "STATUS", "REPORTED", "STALE SINCE", "DETAIL"],
      integrations.map((each) => [
        each.key,
        each.name,
        each.type,
        each.available ? "yes" : "no",
        each.status,
        instant(each.reported_at),
        instant(each.stale_since),
        each.detail ?? "",
      ]),
      "",
    ),
});

const integrationReport = databaseCommand({
  name: "integration report",
  summary: "Report a connection's status, or whether it is available",
  description:
    "What the service's own connectors do by themselves; for those that an operator runs beside it.",
  examples: [
    ["integration report comp_sample stripe --status connected", "data flows"],
    [
      "integration report comp_sample plaid --status requires_reconnect --detail expired",
      "somebody has to sign in again",
    ],
    ["integration report comp_sample xero --available no", "takes it out of the company's list"],
  ],
  fields: {
    company,
    key: needed("argument", word(...INTEGRATION_KEYS), "The integration."),
    status: optional("option", word(...INTEGRATION_STATUSES), "The status of the connection."),
    detail: optional("option", text("text"), "What people should know of it."),
    available: optional("option", word("yes", "no"), "Whether it is available to the company."),
  },
  async run(app, args) {
    if (args.status === null && args.available === null && args.detail === null)
      throw new UsageProblem("Say what to report; `daybook integration report --help` lists it.");
    const company_id = companyId(args.company);
    const integration = await app.integrations.report(company_id, args.key, {
      ...(args.status === null ? {} : { status: args.status }),
      ...(args.detail === null ? {} : { detail: args.detail }),
      ...(args.available === null ? {} : { available: args.available === "yes" }),
    });
    return { company_id, integration };
  },
  show: ({ company_id, integration }) =>
    `${integration.name} of ${company_id}: ${integration.available ? integration.status : "not available"}.`,
});

export const INTEGRATION_COMMANDS = [integrationList, integrationReport];
