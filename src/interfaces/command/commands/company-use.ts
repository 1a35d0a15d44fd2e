/** The command that chooses the company of commands whose command line names none. */
import type { CompanyRow } from "../../../modules/tenants/company/index.ts";
import { localCommand } from "../command.ts";
import { keepDefaultCompany, readDefaultCompany, shownCompany } from "../default-company.ts";
import { optional, text, toggle, UsageProblem } from "../fields.ts";
import { perform } from "../perform.ts";
import { UserFacingError } from "../problem.ts";
import { companyList } from "./company.ts";

/** Finds a company by its id or its name. Capital letters do not matter. */
function find(companies: readonly CompanyRow[], wanted: string): CompanyRow {
  const named = companies.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [found, ...others] = [...companies.filter(({ id }) => id === wanted), ...named];
  if (found === undefined)
    throw new UserFacingError({
      exit: "missing",
      code: "resource_missing",
      message: `There is no company ${wanted}. \`daybook company list\` lists them.`,
    });
  if (found.id !== wanted && others.length > 0)
    throw new UsageProblem(
      `${named.length} companies are named ${wanted}: ${named.map(({ id }) => id).join(", ")}. Give the id.`,
    );
  return found;
}

export const COMPANY_USE = localCommand({
  name: "company use",
  summary: "Choose the company of commands that name none, or show or forget it",
  description:
    "It is kept in DAYBOOK_HOME, for every command that works on the company of --company and is given none; an import without it still makes a new company. The setting DAYBOOK_COMPANY goes before it, and --company before both. Without an argument, the command shows which company is chosen.",
  examples: [
    ["company use 'Acme, Inc.'", "by its name, or by its id"],
    ["company use", "shows it"],
    ["company use --none", "forgets it"],
  ],
  fields: {
    company: optional("argument", text("company"), "The company's id or name."),
    none: toggle("Forget the company that was chosen."),
  },
  async run(context, { company, none }, report) {
    if (none && company !== null) throw new UsageProblem("Give either a company or --none.");
    if (none) await keepDefaultCompany(context.config, null);
    if (company !== null) {
      const list = (await perform(context, companyList, {}, report)) as { companies: CompanyRow[] };
      await keepDefaultCompany(context.config, find(list.companies, company));
    }
    const chosen = await readDefaultCompany(context.config);
    return { company_id: chosen?.id ?? null, name: chosen?.name ?? null, by: chosen?.by ?? null };
  },
  show: ({ company_id, name, by }) =>
    company_id === null
      ? "No company is chosen: commands without --company work on the only one."
      : `Commands without --company work on ${shownCompany({ id: company_id, name })}, chosen by ${by}.`,
});
