/**
 * The company of commands whose command line names none: the one of `DAYBOOK_COMPANY`, or else the one that
 * `daybook company use` keeps in a file of `DAYBOOK_HOME`. It is chosen in the process that the user started,
 * because a running server that runs the command has other settings.
 */
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { parseId, type PublicId } from "@daybook/words/public-id";
import { readNote } from "../../platform/machine/backup-folder.ts";
import { removeFlushed, replaceFile } from "../../platform/machine/durable.ts";
import { makePrivateFolder } from "../../platform/machine/files.ts";
import { COMPANY_OPTION } from "./commands/choose.ts";
import type { Fields } from "./fields.ts";
import { UserFacingError } from "./problem.ts";

/** A company that was chosen for all commands. */
export interface DefaultCompany {
  readonly id: PublicId<"company">;
  /** Its name when it was chosen; null if only its id was given. */
  readonly name: string | null;
  /** Who chose it, as sentences name it. */
  readonly by: "DAYBOOK_COMPANY" | "`daybook company use`";
}

function fileIn(home: string): string {
  return join(home, "company.json");
}

/** Returns the company that is chosen for all commands, or null. Throws if the file is damaged. */
export async function readDefaultCompany({ company, home }: Config): Promise<DefaultCompany | null> {
  if (company !== null) return { id: company, name: null, by: "DAYBOOK_COMPANY" };
  const text = await readNote(fileIn(home));
  if (text === null) return null;
  const kept = parseKept(text);
  if (kept !== null) return { ...kept, by: "`daybook company use`" };
  throw new UserFacingError({
    exit: "usage",
    code: "company_unreadable",
    message: `${fileIn(home)} names no company. Choose one again with \`daybook company use\`.`,
  });
}

function parseKept(text: string): Pick<DefaultCompany, "id" | "name"> | null {
  try {
    const { id, name } = JSON.parse(text) as { readonly id: unknown; readonly name: unknown };
    const company = typeof id === "string" ? parseId("company", id) : null;
    return company === null || typeof name !== "string" ? null : { id: company, name };
  } catch {
    return null;
  }
}

/** Keeps a company for all commands that name none, or forgets it. */
export async function keepDefaultCompany(
  { home }: Config,
  company: { readonly id: string; readonly name: string } | null,
): Promise<void> {
  if (company === null) {
    if ((await readNote(fileIn(home))) !== null) await removeFlushed(fileIn(home));
    return;
  }
  await makePrivateFolder(home);
  await replaceFile(fileIn(home), `${JSON.stringify({ id: company.id, name: company.name })}\n`, 0o600);
}

/**
 * Returns the arguments of a command with the company that it works on where its command line names none.
 * `note` gets a sentence that says which one, because a command on the wrong company does harm.
 */
export async function withDefaultCompany(
  fields: Fields,
  args: Readonly<Record<string, unknown>>,
  config: Config,
  note: (text: string) => void,
): Promise<Readonly<Record<string, unknown>>> {
  if (fields["company"] !== COMPANY_OPTION.company || args["company"] !== null) return args;
  const chosen = await readDefaultCompany(config);
  if (chosen === null) return args;
  note(`Company: ${shownCompany(chosen)}, chosen by ${chosen.by}.`);
  return { ...args, company: chosen.id };
}

/** Shows a company by its name and id, or by its id alone. */
export function shownCompany({ id, name }: { readonly id: string; readonly name: string | null }): string {
  return name === null ? id : `${name} (${id})`;
}
