/** The public interface of the access module. Other modules import only from this file. */
export { membersSection, templateField, usersSection, withPermissions } from "./bundle.ts";
export { accessConsoleContract } from "./contract.ts";
export { accessConsoleHandlers } from "./handlers.ts";
export {
  apiAccessRefusal,
  bearerKey,
  closureRefusal,
  companyFor,
  isServiceAddress,
  keyRefusal,
  ownerRefusal,
  permissionRefusal,
  stagingRefusal,
  stillHasAccess,
  subscriptionRefusal,
} from "./rules.ts";
export {
  type AccessService,
  accessService,
  type AccessNeeds,
  addMember,
  createKey,
  hashOf,
  lockUser,
  type MembershipKeys,
  writeMember,
} from "./service.ts";
export type { MemberRow } from "./record.ts";
export {
  accessStore,
  identitiesOf,
  type Identity,
  type IdentityRow,
  type MemberListing,
  type MembershipRow,
  type StandingRow,
  type UserRow,
} from "./store.ts";
