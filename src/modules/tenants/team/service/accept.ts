/** The invited person's side of an invitation: reading the offer of a link, and accepting it. */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { emailKey, isEmail } from "../../../../core/email.ts";
import { isName } from "../../../../core/names.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { updateActor } from "../../../../platform/log/actor.ts";
import { accessStore, addMember, lockUser } from "../../access/index.ts";
import { companyStore } from "../../company/index.ts";
import {
  type UserRefusal,
  type InputProblem,
  type NewSession,
  type AttemptRefusal,
  tokenHash,
  type VerifiedUser,
} from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";
import { fullName, hasLapsed } from "../rules.ts";
import { teamStore } from "../store.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

type Company = PublicId<"company">;
type ReadingNeeds = Pick<TeamNeeds, "db" | "now" | "signIn">;
type AcceptingNeeds = ReadingNeeds & Pick<TeamNeeds, "ids"> & { readonly takeTurn: TakeTurn };

/** What the page of an invitation's link shows. */
export interface Offer {
  readonly company: string;
  /** The inviter's name; null if the inviter has no name or is unknown. */
  readonly inviter: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly expires: UnixSeconds;
  /** True if the invited person already has a password and must enter it. */
  readonly has_password: boolean;
}

/**
 * The input of the invited person. Names and the new password are used only for a user without a password.
 */
export interface Acceptance {
  readonly first_name: string;
  readonly last_name: string;
  readonly password: string;
  /** The network address of the request, under which attempts are counted. */
  readonly address: string;
}

/**
 * A session, or the reason why there is none: the invitation can't be accepted, the input was refused, or the
 * person is already on the team or may not sign in.
 */
export type AcceptanceResult =
  | NewSession
  | AttemptRefusal
  | UserRefusal
  | InputProblem
  | { readonly refused: "unusable" | "on_team" };

/** The offer of a token's invitation; null if it can't be accepted. */
export async function readOffer(needs: ReadingNeeds, token: string): Promise<Offer | null> {
  return (await findOffer(needs, token))?.offer ?? null;
}

async function findOffer(
  { db, now, signIn }: ReadingNeeds,
  token: string,
): Promise<{ readonly companyId: Company; readonly offer: Offer } | null> {
  const hash = tokenHash(token);
  const [place] = await accessStore.findCompanies(db, [hash]);
  if (place === undefined) return null;
  const companyId = place.company;
  const found = ifUsable(await teamStore.findByToken(db, companyId, hash), now());
  const company = found && (await companyStore.find(db, companyId));
  if (!found || company?.lifecycle !== "open" || (await isLapsed(db, companyId, found))) return null;
  const { first_name, last_name, email, expires } = found;
  if (signIn.isOutsider(email)) return null;
  const user = await accessStore.findUserByEmail(db, emailKey(email));
  const has_password = user !== null && (await signIn.hasPassword(db, user.id));
  const offer = {
    company: company.name,
    inviter: await inviterName(db, companyId, found),
    first_name,
    last_name,
    email,
    expires,
    has_password,
  };
  return { companyId, offer };
}

/**
 * Accepts an invitation. A user with a password must enter it; any other person sets a first password. The
 * link's token proves that the person reads the mail of the invited address.
 */
export async function accept(
  needs: AcceptingNeeds,
  token: string,
  acceptance: Acceptance,
): Promise<AcceptanceResult> {
  const { signIn, takeTurn } = needs;
  const found = await findOffer(needs, token);
  if (found === null) return { refused: "unusable" };
  const { email, has_password } = found.offer;
  if (has_password) {
    const verified = await signIn.verify({
      email,
      password: acceptance.password,
      address: acceptance.address,
    });
    return "refused" in verified
      ? verified
      : takeTurn(found.companyId, (tx) => join(tx, needs, found.companyId, token, { verified }));
  }
  const { first_name, last_name } = acceptance;
  if (!isName(first_name) || !isName(last_name))
    return { problem: "A first and a last name are required, each on one line." };
  const prepared = await signIn.preparePassword(acceptance.password, email);
  if ("problem" in prepared) return prepared;
  return takeTurn(found.companyId, (tx) =>
    join(tx, needs, found.companyId, token, {
      names: { first_name: first_name.trim(), last_name: last_name.trim() },
      hash: prepared.hash,
    }),
  );
}

/** The accepting person: a user whose password was verified, or a person who sets a first password. */
type Joining =
  | { readonly verified: VerifiedUser }
  | { readonly names: { readonly first_name: string; readonly last_name: string }; readonly hash: string };

/**
 * Makes the person a member. The turn on the team keeps two acceptances from both finding that the person is
 * not a member yet.
 */
async function join(
  tx: Tx,
  { ids, now, signIn }: AcceptingNeeds,
  companyId: Company,
  token: string,
  joining: Joining,
): Promise<AcceptanceResult> {
  const at = now();
  // The invitation is read again: it may have been accepted, revoked or mailed again before the turn came.
  const found = ifUsable(await teamStore.findByToken(tx, companyId, tokenHash(token)), at);
  const company = found && (await companyStore.find(tx, companyId));
  if (!found || company?.lifecycle !== "open") return { refused: "unusable" };
  const names = "names" in joining ? joining.names : { first_name: null, last_name: null };
  // The person may accept invitations of two companies at once. The lock lets one acceptance create the user
  // and set the password; the other then finds the password.
  const user = await lockUser(tx, { ids, now }, { email: found.email, ...names });
  if (!user.active) return { refused: "deactivated" };
  updateActor({ company_id: companyId, by: user.id });
  // False if a password was set or changed since the offer was read. Then the person must enter that one.
  const isPasswordCurrent =
    "verified" in joining
      ? await signIn.isCurrent(tx, joining.verified)
      : !(await signIn.hasPassword(tx, user.id));
  if (!isPasswordCurrent) return { refused: "unusable" };
  const teammate = await accessStore.lockMember(tx, companyId, user.id);
  if (teammate?.removed_at === null) return { refused: "on_team" };
  // The lock keeps the inviter's access from changing until the transaction ends.
  if (found.invited_by !== null) await accessStore.lockMember(tx, companyId, found.invited_by);
  if (await isLapsed(tx, companyId, found)) return { refused: "unusable" };
  const member = await addMember(tx, { ids, now }, companyId, {
    ...user,
    permissions: found.permissions,
  });
  if ("names" in joining) {
    await accessStore.putUser(tx, { ...user, ...joining.names });
    await signIn.setPassword(tx, user.id, joining.hash);
  }
  await teamStore.putInvitation(tx, companyId, {
    ...found,
    state: "accepted",
    accepted_at: at,
    accepted_by: member.id,
    revision: found.revision + 1,
  });
  return signIn.openSession(tx, user.id);
}

/** Returns an invitation only if it is pending, has not expired and has a valid address. */
function ifUsable(found: InvitationRow | null, now: UnixSeconds): InvitationRow | null {
  // Addresses that can be confused with another address are invalid: the reader of the mail could join as
  // another person.
  return found?.state === "pending" && now < found.expires && isEmail(found.email) ? found : null;
}

/** Reads the present team and returns true if an invitation has lapsed. */
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

/** The name of the member who made an invitation; null if the member has no name or is unknown. */
export async function inviterName(
  db: Queryable,
  companyId: Company,
  { invited_by }: InvitationRow,
): Promise<string | null> {
  const members = invited_by === null ? [] : await accessStore.listMembers(db, companyId);
  const inviter = members.find(({ id }) => id === invited_by);
  return inviter === undefined ? null : fullName(inviter.first_name, inviter.last_name);
}
