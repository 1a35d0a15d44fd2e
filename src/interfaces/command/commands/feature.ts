/** Commands on the features of a company: named switches that are on or off. */
import { databaseCommand } from "../command.ts";
import { needed, pattern } from "../fields.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";

const feature = needed(
  "argument",
  pattern("name", "^[a-z][a-z0-9_]{0,62}$", "lower-case letters, digits and _"),
  "The feature's name.",
);

const show = ({
  company_id,
  features,
}: {
  readonly company_id: string;
  readonly features: readonly string[];
}) => `Features of ${company_id}: ${features.join(", ") || "none"}`;

const featureList = databaseCommand({
  name: "feature list",
  summary: "List a company's enabled features",
  examples: [["feature list comp_sample", "the enabled features"]],
  fields: { company },
  async run(app, args) {
    const company_id = companyId(args.company);
    return { company_id, features: await app.company.listFeatures(company_id) };
  },
  show,
});

/** Makes the command that switches a feature on or off. */
function switchCommand(state: "on" | "off", example: readonly [line: string, meaning: string]) {
  return databaseCommand({
    name: `feature ${state}`,
    summary: `Switch a feature of a company ${state}`,
    examples: [example],
    fields: { company, feature },
    async run(app, args) {
      const company_id = companyId(args.company);
      return { company_id, features: await app.company.setFeature(company_id, args.feature, state === "on") };
    },
    show,
  });
}

export const FEATURE_COMMANDS = [
  featureList,
  switchCommand("on", [
    "feature on comp_sample company_beta",
    "opens the operations that EARLY_ACCESS restricts to this feature",
  ]),
  switchCommand("off", [
    "feature off comp_sample departments",
    "grouping by department answers 403 feature_disabled",
  ]),
];
