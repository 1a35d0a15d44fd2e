/** The door of the access module. */
export { membersSection, usersSection } from "./bundle.ts";
export { apiAccessRefusal, bearerKey, closureRefusal, keyRefusal, ownerRefusal, permissionRefusal, stagingRefusal, subscriptionRefusal } from "./rules.ts";
export { type AccessService, accessService, type AccessServices, addMember, createKey, hashOf } from "./service.ts";
export { accessStore, identitiesOf, type IdentityRow, type MemberListing } from "./store.ts";
