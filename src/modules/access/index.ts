/** The door of the access module. */
export { membersSection, usersSection } from "./bundle.ts";
export {
  accessTemplate,
  apiAccessRefusal,
  bearerKey,
  closureRefusal,
  keyRefusal,
  ownerRefusal,
  permissionRefusal,
  permissionsProblem,
  stagingRefusal,
  subscriptionRefusal,
} from "./rules.ts";
export { type AccessService, accessService, type AccessServices, addMember, createKey, type NewKey, type NewMember, writeMember } from "./service.ts";
export { accessStore, type IdentityRow, type KeyRow, type MemberListing, type MemberRow, type UserRow } from "./store.ts";
