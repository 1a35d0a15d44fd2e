/** Commands on the features of a company: switches by name. */
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

/** The command that switches a feature one way. */
function switching(way: "on" | "off", example: readonly [line: string, says: string]) {
  return databaseCommand({
    name: `feature ${way}`,
    summary: `Switch a feature of a company ${way}`,
    examples: [example],
    fields: { company, feature },
    async run(app, args) {
      const company_id = companyId(args.company);
      return { company_id, features: await app.company.setFeature(company_id, args.feature, way === "on") };
    },
    show,
  });
}

export const FEATURE_COMMANDS = [
  featureList,
  switching("on", [
    "feature on comp_sample company_beta",
    "opens the operations that EARLY_ACCESS restricts to this feature",
  ]),
  switching("off", [
    "feature off comp_sample departments",
    "grouping by department answers 403 feature_disabled",
  ]),
];
