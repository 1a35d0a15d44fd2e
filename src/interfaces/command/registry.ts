/** Every command, in the order in which the help lists them. */
import type { Command } from "./command.ts";
import { COMPANY_COMMANDS } from "./commands/company.ts";
import { IMPORT_COMMANDS } from "./commands/import.ts";
import { INTEGRATION_COMMANDS } from "./commands/integration.ts";
import { KEY_COMMANDS } from "./commands/key.ts";
import { LOCAL_COMMANDS } from "./commands/local.ts";
import { MEMBER_COMMANDS } from "./commands/member.ts";
import { OVERRIDE_COMMANDS } from "./commands/override.ts";
import { RESIDENT_COMMANDS } from "./commands/resident.ts";
import { UPKEEP_COMMANDS } from "./commands/upkeep.ts";

export const COMMANDS: readonly Command[] = [
  ...RESIDENT_COMMANDS,
  ...IMPORT_COMMANDS,
  ...KEY_COMMANDS,
  ...MEMBER_COMMANDS,
  ...COMPANY_COMMANDS,
  ...OVERRIDE_COMMANDS,
  ...INTEGRATION_COMMANDS,
  ...UPKEEP_COMMANDS,
  ...LOCAL_COMMANDS,
];

/** What the words are about under which commands are grouped. */
export const GROUPS: Readonly<Record<string, string>> = {
  import: "Bring books in",
  key: "API keys",
  member: "Members of a company and their users",
  company: "Companies and their states",
  override: "What a company may use of a month",
  integration: "What a company has connected",
};
