/**
 * The columns of `categories` and `departments`, from which the SQL, the API schemas and the bundle are
 * derived.
 */
import Type, { type Static } from "typebox";
import {
  ACCOUNT_TYPES,
  BALANCE_CLASSES,
  CASH_FLOW_ROLES,
  CASH_PAID_FOR,
  CATEGORY_ROLES,
} from "@daybook/words/ledger-words";
import {
  boolean,
  id,
  integer,
  json,
  NOW,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";

const position = integer("Order among the children of one parent.", {
  default: 0,
  least: 0,
  most: 2_147_483_647,
  bundleDescription: "Position among the children of its parent; equal positions are ordered by name.",
});
const created = seconds("When it was created.", { default: NOW });

const merged = Type.Array(
  Type.Object(
    {
      id: Type.String({ description: "The id that it had." }),
      path: Type.String({
        description: "Its name, after those of the categories above it, such as `Travel:Taxis`.",
      }),
    },
    { additionalProperties: false, title: "MergedCategory" },
  ),
);
/** A category that was merged into another. */
export type MergedCategory = Static<typeof merged>[number];

export const CATEGORIES = table("categories", {
  id: id("category", "The category's id, the same in reports, journal entries and transactions.", {
    key: true,
    bundleDescription: "The category's id, unique in the company. It can't end in `-direct`.",
  }),
  name: text("Its name.", { fullBundleDescription: "Its name. Needed for a new category." }),
  account_type: word(ACCOUNT_TYPES, "Determines the category's statement and the sign of its totals.", {
    fullBundleDescription:
      "Its type, the same as its parent's. Needed for a new category. It can't change once the category has journal entries.",
  }),
  cash_flow: word(CASH_FLOW_ROLES, "Its section of the cash flow statement.", {
    nullable: true,
    fullBundleDescription:
      "Its section of the cash flow statement. Needed for assets, liabilities and equity. Only an asset can be cash. For other types null, or `investing` or `financing`: the amounts are then taken out of operating activities and shown in that section.",
  }),
  tier: integer("Depth in the tree, 1 at the root.", { internal: true, least: 1, most: 3 }),
  parent_id: id("category", "Its parent; null at the root.", {
    nullable: true,
    bundleDescription: "Its parent, from this file or already stored; null for a root.",
  }),
  position,
  role: word(
    CATEGORY_ROLES,
    "The service's use of it: postings for which no category was chosen. `retained_earnings`, for an equity category, includes it and its children in the balance sheet's line of retained earnings. At most one category has each role.",
    { nullable: true },
  ),
  created,
  balance_class: word(
    BALANCE_CLASSES,
    "Its class on the balance sheet of exports, and that of the categories below it; null where its name and its section of the cash flow statement decide.",
    { nullable: true },
  ),
  cash_paid_for: word(
    CASH_PAID_FOR,
    "What the payments of this cost, or of this debt, are for. Exports of the cash flow statement disclose them.",
    { nullable: true },
  ),
  active: boolean(
    "False if it is offered for no new entry, rule, invoice or bank line. What has it keeps it, and statements show it.",
    { default: true },
  ),
  merged: json<readonly MergedCategory[]>()(
    merged,
    "The categories that were merged into it. Formulas and later imports that name one of them mean it.",
    { default: [] },
  ),
});
export type StoredCategory = RowOf<typeof CATEGORIES>;
/** A category as statements read it. */
export type CategoryRow = Omit<StoredCategory, "active" | "merged">;

export const DEPARTMENTS = table("departments", {
  id: id("department", "The department's id.", {
    key: true,
    bundleDescription: "The department's id, unique in the company. It can't end in `-direct`.",
  }),
  name: text("Its name.", { fullBundleDescription: "Its name. Needed for a new department." }),
  tier: integer("Depth in the tree, 1 at the top.", { internal: true, least: 1, most: 4 }),
  parent_id: id("department", "Its parent; null at the top.", {
    nullable: true,
    bundleDescription: "Its parent, from this file or already stored; null at the top.",
  }),
  position,
  assignable: boolean("Whether it may be assigned; true only for a department without children.", {
    default: true,
    fullBundleDescription:
      "Whether it may be assigned; false for a department with children. Default: true without children, else false.",
  }),
  created,
});
export type DepartmentRow = RowOf<typeof DEPARTMENTS>;
