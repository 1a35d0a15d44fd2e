/** The columns of the table `company_integrations`, from which SQL, schemas and the bundle format derive. */
import { boolean, type RowOf, seconds, table, text, word } from "../../../core/record.ts";
import { INTEGRATION_KEYS, INTEGRATION_STATUSES } from "./rules.ts";

export const CONNECTIONS = table("company_integrations", {
  key: word(INTEGRATION_KEYS, "The integration.", { key: true }),
  available: boolean("Whether it is available to the company.", { default: true }),
  status: word(INTEGRATION_STATUSES, "The status of the connection.", { default: "not_connected" }),
  detail: text("A sentence for people, reported with the status.", { nullable: true }),
  succeeded_at: seconds("When data last came in, of a connection that this service reads.", {
    internal: true,
    nullable: true,
  }),
  reported_at: seconds("When the status was reported.", { nullable: true }),
});
export type ConnectionRow = RowOf<typeof CONNECTIONS>;
