/**
 * The first visit of an installation: whoever opens the link that its start printed becomes the first user,
 * with a password and a company. Invariant: the link is used up in the transaction that sets the password, so
 * that of two visitors only one gets in; until then it stays good, whatever fails.
 */
import { PRESETS } from "@daybook/words/areas";
import { emailKey, isEmail } from "../../../core/email.ts";
import { isName } from "@daybook/words/names";
import type { PublicId } from "@daybook/words/public-id";
import type { Db } from "../../../platform/db/index.ts";
import { type AccessNeeds, accessStore, addMember, lockUser } from "../../tenants/access/index.ts";
import { companyStore } from "../../tenants/company/index.ts";
import type { InputProblem, NewSession, SignInService } from "../../tenants/sign-in/index.ts";
import type { IntakeService } from "./index.ts";

/** What the visitor chooses: a company that there is, the made-up one, or a new one without entries. */
export const MADE_UP = "made_up";
export const EMPTY = "empty";

export interface FirstVisitInput {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  /** `made_up`, `empty`, or the id of a company. */
  readonly company: string;
  /** The name of an empty company. */
  readonly name: string;
}

/** A company that the visitor can choose. */
export interface OfferedCompany {
  readonly id: PublicId<"company">;
  readonly name: string;
}

export interface FirstVisitService {
  /** The companies to choose from; null if the link is no longer good. */
  readOffer(token: string): Promise<readonly OfferedCompany[] | null>;
  /** Makes the visitor the first user. Null if the link is no longer good. */
  accept(token: string, input: FirstVisitInput): Promise<InputProblem | NewSession | null>;
}

export interface FirstVisitNeeds extends Pick<AccessNeeds, "ids" | "now"> {
  readonly db: Db;
  readonly signIn: Pick<
    SignInService,
    "isFirstVisit" | "isOutsider" | "preparePassword" | "setPassword" | "openSession" | "endFirstVisit"
  >;
  readonly intake: Pick<IntakeService, "createCompany" | "seed">;
}

export function firstVisitService(needs: FirstVisitNeeds): FirstVisitService {
  const { db, signIn } = needs;
  return {
    async readOffer(token) {
      if (!(await signIn.isFirstVisit(token))) return null;
      return (await companyStore.list(db)).map(({ id, name }) => ({ id, name }));
    },
    async accept(token, input) {
      if (!(await signIn.isFirstVisit(token))) return null;
      const email = emailKey(input.email);
      const problem = await problemOf(needs, email, input);
      if (problem !== null) return { problem };
      const prepared = await signIn.preparePassword(input.password, email);
      if ("problem" in prepared) return prepared;
      const companyId = await companyOf(needs, email, input);
      return db.transaction(async (tx) => {
        if (!(await signIn.endFirstVisit(tx, token))) return null;
        const names = { first_name: input.first_name.trim(), last_name: input.last_name.trim() };
        const user = await lockUser(tx, needs, { email, ...names });
        // A new company has made its owner without a name.
        await accessStore.updateUserName(tx, user.id, names.first_name, names.last_name);
        const member = await accessStore.lockMember(tx, companyId, user.id);
        if (member === null || member.removed_at !== null)
          await addMember(tx, needs, companyId, { email, ...names, permissions: PRESETS.admin });
        await signIn.setPassword(tx, user.id, prepared.hash, null);
        return signIn.openSession(tx, user.id);
      });
    },
  };
}

/** Why the input can't be accepted, in a sentence; null if it can. The password is looked at apart. */
async function problemOf(
  { db, signIn }: FirstVisitNeeds,
  email: string,
  { first_name, last_name, company, name }: FirstVisitInput,
): Promise<string | null> {
  if (!isName(first_name) || !isName(last_name)) return "Give your first and last name, each on one line.";
  if (!isEmail(email)) return "This is no e-mail address.";
  if (signIn.isOutsider(email))
    return "This is a staging server, which is open to its operator's people only.";
  if ((await accessStore.findUserByEmail(db, email))?.active === false)
    return "This address belongs to a deactivated user.";
  if (company === EMPTY && !isName(name)) return "Give the company a name of one line.";
  const isKnown =
    company === EMPTY || company === MADE_UP || (await companyStore.find(db, company as PublicId<"company">));
  return isKnown ? null : "Choose one of the companies.";
}

/** The company of the visitor, who owns it if it is new. */
async function companyOf(
  { intake }: FirstVisitNeeds,
  owner_email: string,
  { company, name }: FirstVisitInput,
): Promise<PublicId<"company">> {
  if (company === MADE_UP) return (await intake.seed({})).company_id;
  if (company !== EMPTY) return company as PublicId<"company">;
  const created = await intake.createCompany({
    name: name.trim(),
    chart: "services",
    entity_type: null,
    fiscal_year_start_month: 1,
    owner_email,
  });
  return created.company_id;
}
