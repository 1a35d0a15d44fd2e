/**
 * Jurisdictions: `US` for federal, `US-` and a USPS code for a state. Invariant: a state name without a known
 * code is stored as it is and never becomes a code.
 */

/**
 * The names of the states, the District of Columbia and the territories by USPS code. The first name is the
 * official one; the others are also recognised.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  AL: ["Alabama"],
  AK: ["Alaska"],
  AZ: ["Arizona"],
  AR: ["Arkansas"],
  CA: ["California"],
  CO: ["Colorado"],
  CT: ["Connecticut"],
  DE: ["Delaware"],
  DC: ["District of Columbia", "Washington DC", "Washington, D.C.", "D.C."],
  FL: ["Florida"],
  GA: ["Georgia"],
  HI: ["Hawaii"],
  ID: ["Idaho"],
  IL: ["Illinois"],
  IN: ["Indiana"],
  IA: ["Iowa"],
  KS: ["Kansas"],
  KY: ["Kentucky"],
  LA: ["Louisiana"],
  ME: ["Maine"],
  MD: ["Maryland"],
  MA: ["Massachusetts"],
  MI: ["Michigan"],
  MN: ["Minnesota"],
  MS: ["Mississippi"],
  MO: ["Missouri"],
  MT: ["Montana"],
  NE: ["Nebraska"],
  NV: ["Nevada"],
  NH: ["New Hampshire"],
  NJ: ["New Jersey"],
  NM: ["New Mexico"],
  NY: ["New York"],
  NC: ["North Carolina"],
  ND: ["North Dakota"],
  OH: ["Ohio"],
  OK: ["Oklahoma"],
  OR: ["Oregon"],
  PA: ["Pennsylvania"],
  RI: ["Rhode Island"],
  SC: ["South Carolina"],
  SD: ["South Dakota"],
  TN: ["Tennessee"],
  TX: ["Texas"],
  UT: ["Utah"],
  VT: ["Vermont"],
  VA: ["Virginia"],
  WA: ["Washington"],
  WV: ["West Virginia"],
  WI: ["Wisconsin"],
  WY: ["Wyoming"],
  AS: ["American Samoa"],
  GU: ["Guam"],
  MP: ["Northern Mariana Islands"],
  PR: ["Puerto Rico"],
  VI: ["Virgin Islands", "U.S. Virgin Islands"],
};

export const STATE_CODES: readonly string[] = Object.keys(NAMES);

export const FEDERAL = "US";
/** The jurisdiction of franchise records: Delaware only. */
export const DELAWARE: readonly string[] = ["US-DE"];

export function codeOfState(usps: string): string {
  return `${FEDERAL}-${usps}`;
}

export const JURISDICTIONS: readonly string[] = [FEDERAL, ...STATE_CODES.map(codeOfState)];

/** The form in which names are compared: case, dots, commas and repeated blanks do not count. */
function comparableName(name: string): string {
  return name.replaceAll(/[.,]/g, "").replaceAll(/\s+/g, " ").trim().toLowerCase();
}

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([usps, names]) =>
    [usps, codeOfState(usps), ...names].map((name) => [comparableName(name), codeOfState(usps)] as const),
  ),
);

export interface Jurisdictions {
  readonly jurisdictions: readonly string[];
  readonly unmapped_jurisdictions: readonly string[];
}

/** The jurisdictions of an income return: federal, then each named state once, in the given order. */
export function jurisdictionsOf(states: readonly string[]): Jurisdictions {
  const found = states.map((name) => ({ name, code: CODES.get(comparableName(name)) }));
  return {
    jurisdictions: [
      ...new Set([FEDERAL, ...found.flatMap(({ code }) => (code === undefined ? [] : [code]))]),
    ],
    unmapped_jurisdictions: [
      ...new Set(found.flatMap(({ name, code }) => (code === undefined ? [name] : []))),
    ],
  };
}

/** The inverse of `jurisdictionsOf`: the states of an income return's jurisdictions. */
export function statesOf({ jurisdictions, unmapped_jurisdictions }: Jurisdictions): string[] {
  return [
    ...jurisdictions.filter((code) => code !== FEDERAL).map((code) => code.slice(codeOfState("").length)),
    ...unmapped_jurisdictions,
  ];
}
