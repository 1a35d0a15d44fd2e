/** The columns of the table `invitations`, from which SQL, schemas and the bundle format derive. */
import type { Permissions } from "@daybook/words/areas";
import { EMAIL_PATTERN, EMAIL_SENTENCE } from "../../../core/email.ts";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN, nameSentence } from "@daybook/words/names";
import { permissionsSchema } from "../../../core/permissions.ts";
import {
  bytes,
  id,
  integer,
  json,
  NOW,
  patterned,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";

const REVISIONS = 1_000_000_000;
const NAME_SENTENCE = nameSentence(LIMITS.text_field_characters.value);

export const INVITATIONS = table("invitations", {
  id: id("invitation", "The invitation's id, unique in the company.", { key: true }),
  first_name: patterned(NAME_PATTERN, NAME_SENTENCE, "First name of the invited person.", {
    inputOnly: true,
  }),
  last_name: patterned(NAME_PATTERN, NAME_SENTENCE, "Last name.", { inputOnly: true }),
  email: patterned(EMAIL_PATTERN, EMAIL_SENTENCE, "The invited address, as it was entered.", {
    inputOnly: true,
    fullBundleDescription:
      "The address; it can have one pending invitation. Needed for a new invitation. Only its letter case can change.",
  }),
  email_key: text("The address as it is compared.", { internal: true }),
  permissions: json<Permissions>()(permissionsSchema, "A level in each of the fourteen areas.", {
    fullBundleDescription: "A level in each of the fourteen areas.",
  }),
  invited_by: id("member", "The member who first made the invitation. That member may have left the team.", {
    nullable: true,
  }),
  created: seconds("When it was made.", { default: NOW }),
  expires: seconds("When it expires, unless it is sent again.", {
    fullBundleDescription: `When it expires. Default: ${LIMITS.invitation_days.value} days after it was created.`,
  }),
  state: word(
    ["pending", "accepted", "revoked"],
    "An expired invitation that is still pending is `pending`.",
    { default: "pending" },
  ),
  accepted_at: seconds("When it was accepted; required if accepted, otherwise not allowed.", {
    nullable: true,
  }),
  accepted_by: id("member", "The member created by it; required if accepted, otherwise not allowed.", {
    nullable: true,
  }),
  revision: integer("Grows with each change; the public `version` derives from it.", {
    default: 1,
    least: 1,
    most: REVISIONS,
    fullBundleDescription:
      "Grows with each change; the public `version` derives from it. Default: 1. It never decreases, and increases when the file changes the invitation.",
  }),
  token_hash: bytes("The SHA-256 of the token by which it can be accepted.", {
    nullable: true,
    derived: true,
  }),
});
/** A stored invitation. */
export type InvitationRow = Omit<RowOf<typeof INVITATIONS>, "email_key" | "token_hash">;
