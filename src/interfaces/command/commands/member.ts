/** Commands on users (people with an e-mail address) and members (users in one company). */
import { accessTemplate, AREAS, type Level, type Permissions, PRESETS } from "@daybook/words/areas";
import { emailKey } from "../../../core/email.ts";
import { firstFlaw } from "../../../platform/text/json-flaw.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { MemberListing } from "../../../modules/tenants/access/index.ts";
import { databaseCommand } from "../command.ts";
import {
  email,
  needed,
  optional,
  pair,
  pattern,
  several,
  splitPair,
  text,
  UsageProblem,
  word,
} from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const member = needed(
  "argument",
  text("id|e-mail"),
  "The member: its mbr_ or user_ id, or the e-mail address.",
);
const user = needed("argument", text("id|e-mail"), "The user: its user_ id or the e-mail address.");

const ACCESS_OPTIONS = {
  template: optional(
    "option",
    word("admin", "read_only", "none"),
    "Start from these levels: all manage, all view (without API access), or none at all.",
  ),
  area: several(
    "option",
    pair("area=level"),
    `One area's level (none, view or manage); may be repeated. Areas: ${AREAS.join(", ")}.`,
  ),
  permissions: optional(
    "option",
    pattern("json", "^[^\\u0000]{1,2000}$", "JSON of 1 to 2000 characters"),
    'Several areas at once: {"reports":"view","transactions":"manage"}.',
  ),
} as const;

/** The values of `ACCESS_OPTIONS`. */
interface AccessOptions {
  readonly template: "admin" | "read_only" | "none" | null;
  readonly area: readonly string[];
  readonly permissions: string | null;
}

/**
 * Returns the present levels with those of the options in place of theirs. The service that stores the result
 * refuses unknown areas and levels.
 */
function mergeLevels(present: Permissions, { template, area, permissions }: AccessOptions): Permissions {
  const base = template === null ? present : PRESETS[template];
  return { ...base, ...readPermissions(permissions), ...Object.fromEntries(area.map(splitPair)) };
}

/** Parses `--permissions`, a JSON object from area to level. */
function readPermissions(json: string | null): Readonly<Record<string, Level>> {
  if (json === null) return {};
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value) && firstFlaw(json) === null)
      return value as Record<string, Level>;
  } catch {
    // Invalid JSON is refused below, like JSON that is not an object.
  }
  throw new UsageProblem('--permissions must be a JSON object such as {"reports":"view"}.');
}

/** True if no option about access is given. */
function lacksAccess({ template, area, permissions }: AccessOptions): boolean {
  return template === null && area.length === 0 && permissions === null;
}

/** A member as commands print it. */
function view(row: MemberListing) {
  const { permissions, ...rest } = row;
  return { ...rest, access_template: accessTemplate(permissions), permissions };
}

/** Finds a member by its id, its user's id or its e-mail address. */
async function findMember(app: CommandServices, company: PublicId<"company">, given: string) {
  const members = await app.access.listMembers(company);
  const row = members.find(
    ({ id, user_id, email: address }) => id === given || user_id === given || address === emailKey(given),
  );
  return row ?? null;
}

/** The member as it is now, after a change of it. */
async function readMember(app: CommandServices, company: PublicId<"company">, id: string) {
  const row = await findMember(app, company, id);
  if (!row) throw new UsageProblem(`Company ${company} has no member ${id}.`);
  return { company_id: company, member: view(row) };
}

type View = ReturnType<typeof view>;

function state(row: View): string {
  if (row.removed_at !== null) return "removed";
  return row.active ? "active" : "deactivated";
}

const HEAD = ["MEMBER", "USER", "E-MAIL", "STATE", "ACCESS"];

function line(row: View): string[] {
  const levels = AREAS.filter((area) => row.permissions[area] !== "none").map(
    (area) => `${area}=${row.permissions[area]}`,
  );
  return [
    row.id,
    row.user_id,
    row.email,
    state(row),
    row.access_template === "custom" ? levels.join(" ") || "nothing" : row.access_template,
  ];
}

const show = (result: { readonly member: View }) => table(HEAD, [line(result.member)], "");

const memberAdd = databaseCommand({
  name: "member add",
  summary: "Add a member; creates the user if the address is new",
  description:
    "A removed member returns with the access given here; keys revoked at the removal stay revoked.",
  examples: [
    ["member add ada@example.com --template admin", "all areas, API access too"],
    [
      "member add bob@example.com --area reports=view --area api_access=manage",
      "what a key for reports needs",
    ],
  ],
  fields: {
    email: needed("argument", email(), "The user's address."),
    ...COMPANY_OPTION,
    first_name: optional("option", text("name"), "First name, for a new user."),
    last_name: optional("option", text("name"), "Last name, for a new user."),
    ...ACCESS_OPTIONS,
  },
  async run(app, args) {
    if (lacksAccess(args))
      throw new UsageProblem("Give the member's access: --template, --area or --permissions.");
    const company = await chooseCompany(app, args.company);
    const row = await app.access.addMember(company, {
      email: args.email,
      first_name: args.first_name,
      last_name: args.last_name,
      permissions: mergeLevels(PRESETS.none, args),
    });
    return readMember(app, company, row.id);
  },
  show,
});

const memberList = databaseCommand({
  name: "member list",
  summary: "List the members of a company, including removed ones",
  examples: [["member list --company comp_sample --json", "with every area's level"]],
  fields: COMPANY_OPTION,
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    return { company_id: company, members: (await app.access.listMembers(company)).map(view) };
  },
  show: ({ company_id, members }) => table(HEAD, members.map(line), `Company ${company_id} has no members.`),
});

const memberSet = databaseCommand({
  name: "member set",
  summary: "Change a member's access",
  description:
    "Given levels replace the present ones; the others stay. A member who loses API access loses all keys for this company for good; to restore it, use `--area api_access=manage` and create a new key.",
  examples: [
    ["member set ada@example.com --area transactions=none --area reports=view", "two areas, the others stay"],
    ["member set ada@example.com --area api_access=none", "takes API access away and revokes the keys"],
    [
      "member set ada@example.com --template read_only --area api_access=manage",
      "reads everything, by key too",
    ],
  ],
  fields: { member, ...COMPANY_OPTION, ...ACCESS_OPTIONS },
  async run(app, args) {
    if (lacksAccess(args))
      throw new UsageProblem("Give at least one of --template, --area and --permissions.");
    const company = await chooseCompany(app, args.company);
    await app.access.changePermissions(company, args.member, (present) => mergeLevels(present, args));
    return readMember(app, company, args.member);
  },
  show,
});

const memberRemove = databaseCommand({
  name: "member remove",
  summary: "Remove a member from a company and revoke the keys",
  description: "The user stays a member of other companies. `daybook member add` restores the member.",
  examples: [["member remove bob@example.com", "keys answer 403 from the next request on"]],
  fields: { member, ...COMPANY_OPTION },
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    const row = await app.access.removeMember(company, args.member);
    return readMember(app, company, row.id);
  },
  show,
});

const memberActivate = databaseCommand({
  name: "member activate",
  summary: "Activate a user again, in every company",
  examples: [["member activate bob@example.com", "the user's keys work again"]],
  fields: { user },
  run: async (app, args) => ({ user: await app.access.setUserActive(args.user, true) }),
  show: (result) => `User ${result.user.id} (${result.user.email}) is active.`,
});

const memberDeactivate = databaseCommand({
  name: "member deactivate",
  summary: "Deactivate a user, in every company",
  examples: [["member deactivate bob@example.com", "the user's keys answer 403 until activated again"]],
  fields: { user },
  run: async (app, args) => ({ user: await app.access.setUserActive(args.user, false) }),
  show: (result) => `User ${result.user.id} (${result.user.email}) is deactivated.`,
});

const memberPassword = databaseCommand({
  name: "member password",
  summary: "Create a link with which a user sets a password for the web console",
  description:
    "Send the link to the user by a channel that you trust: anyone who has it can set the password. It is valid for one hour and one use, and older links expire. It begins with PUBLIC_URL, or with HOST and PORT if that is not set. If mail is set up, users can request such a link on the sign-in page.",
  examples: [["member password ada@example.com", "the link, shown here and never again"]],
  fields: { user },
  async run(app, args) {
    const { user: row, link, expires } = await app.signIn.makeLink(args.user);
    return { user_id: row.id, email: row.email, link, expires };
  },
  show: ({ link, email: address, expires }) =>
    `${link}\n\nOn this page ${address} sets a password, once, until ${instant(expires)}.`,
});

export const MEMBER_COMMANDS = [
  memberAdd,
  memberList,
  memberSet,
  memberRemove,
  memberActivate,
  memberDeactivate,
  memberPassword,
];
