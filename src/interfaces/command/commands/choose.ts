/** The company and the member of a command that names none: the only one that it can mean. */
import { type PublicId, parseId } from "../../../core/public-id.ts";
import { actFor } from "../../../platform/log/actor.ts";
import { type Fields, id, needed, optional, UsageProblem } from "../fields.ts";
import type { CommandServices } from "../services.ts";

/** The option of commands that work on one company. */
export const COMPANY_OPTION = {
  company: optional("option", id("company"), "The company; optional if there is only one."),
} as const satisfies Fields;

/** The argument of commands that work on one company and can't guess it. */
export const COMPANY_ARGUMENT = needed("argument", id("company"), "The company's id.");

/** An id that has passed its field's pattern. */
export function companyId(given: string): PublicId<"company"> {
  const read = parseId("company", given);
  if (read === null) throw new UsageProblem(`${given} is not the id of a company.`);
  return read;
}

/** The named company, or the only one. Throws if there is none, or several to choose from. */
export async function chooseCompany(
  { company }: CommandServices,
  given: string | null,
): Promise<PublicId<"company">> {
  const chosen = await foundCompany(company, given);
  actFor({ company_id: chosen });
  return chosen;
}

async function foundCompany(
  company: CommandServices["company"],
  given: string | null,
): Promise<PublicId<"company">> {
  if (given !== null) return (await company.read(companyId(given))).id;
  const [first, ...others] = await company.list();
  if (!first)
    throw new UsageProblem("There is no company yet. Create one with `daybook seed` or `daybook import`.");
  if (others.length > 0)
    throw new UsageProblem(
      `There are ${others.length + 1} companies; choose one with --company. \`daybook company list\` lists them.`,
    );
  return first.id;
}

/** The member that is named, or the one who came first of those that may have a key. */
export async function chooseKeyOwner(
  { access }: CommandServices,
  company: PublicId<"company">,
  given: string | null,
): Promise<string> {
  if (given !== null) return given;
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
