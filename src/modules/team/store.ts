/** All SQL on invitations. */
import type { PublicId } from "../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../platform/db/index.ts";
import { emailKey, type InvitationRow } from "./rules.ts";

const INVITATION = "id, first_name, last_name, email, permissions, invited_by, created, expires, revision, state, accepted_at, accepted_by";
const listInvitations = statement<InvitationRow>("team.listInvitations", `select ${INVITATION} from invitations where company_id = $1 order by created, id`);
const listPending = statement<InvitationRow>(
  "team.listPending",
  `select ${INVITATION} from invitations where company_id = $1 and state = 'pending' order by created, id`,
);
const findPending = statement<InvitationRow>(
  "team.findPending",
  `select ${INVITATION} from invitations where company_id = $1 and email_key = $2 and state = 'pending'`,
);
const lockInvitation = statement<InvitationRow>("team.lockInvitation", `select ${INVITATION} from invitations where company_id = $1 and id = $2 for update`);
/** A token ends with the state in which it can be used. */
const putInvitation = statement<never>(
  "team.putInvitation",
  `insert into invitations (company_id, email_key, ${INVITATION}) values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9, $10, $11, $12, $13, $14)
   on conflict (company_id, id) do update set email_key = excluded.email_key, first_name = excluded.first_name, last_name = excluded.last_name,
     email = excluded.email, permissions = excluded.permissions, invited_by = excluded.invited_by, created = excluded.created,
     expires = excluded.expires, revision = excluded.revision, state = excluded.state, accepted_at = excluded.accepted_at,
     accepted_by = excluded.accepted_by, token_hash = case when excluded.state = 'pending' then invitations.token_hash end`,
);

type Company = PublicId<"company">;

export const teamStore = {
  /** Of every state. */
  listInvitations: (db: Queryable, companyId: Company) => db.list(listInvitations, [companyId]),
  listPending: (db: Queryable, companyId: Company) => db.list(listPending, [companyId]),
  /** The pending invitation of an address. */
  findPending: (db: Queryable, companyId: Company, email: string) => db.find(findPending, [companyId, emailKey(email)]),
  lockInvitation: (tx: Tx, companyId: Company, id: string) => tx.find(lockInvitation, [companyId, id]),
  putInvitation: (tx: Tx, companyId: Company, row: InvitationRow) =>
    tx.run(putInvitation, [
      companyId,
      emailKey(row.email),
      row.id,
      row.first_name,
      row.last_name,
      row.email,
      JSON.stringify(row.permissions),
      row.invited_by,
      row.created,
      row.expires,
      row.revision,
      row.state,
      row.accepted_at,
      row.accepted_by,
    ]),
};
