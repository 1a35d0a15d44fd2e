/** The description of `members`. */
import type { Permissions } from "@daybook/words/areas";
import { permissionsSchema } from "../../../core/permissions.ts";
import { id, json, NOW, type RowOf, seconds, table } from "../../../core/record.ts";

export const MEMBERS = table("members", {
  id: id("member", "The member's id, unique in the company.", { key: true }),
  user_id: id("user", "The user.", {
    fullBundleDescription:
      "The user, from this file or already stored. Needed for a new member, and never changed.",
  }),
  permissions: json<Permissions>()(permissionsSchema, "A level in each of the fourteen areas.", {
    fullBundleDescription: "A level in each of the fourteen areas.",
  }),
  created: seconds("When it was created.", { default: NOW }),
  removed_at: seconds("When the membership ended; null for a present member.", { nullable: true }),
});
export type MemberRow = RowOf<typeof MEMBERS>;
