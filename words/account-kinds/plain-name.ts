/**
 * Names of accounts in one plain form, so that each rule knows a word once: small letters, whole words for
 * the usual abbreviations, singulars for plurals, no numbers before or after. Parts that a sign sets apart
 * are parted by `/`.
 */

/** The name without the number that charts put before it: `1010 Checking`, `4000 · Sales`, `090 - Bank`. */
export function unnumberedName(name: string): string {
  return name.replace(/^\d[\d.-]*(?:\s+(?:[·:–-]\s*)?|[·:–]\s*)(?=\p{Letter})/u, "").trim();
}

const WHOLE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    accum: "accumulated",
    accu: "accumulated",
    accr: "accrued",
    acct: "account",
    accts: "account",
    allow: "allowance",
    amort: "amortization",
    amortisation: "amortization",
    auto: "automobile",
    bldg: "building",
    bldgs: "building",
    cheque: "checking",
    chequing: "checking",
    amortise: "amortization",
    cogs: "cogs",
    cos: "cogs",
    deprec: "depreciation",
    depr: "depreciation",
    depn: "depreciation",
    equip: "equipment",
    exp: "expense",
    exps: "expense",
    furn: "furniture",
    fix: "fixture",
    ins: "insurance",
    liab: "liability",
    liabs: "liability",
    maint: "maintenance",
    mgmt: "management",
    misc: "miscellaneous",
    prepd: "prepaid",
    sub: "subcontractor",
    subs: "subcontractor",
    veh: "vehicle",
    // Words that look like plurals, or whose singular is another word.
    dues: "dues",
    gas: "gas",
    goods: "goods",
    premises: "premises",
    process: "process",
    securities: "securities",
    series: "series",
    taxes: "tax",
  }),
);

function singular(word: string): string {
  const whole = WHOLE_WORDS.get(word);
  if (whole !== undefined) return whole;
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:xes|sses|shes|ches)$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** The plain form of a name. */
export function plainName(name: string): string {
  const signs = unnumberedName(name)
    .toLowerCase()
    .replaceAll(/\ba\/r\b/g, "accounts receivable")
    .replaceAll(/\ba\/p\b/g, "accounts payable")
    .replaceAll(/\bppe\b|\bpp&e\b/g, "property plant equipment")
    .replaceAll(/\bw\/h\b/g, "withholding")
    .replaceAll(/[’']s\b|s[’'](?=\s|$)/g, "")
    .replaceAll(/\bnon[\s-]/g, "non")
    .replaceAll(/\b(long|short)-term\b/g, "$1 term")
    .replaceAll(/\bpaid-in\b/g, "paid in")
    .replaceAll(/(?<=\p{Letter})-(?=\p{Letter})/gu, " ")
    .replaceAll(/ - | – |[:/()[\],;·•|]|--|(?<=\s)-|-(?=\s)/g, " / ")
    .replaceAll(/[^\p{Letter}\d%/ ]+/gu, " ")
    .replaceAll(/(?<=[\s/]|^)(?:[x*]*\d+)(?=[\s/]|$)/g, " ");
  const words = signs.split(/\s+/).filter((word) => word !== "" && word !== "and");
  return words
    .map(singular)
    .join(" ")
    .replaceAll(/(?:\/ )+(?=\/)/g, "")
    .replaceAll(/^[/ ]+|[/ ]+$/g, "");
}
