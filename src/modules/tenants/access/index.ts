/** The door of the access module. */
export { accessFields, membersSection, statedPermissions, usersSection } from "./bundle.ts";
export {
  apiAccessRefusal,
  bearerKey,
  closureRefusal,
  keyRefusal,
  ownerRefusal,
  permissionRefusal,
  stagingRefusal,
  stillMay,
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
} from "./service.ts";
export {
  accessStore,
  identitiesOf,
  type IdentityRow,
  type MemberListing,
  type MemberRow,
  type StandingRow,
  type UserRow,
} from "./store.ts";
