/**
 * The vendors that the sample company pays by card: monthly subscriptions, and the shops, restaurants,
 * airlines and advertisers at which employees buy. Names are invented or generic. Amounts are in dollars.
 */
import type { CategoryKey, DepartmentKey } from "./chart.ts";

export type Card = Extract<CategoryKey, "corporate-card" | "travel-card">;

export interface Subscription {
  readonly merchant: string;
  readonly category: CategoryKey;
  readonly department: DepartmentKey | null;
  /** The first month with a charge, and the day of the month. */
  readonly firstMonth: number;
  readonly day: number;
  readonly base: number;
  readonly perHead: number;
}

type SubscriptionRow = readonly [
  merchant: string,
  department: DepartmentKey | null,
  firstMonth: number,
  day: number,
  base: number,
  perHead: number,
];

const SOFTWARE: readonly SubscriptionRow[] = [
  ["Mailfern Workspace", null, 0, 1, 12, 14],
  ["Chatterbox Team", null, 0, 3, 0, 9],
  ["Gitmeadow", "product", 0, 4, 21, 6],
  ["Stackpost Issues", "product", 0, 6, 10, 8],
  ["Keyring Vault", "infrastructure", 0, 9, 20, 5],
  ["Ledgerline Books", "finance", 0, 12, 70, 0],
  ["Videolark Meetings", null, 1, 5, 15, 8],
  ["Drawboard Design", "product", 1, 8, 45, 4],
  ["Errorhound", "product", 1, 14, 80, 4],
  ["Pagebell On-Call", "infrastructure", 2, 11, 60, 5],
  ["Testbench CI", "infrastructure", 2, 17, 110, 9],
  ["Helpdeck", "customer-success", 2, 16, 95, 6],
  ["Postroom Email API", "product", 3, 19, 90, 3],
  ["Chartwell Analytics", "data", 3, 21, 150, 6],
  ["Scribepad Docs", null, 3, 23, 10, 8],
  ["Pipeline Harbor CRM", "sales", 4, 7, 120, 9],
  ["Beacon Email Campaigns", "marketing", 4, 10, 140, 5],
  ["Formlet", "marketing", 4, 22, 35, 0],
  ["Signwell Street", "finance", 5, 13, 40, 1],
  ["Candidate Desk", "people", 6, 15, 120, 3],
  ["Dialtone Sales", "sales", 7, 18, 80, 5],
  ["Surveyroom", "product", 8, 24, 60, 1],
  ["Expensely", "finance", 9, 2, 30, 5],
  ["Trustboard Compliance", "infrastructure", 10, 20, 480, 6],
  ["Siftdata Warehouse", "data", 11, 25, 390, 14],
  ["Leadtrail Prospecting", "sales", 12, 9, 420, 6],
  ["Flagpole Releases", "product", 13, 26, 160, 4],
  ["Webcastle Hosting Pages", "marketing", 13, 27, 85, 0],
  ["Peoplepath HR", "people", 15, 3, 90, 8],
  ["Copilot Quay", "product", 16, 5, 60, 15],
  ["Rankwatch", "marketing", 17, 12, 240, 0],
  ["Contractroom", "finance", 19, 16, 310, 0],
  ["Callscribe", "sales", 20, 21, 380, 7],
  ["Devicewarden", "infrastructure", 21, 8, 70, 7],
  ["Planboard Finance", "finance", 24, 11, 650, 0],
];

export const SUBSCRIPTIONS: readonly Subscription[] = [
  ...SOFTWARE.map(
    ([merchant, department, firstMonth, day, base, perHead]) =>
      ({ merchant, category: "software", department, firstMonth, day, base, perHead }) as const,
  ),
  {
    merchant: "Fiberloom Internet",
    category: "utilities",
    department: null,
    firstMonth: 9,
    day: 14,
    base: 260,
    perHead: 0,
  },
  {
    merchant: "Corner Cell Wireless",
    category: "utilities",
    department: null,
    firstMonth: 0,
    day: 20,
    base: 25,
    perHead: 22,
  },
  {
    merchant: "Statusnet Monitoring",
    category: "hosting",
    department: "infrastructure",
    firstMonth: 1,
    day: 10,
    base: 95,
    perHead: 9,
  },
  {
    merchant: "Edgepath Delivery Network",
    category: "hosting",
    department: "infrastructure",
    firstMonth: 2,
    day: 15,
    base: 140,
    perHead: 16,
  },
];

export interface Shop {
  readonly merchant: string;
  readonly category: CategoryKey;
  readonly card: Card;
  /** The smallest and the largest amount of a purchase. */
  readonly least: number;
  readonly most: number;
  /** The relative frequency of purchases at this shop. */
  readonly weight: number;
  readonly firstMonth: number;
  /** The departments that buy at this shop; null is a purchase without a department. */
  readonly departments: readonly [DepartmentKey | null, ...(DepartmentKey | null)[]];
}

type ShopRow = readonly [merchant: string, least: number, most: number, weight: number, firstMonth?: number];

function shops(
  category: CategoryKey,
  card: Card,
  departments: Shop["departments"],
  rows: readonly ShopRow[],
): Shop[] {
  return rows.map(([merchant, least, most, weight, firstMonth = 0]) => ({
    merchant,
    category,
    card,
    least,
    most,
    weight,
    firstMonth,
    departments,
  }));
}

const EVERYBODY: Shop["departments"] = [
  "product",
  "product",
  "sales",
  "sales",
  "executive",
  "marketing",
  "customer-success",
  "infrastructure",
  "people",
  null,
];
const TRAVELLERS: Shop["departments"] = [
  "sales",
  "sales",
  "sales",
  "executive",
  "executive",
  "customer-success",
  "marketing",
  "product",
];

export const SHOPS: readonly Shop[] = [
  ...shops("meals", "corporate-card", EVERYBODY, [
    ["Copper Kettle Coffee", 6, 64, 13],
    ["Field Street Deli", 12, 140, 9],
    ["Noodle Lantern", 15, 160, 7],
    ["Plaza Taqueria", 14, 150, 8],
    ["Sunup Bagels", 18, 120, 5],
    ["Lunchwagon Catering", 120, 980, 6, 4],
    ["Orchard Street Grocers", 22, 260, 7],
    ["Snackcrate Pantry", 60, 420, 4, 9],
  ]),
  ...shops("meals", "travel-card", TRAVELLERS, [
    ["Harbor and Rye Kitchen", 48, 520, 5],
    ["Terminal Grill", 11, 85, 6],
    ["Vinestone Table", 70, 760, 3, 5],
  ]),
  ...shops("travel", "travel-card", TRAVELLERS, [
    ["Brindle Air", 140, 980, 6],
    ["Cloudspur Airways", 120, 860, 4],
    ["Gable House Hotels", 165, 1_350, 6],
    ["Staymoor Inns", 120, 940, 4],
    ["Citycar Rides", 9, 96, 14],
    ["Wheelhouse Car Rental", 70, 480, 3],
    ["Airport Parking Garage", 18, 160, 3],
    ["Coastline Rail", 14, 140, 2],
  ]),
  ...shops(
    "advertising",
    "travel-card",
    ["marketing"],
    [
      ["Lanternfish Search Ads", 350, 2_300, 9, 3],
      ["Murmuration Social Ads", 250, 1_700, 6, 4],
      ["Trade Journal Sponsorships", 500, 3_600, 2, 8],
      ["Podcast Spot Exchange", 400, 2_900, 2, 14],
    ],
  ),
  ...shops(
    "events",
    "travel-card",
    ["marketing", "sales"],
    [
      ["Summit Hall Conferences", 290, 4_200, 1, 4],
      ["Boothworks Exhibits", 350, 5_200, 1, 10],
      ["Badge and Lanyard Print", 60, 900, 2, 6],
    ],
  ),
  ...shops(
    "office",
    "corporate-card",
    ["people", "finance", null],
    [
      ["Paperline Office Supply", 14, 260, 6],
      ["Swiftparcel Courier", 9, 120, 7],
      ["Deskmate Goods", 30, 480, 3, 6],
      ["Corner Hardware", 8, 140, 2],
      ["Brightsweep Cleaning", 120, 460, 3, 9],
    ],
  ),
  ...shops(
    "software",
    "corporate-card",
    ["product", "infrastructure", "data"],
    [
      ["Devtool Market", 9, 240, 6],
      ["Domain Name Registry", 12, 90, 3],
      ["Test Device Lab", 25, 380, 3],
      ["Font and Icon Foundry", 15, 180, 2],
    ],
  ),
  ...shops(
    "licenses",
    "corporate-card",
    ["people", "finance", "executive", "product"],
    [
      ["Workshop Academy", 39, 890, 3, 2],
      ["Technical Books Direct", 18, 140, 3],
      ["County Business Licenses", 35, 420, 1],
      ["Founders' Guild Dues", 60, 480, 1, 3],
    ],
  ),
  ...shops(
    "third-party-apis",
    "corporate-card",
    ["infrastructure", "data"],
    [
      ["Geocode Exchange", 40, 420, 4, 2],
      ["Textline Messaging API", 45, 560, 4, 2],
    ],
  ),
];
