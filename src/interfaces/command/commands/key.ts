/**
 * Commands on API keys. The text of a key is shown once, when the key is created; only its hash is stored.
 */
import { databaseCommand } from "../command.ts";
import { id, needed, optional, text, toggle, UsageProblem } from "../fields.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, chooseKeyOwner, COMPANY_OPTION } from "./choose.ts";

const keyCreate = databaseCommand({
  name: "key create",
  summary: "Make an API key for a member",
  description:
    "The key is shown here and never again. Its owner must have API access: Manage. Without --member it belongs to the company's first member that has. A key made with --read-only belongs to a service member of its own, which may view everything, export reports, and change nothing else; revoking the key removes that member.",
  examples: [
    ["key create", "a key for the only company"],
    [
      "key create --company comp_sample --member owner.sample@example.com --name laptop",
      "a key of one member",
    ],
    [
      "key create --read-only --name dashboard",
      "a key for a dashboard or an assistant: it changes nothing in the books",
    ],
    ["key create --json", "for scripts: {id, api_key, company_id, member, name}"],
  ],
  fields: {
    ...COMPANY_OPTION,
    member: optional(
      "option",
      text("id|e-mail"),
      "The member who owns it: its mbr_ or user_ id, or the e-mail address.",
    ),
    name: optional("option", text("text"), "What it is for, for the list of keys."),
    read_only: toggle(
      "The key may view everything, export reports, and change nothing else; it has a member of its own.",
    ),
  },
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    const name = args.name ?? "made on the command line";
    if (args.read_only) {
      if (args.member !== null)
        throw new UsageProblem("--read-only makes a member of its own; give either it or --member.");
      const made = await app.access.createReadOnlyKey(company, name);
      return { id: made.id, api_key: made.api_key, company_id: company, member: made.member.id, name };
    }
    const member = await chooseKeyOwner(app, company, args.member);
    const { id: key, api_key } = await app.access.createKey(company, member, name);
    return { id: key, api_key, company_id: company, member, name };
  },
  show: (key) =>
    `${key.api_key}\n\nThis is the key ${key.id} of company ${key.company_id}. It is not shown again.`,
});

const keyList = databaseCommand({
  name: "key list",
  summary: "List the API keys of a company, without their texts",
  examples: [["key list --company comp_sample", "its keys, the revoked ones too"]],
  fields: COMPANY_OPTION,
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    return { company_id: company, keys: await app.access.listKeys(company) };
  },
  show: ({ keys, company_id }) =>
    table(
      ["KEY", "BEGINS", "OWNER", "CREATED", "LAST USED", "REVOKED", "NAME"],
      keys.map((key) => [
        key.id,
        key.prefix ?? "-",
        key.user_id,
        instant(key.created),
        instant(key.last_used),
        key.revoked_at === null ? "-" : `${instant(key.revoked_at)} ${key.revoked_because ?? ""}`,
        key.name,
      ]),
      `Company ${company_id} has no keys.`,
    ),
});

const keyRevoke = databaseCommand({
  name: "key revoke",
  summary: "Revoke an API key for good",
  examples: [["key revoke key_01h8xyz", "the key is refused from the next request on"]],
  fields: {
    key: needed("argument", id("key"), "The key's id, as `daybook key list` shows it; not its text."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    await app.access.revokeKey(company, args.key);
    return { id: args.key, company_id: company, revoked: true };
  },
  show: (key) => `Key ${key.id} is revoked.`,
});

export const KEY_COMMANDS = [keyCreate, keyList, keyRevoke];
