/** Finds the company and the member that a command works on, also if the command line names none. */
import { type CompanyFor, forOperator, type Right } from "@daybook/words/areas";
import { parseId, type PublicId } from "@daybook/words/public-id";
import { updateActor } from "../../../platform/log/actor.ts";
import { type Fields, id, needed, optional, UsageProblem } from "../fields.ts";
import type { CommandServices } from "../services.ts";

/** The option of commands that work on one company. */
export const COMPANY_OPTION = {
  company: optional(
    "option",
    id("company"),
    "The company; optional if there is only one, or one is chosen by `daybook company use`.",
  ),
} as const satisfies Fields;

/** The argument of commands on one company that require its id. */
export const COMPANY_ARGUMENT = needed("argument", id("company"), "The company's id.");

/** Parses the id of a company, of which the operator may read everything. Throws `UsageProblem`. */
export function companyId(text: string): CompanyFor<Right> {
  const parsed = parseId("company", text);
  if (parsed === null) throw new UsageProblem(`${text} is not the id of a company.`);
  return forOperator(parsed);
}

/**
 * Returns the company that the option names, or the only company, and notes it for the audit trail. Throws if
 * there is no company, or if there are several and none is named.
 */
export async function chooseCompany(
  { company }: CommandServices,
  option: string | null,
): Promise<CompanyFor<Right>> {
  const chosen = forOperator(await findCompany(company, option));
  updateActor({ company_id: chosen });
  return chosen;
}

async function findCompany(
  company: CommandServices["company"],
  option: string | null,
): Promise<PublicId<"company">> {
  if (option !== null) return (await company.read(companyId(option))).id;
  const [first, ...others] = await company.list();
  if (!first)
    throw new UsageProblem(
      "There is no company yet. Create one with `daybook company create`, `import` or `seed`.",
    );
  if (others.length > 0)
    throw new UsageProblem(
      `There are ${others.length + 1} companies; choose one with --company, with DAYBOOK_COMPANY, or for every command with \`daybook company use\`. \`daybook company list\` lists them.`,
    );
  return first.id;
}

/**
 * Returns the text of the option that names a member, or the id of the first active member with API access,
 * which the owner of a key needs.
 */
export async function chooseKeyOwner(
  { access }: CommandServices,
  company: PublicId<"company">,
  option: string | null,
): Promise<string> {
  if (option !== null) return option;
  const members = await access.listMembers(company);
  const owner = members.find(
    (member) => member.removed_at === null && member.active && member.permissions.api_access === "manage",
  );
  if (!owner)
    throw new UsageProblem(
      `Company ${company} has no active member with API access: Manage. Give it with \`daybook member set\`.`,
    );
  return owner.id;
}
