/** Commands on members of a company and on their users. */
import { accessTemplate, AREAS, type Level, type Permissions, PRESETS } from "../../../core/areas.ts";
import { emailKey } from "../../../core/email.ts";
import { firstFlaw } from "../../../platform/text/json-flaw.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { MemberListing } from "../../../modules/tenants/access/index.ts";
import { databaseCommand } from "../command.ts";
import {
  email,
  needed,
  optional,
  pair,
  pattern,
  several,
  sides,
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

interface Access {
  readonly template: "admin" | "read_only" | "none" | null;
  readonly area: readonly string[];
  readonly permissions: string | null;
}

/**
 * Merges the levels of the options into the present ones. The service that writes them refuses unknown areas
 * and levels.
 */
function levels(present: Permissions, { template, area, permissions }: Access): Permissions {
  const base = template === null ? present : PRESETS[template];
  return { ...base, ...readPermissions(permissions), ...Object.fromEntries(area.map(sides)) };
}

function readPermissions(given: string | null): Readonly<Record<string, Level>> {
  if (given === null) return {};
  try {
    const stated: unknown = JSON.parse(given);
    if (typeof stated === "object" && stated !== null && !Array.isArray(stated) && firstFlaw(given) === null)
      return stated as Record<string, Level>;
  } catch {
    // Reported below, together with JSON that is not an object.
  }
  throw new UsageProblem('--permissions must be a JSON object such as {"reports":"view"}.');
}

function nothingSaid({ template, area, permissions }: Access): boolean {
  return template === null && area.length === 0 && permissions === null;
}

function view(row: MemberListing) {
  const { permissions, ...rest } = row;
  return { ...rest, access_template: accessTemplate(permissions), permissions };
}

async function read(app: CommandServices, company: PublicId<"company">, given: string) {
  const members = await app.access.listMembers(company);
  const row = members.find(
    ({ id, user_id, email: address }) => id === given || user_id === given || address === emailKey(given),
  );
  return row ?? null;
}

/** The member as it is now, after a change of it. */
async function changed(app: CommandServices, company: PublicId<"company">, id: string) {
  const row = await read(app, company, id);
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
  const own = AREAS.filter((area) => row.permissions[area] !== "none").map(
    (area) => `${area}=${row.permissions[area]}`,
  );
  return [
    row.id,
    row.user_id,
    row.email,
    state(row),
    row.access_template === "custom" ? own.join(" ") || "nothing" : row.access_template,
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
    if (nothingSaid(args))
      throw new UsageProblem("Give the member's access: --template, --area or --permissions.");
    const company = await chooseCompany(app, args.company);
    const row = await app.access.addMember(company, {
      email: args.email,
      first_name: args.first_name,
      last_name: args.last_name,
      permissions: levels(PRESETS.none, args),
    });
    return changed(app, company, row.id);
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
    if (nothingSaid(args))
      throw new UsageProblem("Give at least one of --template, --area and --permissions.");
    const company = await chooseCompany(app, args.company);
    await app.access.changePermissions(company, args.member, (present) => levels(present, args));
    return changed(app, company, args.member);
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
    return changed(app, company, row.id);
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
  show: (made) =>
    `${made.link}\n\nOn this page ${made.email} sets a password, once, until ${instant(made.expires)}.`,
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
