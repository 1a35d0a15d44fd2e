/** The other side of an invitation: what its link offers, and how the invited person becomes a member. */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { emailKey, isEmail } from "../../../../core/email.ts";
import { isName } from "../../../../core/names.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { actFor } from "../../../../platform/log/actor.ts";
import { accessStore, addMember, lockUser } from "../../access/index.ts";
import { companyStore } from "../../company/index.ts";
import {
  type Barred,
  type VerifiedUser,
  type NotSet,
  type Opened,
  type Shut,
  tokenHash,
} from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";
import { fullName, hasLapsed } from "../rules.ts";
import { teamStore } from "../store.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

type Company = PublicId<"company">;
type Reading = Pick<TeamNeeds, "db" | "now" | "signIn">;
type Accepting = Reading & Pick<TeamNeeds, "ids"> & { readonly takeTurn: TakeTurn };

/** The offer of an invitation's link. */
export interface Offer {
  readonly company: string;
  /** The inviter's name; null when they have none, or are not known. */
  readonly inviter: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly expires: UnixSeconds;
  /** True if the person already has a password and must enter it. */
  readonly known: boolean;
}

/**
 * The input of the invited person. Names and the new password are used only for a user without a password.
 */
export interface Acceptance {
  readonly first_name: string;
  readonly last_name: string;
  readonly password: string;
  /** The network address, under which attempts are counted. */
  readonly address: string;
}

/**
 * A session, or the reason why there is none: the invitation can't be accepted, the person is already on the
 * team, or may not sign in.
 */
export type Accepted = Opened | Shut | Barred | NotSet | { readonly refused: "unusable" | "on_team" };

type FoundInvitation = InvitationRow & { readonly company_id: Company };

/** The offer of a token's invitation; null if it can't be accepted. */
export async function readOffer(needs: Reading, token: string): Promise<Offer | null> {
  return (await findOffer(needs, token))?.offer ?? null;
}

async function findOffer(
  { db, now, signIn }: Reading,
  token: string,
): Promise<{ readonly companyId: Company; readonly offer: Offer } | null> {
  const found = usable(await teamStore.findByToken(db, tokenHash(token)), now());
  const company = found && (await companyStore.find(db, found.company_id));
  if (!found || company?.lifecycle !== "open" || (await isLapsed(db, found.company_id, found))) return null;
  const { first_name, last_name, email, expires } = found;
  if (signIn.isOutsider(email)) return null;
  const user = await accessStore.findUserByEmail(db, emailKey(email));
  const known = user !== null && (await signIn.hasPassword(db, user.id));
  const offer = {
    company: company.name,
    inviter: await inviterOf(db, found.company_id, found),
    first_name,
    last_name,
    email,
    expires,
    known,
  };
  return { companyId: found.company_id, offer };
}

/**
 * Accepts: who has a password shows it, who has none sets one. The link has shown already that the mail
 * reached them.
 */
export async function accept(needs: Accepting, token: string, acceptance: Acceptance): Promise<Accepted> {
  const { signIn, takeTurn } = needs;
  const found = await findOffer(needs, token);
  if (found === null) return { refused: "unusable" };
  const { email, known } = found.offer;
  if (known) {
    const checked = await signIn.check({ email, password: acceptance.password, address: acceptance.address });
    return "refused" in checked
      ? checked
      : takeTurn(found.companyId, (tx) => join(tx, needs, token, { checked }));
  }
  const { first_name, last_name } = acceptance;
  if (!isName(first_name) || !isName(last_name))
    return { problem: "A first and a last name are required, each on one line." };
  const prepared = await signIn.prepare(acceptance.password, email);
  if ("problem" in prepared) return prepared;
  return takeTurn(found.companyId, (tx) =>
    join(tx, needs, token, {
      names: { first_name: first_name.trim(), last_name: last_name.trim() },
      hash: prepared.hash,
    }),
  );
}

/** The accepting person: a user whose password was compared, or one who sets the first password. */
type Joining =
  | { readonly checked: VerifiedUser }
  | { readonly names: { readonly first_name: string; readonly last_name: string }; readonly hash: string };

/** The team's turn lets one acceptance at a time look for the member and then write it. */
async function join(
  tx: Tx,
  { ids, now, signIn }: Accepting,
  token: string,
  joining: Joining,
): Promise<Accepted> {
  const at = now();
  // Read again within the turn: it may have been accepted, revoked or mailed again meanwhile.
  const found = usable(await teamStore.findByToken(tx, tokenHash(token)), at);
  const company = found && (await companyStore.find(tx, found.company_id));
  if (!found || company?.lifecycle !== "open") return { refused: "unusable" };
  const names = "names" in joining ? joining.names : { first_name: null, last_name: null };
  // Of two companies that the person joins at once, one makes the user and the other one finds the password.
  const user = await lockUser(tx, { ids, now }, { email: found.email, ...names });
  if (!user.active) return { refused: "deactivated" };
  actFor({ company_id: found.company_id, by: user.id });
  // The password was set or changed since the page was asked for, and the person must be asked for that one.
  const asked =
    "checked" in joining ? await signIn.holds(tx, joining.checked) : !(await signIn.hasPassword(tx, user.id));
  if (!asked) return { refused: "unusable" };
  const teammate = await accessStore.lockMember(tx, found.company_id, user.id);
  if (teammate?.removed_at === null) return { refused: "on_team" };
  // Nobody takes the inviter's access away between this look at it and the end.
  if (found.invited_by !== null) await accessStore.lockMember(tx, found.company_id, found.invited_by);
  if (await isLapsed(tx, found.company_id, found)) return { refused: "unusable" };
  const member = await addMember(tx, { ids, now }, found.company_id, {
    ...user,
    permissions: found.permissions,
  });
  if ("names" in joining) {
    await accessStore.putUser(tx, { ...user, ...joining.names });
    await signIn.set(tx, user.id, joining.hash);
  }
  const { company_id, ...invitation } = found;
  await teamStore.putInvitation(tx, company_id, {
    ...invitation,
    state: "accepted",
    accepted_at: at,
    accepted_by: member.id,
    revision: found.revision + 1,
  });
  return signIn.open(tx, user.id);
}

function usable(found: FoundInvitation | null, now: UnixSeconds): FoundInvitation | null {
  // An address that can be confused with another person's could let its mail's reader join as that person.
  return found?.state === "pending" && now < found.expires && isEmail(found.email) ? found : null;
}

/** True if an invitation has lapsed, by the current state of the team. */
export async function isLapsed(
  db: Queryable,
  companyId: Company,
  invitation: InvitationRow,
): Promise<boolean> {
  const members = await accessStore.listMembers(db, companyId);
  const key = emailKey(invitation.email);
  const [inviter, invited] = [
    members.find(({ id }) => id === invitation.invited_by),
    members.find(({ email }) => email === key),
  ];
  return hasLapsed(invitation, inviter, invited);
}

/** The name of who made an invitation, as the company knows them. */
export async function inviterOf(
  db: Queryable,
  companyId: Company,
  { invited_by }: InvitationRow,
): Promise<string | null> {
  const members = invited_by === null ? [] : await accessStore.listMembers(db, companyId);
  const inviter = members.find(({ id }) => id === invited_by);
  return inviter === undefined ? null : fullName(inviter.first_name, inviter.last_name);
}
