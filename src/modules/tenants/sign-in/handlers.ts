/** The handlers of the operations on one's own session. */
import type { UserHandlers } from "../../../contract/operation.ts";
import { inAreaOrder } from "@daybook/words/areas";
import type { sessionContract } from "./contract.ts";
import type { SignInService } from "./service.ts";

export function sessionHandlers(
  signIn: Pick<
    SignInService,
    "changeName" | "endOtherSessions" | "endSession" | "listSessions" | "readUser" | "sendsMail" | "signOut"
  >,
): UserHandlers<typeof sessionContract> {
  return {
    async getSession({ user: { id } }) {
      const { user, companies } = await signIn.readUser(id);
      return {
        object: "session",
        sends_mail: signIn.sendsMail,
        user: { id, email: user.email, first_name: user.first_name, last_name: user.last_name },
        companies: companies.map(({ company_id, permissions, features, ...company }) => ({
          id: company_id,
          name: company.name,
          lifecycle: company.lifecycle,
          plan: company.plan,
          subscription_required: company.subscription_required,
          fiscal_year_start_month: company.fiscal_year_start_month,
          features: [...features],
          permissions: inAreaOrder(permissions),
        })),
      };
    },
    async changeOwnName({ user: { id }, body: { first_name, last_name } }) {
      await signIn.changeName(id, first_name, last_name);
      return { object: "user_name", first_name: first_name.trim(), last_name: last_name.trim() };
    },
    async endSession({ user: { session } }) {
      await signIn.signOut(session);
      return null;
    },
    async listSessions({ user }) {
      const sessions = await signIn.listSessions(user.id, user.session);
      return {
        object: "session_list",
        sessions: sessions.map(({ is_own, ...session }) => ({ ...session, present: is_own })),
      };
    },
    async endOneSession({ user, input }) {
      await signIn.endSession(user.id, input.id);
      return null;
    },
    async endOtherSessions({ user: { id, session } }) {
      return { object: "ended_sessions", ended: await signIn.endOtherSessions(id, session) };
    },
  };
}
