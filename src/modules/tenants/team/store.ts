/** All SQL on invitations, and the lock of a team. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { emailKey } from "../../../core/email.ts";
import type { PublicId } from "@daybook/words/public-id";
import { columnsOf, makeUpsert, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import { accessStore } from "../access/index.ts";
import { type InvitationRow, INVITATIONS } from "./record.ts";

const INVITATION = columnsOf(INVITATIONS, undefined, ["email_key", "token_hash"]);
const listInvitations = statement<InvitationRow>(
  "team.listInvitations",
  `select ${INVITATION} from invitations where company_id = $1 order by created, id`,
);
/** Invitations in a state, or in any; "expired" is pending at or after its expiry. */
const listInvitationPage = statement<InvitationRow>(
  "team.listInvitationPage",
  `select ${INVITATION} from invitations where company_id = $1
     and ($2::text is null or
       $2 = case when state = 'pending' and expires <= $3 then 'expired' else state end)
     and ($4::text is null or (created, id) <
       (select i.created, i.id from invitations i where i.company_id = $1 and i.id = $4))
   order by created desc, id desc limit $5`,
);
const findInvitation = statement<{ readonly id: string }>(
  "team.findInvitation",
  "select id from invitations where company_id = $1 and id = $2",
);
const listPending = statement<InvitationRow>(
  "team.listPending",
  `select ${INVITATION} from invitations where company_id = $1 and state = 'pending' order by created, id`,
);
const findPending = statement<InvitationRow>(
  "team.findPending",
  `select ${INVITATION} from invitations where company_id = $1 and email_key = $2 and state = 'pending'`,
);
const countPending = statement<{ invitations: number }>(
  "team.countPending",
  "select count(*) as invitations from invitations where company_id = $1 and state = 'pending'",
);
const lockInvitation = statement<InvitationRow>(
  "team.lockInvitation",
  `select ${INVITATION} from invitations where company_id = $1 and id = $2 for update`,
);
const findByToken = statement<InvitationRow>(
  "team.findByToken",
  `select ${INVITATION} from invitations where company_id = $1 and token_hash = $2`,
);
const findToken = statement<{ readonly token_hash: Buffer | null }>(
  "team.findToken",
  "select token_hash from invitations where company_id = $1 and id = $2",
);
const setToken = statement<never>(
  "team.setToken",
  "update invitations set token_hash = $3 where company_id = $1 and id = $2 and state = 'pending'",
);
/** Writes an invitation. Removes the token if the invitation is no longer pending. */
const putInvitation = makeUpsert(
  "team.putInvitation",
  INVITATIONS,
  [],
  ", token_hash = case when excluded.state = 'pending' then invitations.token_hash end",
);

type Company = PublicId<"company">;

export const teamStore = {
  /** All invitations of a company, in every state. */
  listInvitations: (db: Queryable, companyId: Company) => db.list(listInvitations, [companyId]),
  /** Up to `limit` + 1 invitations before the one of a cursor, the newest first. */
  listInvitationPage: (
    db: Queryable,
    companyId: Company,
    state: string | null,
    now: UnixSeconds,
    { limit, starting_after }: { readonly limit: number; readonly starting_after: string | null },
  ) => db.list(listInvitationPage, [companyId, state, now, starting_after, limit + 1]),
  hasInvitation: async (db: Queryable, companyId: Company, id: string) =>
    (await db.find(findInvitation, [companyId, id])) !== null,
  listPending: (db: Queryable, companyId: Company) => db.list(listPending, [companyId]),
  /** The pending invitation of an address. */
  findPending: (db: Queryable, companyId: Company, email: string) =>
    db.find(findPending, [companyId, emailKey(email)]),
  async countPending(db: Queryable, companyId: Company) {
    return (await db.get(countPending, [companyId])).invitations;
  },
  lockInvitation: (tx: Tx, companyId: Company, id: string) => tx.find(lockInvitation, [companyId, id]),
  /** The pending invitation of a company that a token's hash belongs to. */
  findByToken: (db: Queryable, companyId: Company, hash: Buffer) => db.find(findByToken, [companyId, hash]),
  /** Stores a token's hash for a pending invitation, in place of an older one. */
  async setToken(tx: Tx, companyId: Company, id: string, hash: Buffer) {
    await forgetToken(tx, companyId, id);
    await Promise.all([
      accessStore.insertCredential(tx, hash, companyId),
      tx.run(setToken, [companyId, id, hash]),
    ]);
  },
  async putInvitation(tx: Tx, companyId: Company, row: InvitationRow) {
    if (row.state !== "pending") await forgetToken(tx, companyId, row.id);
    await putInvitation(tx, companyId, { ...row, email_key: emailKey(row.email) });
  },
};

/** Removes an invitation's token from the directory of credentials. */
async function forgetToken(tx: Tx, companyId: Company, id: string): Promise<void> {
  const token = (await tx.find(findToken, [companyId, id]))?.token_hash ?? null;
  if (token !== null) await accessStore.deleteCredential(tx, token);
}
