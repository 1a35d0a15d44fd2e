/**
 * The units of CONVERT by kind, with the size of each in the kind's first unit. The sizes are exact if there
 * is an exact definition (the international yard and pound, the US survey foot, the thermochemical calorie
 * and the steam table calorie).
 */

export interface Unit {
  readonly kind: string;
  /** The size in the first unit of the kind. */
  readonly size: number;
  /** The allowed prefixes: powers of ten, or also powers of two. */
  readonly prefixes: "none" | "decimal" | "binary";
  /** The power to which a prefix is raised, as in "km2". */
  readonly power: number;
}

const INCH = 0.0254;
const FOOT = 12 * INCH;
const YARD = 3 * FOOT;
const MILE = 5_280 * FOOT;
const SURVEY_MILE = 5_280 * (1_200 / 3_937);
const NAUTICAL_MILE = 1_852;
const PICA_POINT = INCH / 72;
const PARSEC = 3.085_677_581_491_367_2e16;
const LIGHT_YEAR = 9_460_730_472_580_800;
const ANGSTROM = 1e-10;
const POUND = 453.592_37;
const GRAVITY = 9.806_65;
const POUND_FORCE = (POUND / 1_000) * GRAVITY;
const GALLON = 231 * INCH ** 3 * 1_000;
const IMPERIAL_GALLON = 4.546_09;
const BUSHEL = 2_150.42 * INCH ** 3 * 1_000;
const HOUR = 3_600;
const FOOT_POUND = POUND_FORCE * FOOT;
const HORSEPOWER = 550 * FOOT_POUND;
const BRITISH_UNIT = 1_055.055_852_62;

const known = new Map<string, Unit>();

function add(
  kind: string,
  prefixes: Unit["prefixes"],
  power: number,
  units: Readonly<Record<string, number>>,
): void {
  for (const [names, size] of Object.entries(units))
    for (const name of names.split(" ")) known.set(name, { kind, size, prefixes, power });
}

add("mass", "decimal", 1, { g: 1, u: 1.660_538_782e-24 });
add("mass", "none", 1, {
  sg: POUND * (GRAVITY / FOOT),
  lbm: POUND,
  ozm: POUND / 16,
  grain: POUND / 7_000,
  "cwt shweight": POUND * 100,
  "uk_cwt lcwt hweight": POUND * 112,
  stone: POUND * 14,
  ton: POUND * 2_000,
  "uk_ton LTON brton": POUND * 2_240,
});
add("length", "decimal", 1, { m: 1, ly: LIGHT_YEAR, ang: ANGSTROM, "parsec pc": PARSEC });
add("length", "none", 1, {
  mi: MILE,
  Nmi: NAUTICAL_MILE,
  in: INCH,
  ft: FOOT,
  yd: YARD,
  ell: 45 * INCH,
  "Picapt Pica": PICA_POINT,
  pica: PICA_POINT * 12,
  survey_mi: SURVEY_MILE,
});
add("time", "decimal", 1, { "sec s": 1 });
add("time", "none", 1, { yr: 365.25 * 24 * HOUR, "day d": 24 * HOUR, hr: HOUR, "mn min": 60 });
add("pressure", "decimal", 1, { "Pa p": 1, "atm at": 101_325, mmHg: 133.322 });
add("pressure", "none", 1, { psi: POUND_FORCE / INCH ** 2, Torr: 101_325 / 760 });
add("force", "decimal", 1, { N: 1, "dyn dy": 1e-5, pond: GRAVITY / 1_000 });
add("force", "none", 1, { lbf: POUND_FORCE });
add("energy", "decimal", 1, {
  J: 1,
  e: 1e-7,
  c: 4.184,
  cal: 4.186_8,
  "eV ev": 1.602_176_487e-19,
  "Wh wh": HOUR,
});
add("energy", "none", 1, { "HPh hh": HORSEPOWER * HOUR, flb: FOOT_POUND, "BTU btu": BRITISH_UNIT });
add("power", "decimal", 1, { "W w": 1 });
add("power", "none", 1, { "HP h": HORSEPOWER, PS: 75 * GRAVITY });
add("magnetism", "decimal", 1, { T: 1, ga: 1e-4 });
add("volume", "decimal", 1, { "l L lt": 1 });
add("volume", "decimal", 3, {
  "m3 m^3": 1_000,
  "ang3 ang^3": ANGSTROM ** 3 * 1_000,
  "ly3 ly^3": LIGHT_YEAR ** 3 * 1_000,
});
add("volume", "none", 1, {
  tsp: GALLON / 768,
  tspm: 0.005,
  tbs: GALLON / 256,
  oz: GALLON / 128,
  cup: GALLON / 16,
  "pt us_pt": GALLON / 8,
  uk_pt: IMPERIAL_GALLON / 8,
  qt: GALLON / 4,
  uk_qt: IMPERIAL_GALLON / 4,
  gal: GALLON,
  uk_gal: IMPERIAL_GALLON,
  barrel: GALLON * 42,
  bushel: BUSHEL,
  "ft3 ft^3": FOOT ** 3 * 1_000,
  "in3 in^3": INCH ** 3 * 1_000,
  "mi3 mi^3": MILE ** 3 * 1_000,
  "yd3 yd^3": YARD ** 3 * 1_000,
  "Nmi3 Nmi^3": NAUTICAL_MILE ** 3 * 1_000,
  "Picapt3 Picapt^3 Pica3 Pica^3": PICA_POINT ** 3 * 1_000,
  "GRT regton": 100 * FOOT ** 3 * 1_000,
  MTON: 40 * FOOT ** 3 * 1_000,
});
add("area", "decimal", 2, { "m2 m^2": 1, "ang2 ang^2": ANGSTROM ** 2, "ly2 ly^2": LIGHT_YEAR ** 2 });
add("area", "decimal", 1, { ar: 100 });
add("area", "none", 1, {
  ha: 10_000,
  uk_acre: 4_840 * YARD ** 2,
  us_acre: SURVEY_MILE ** 2 / 640,
  Morgen: 2_500,
  "ft2 ft^2": FOOT ** 2,
  "in2 in^2": INCH ** 2,
  "mi2 mi^2": MILE ** 2,
  "yd2 yd^2": YARD ** 2,
  "Nmi2 Nmi^2": NAUTICAL_MILE ** 2,
  "Picapt2 Picapt^2 Pica2 Pica^2": PICA_POINT ** 2,
});
add("information", "binary", 1, { bit: 1, byte: 8 });
add("speed", "decimal", 1, { "m/s m/sec": 1, "m/h m/hr": 1 / HOUR });
add("speed", "none", 1, { mph: MILE / HOUR, kn: NAUTICAL_MILE / HOUR, admkn: (6_080 * FOOT) / HOUR });
add("temperature", "decimal", 1, { "K kel": 1 });
add("temperature", "none", 1, { "C cel": 1, "F fah": 5 / 9, Rank: 5 / 9, Reau: 5 / 4 });

/** The zero of each temperature scale in Kelvin. Scales without an entry begin at absolute zero. */
export const ZEROES: ReadonlyMap<string, number> = new Map([
  ["C", 273.15],
  ["cel", 273.15],
  ["F", 459.67 * (5 / 9)],
  ["fah", 459.67 * (5 / 9)],
  ["Reau", 273.15],
]);

/** Units by name; names are case-sensitive. */
export const UNITS: ReadonlyMap<string, Unit> = known;

export const DECIMAL_PREFIXES: ReadonlyMap<string, number> = new Map([
  ["Y", 1e24],
  ["Z", 1e21],
  ["E", 1e18],
  ["P", 1e15],
  ["T", 1e12],
  ["G", 1e9],
  ["M", 1e6],
  ["k", 1e3],
  ["h", 1e2],
  ["da", 1e1],
  ["e", 1e1],
  ["d", 1e-1],
  ["c", 1e-2],
  ["m", 1e-3],
  ["u", 1e-6],
  ["n", 1e-9],
  ["p", 1e-12],
  ["f", 1e-15],
  ["a", 1e-18],
  ["z", 1e-21],
  ["y", 1e-24],
]);

export const BINARY_PREFIXES: ReadonlyMap<string, number> = new Map(
  ["ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"].map((prefix, at) => [prefix, 1_024 ** (at + 1)]),
);
