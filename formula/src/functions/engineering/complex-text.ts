/**
 * Complex numbers as in Excel: texts such as "3+4i", whose parts have at most 15 digits, with the suffix i or
 * j.
 */
import { numberText } from "../../coerce.ts";
import { NUM, type Scalar, VALUE } from "../../values.ts";

export interface Complex {
  readonly re: number;
  readonly im: number;
  /** The suffix as written; null if there was none. */
  readonly suffix: "i" | "j" | null;
}

const TEXT_MAX = 255;
const NUMBER = String.raw`(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const COMPLEX = new RegExp(
  String.raw`^(?:([+-]?${NUMBER})(?=$|[+-]))?(?:([+-]?(?:${NUMBER})?)([ij]))?$`,
  "u",
);

/** Returns a coefficient of the suffix; an empty one means 1. */
const coefficient = (text: string): number =>
  text === "" || text === "+" ? 1 : text === "-" ? -1 : Number(text);

/** Converts a scalar to a complex number. Any other text is #NUM!, a boolean is #VALUE!. */
export function complexOf(value: Scalar): Complex {
  if (typeof value === "number") return { re: value, im: 0, suffix: null };
  if (value === null) return { re: 0, im: 0, suffix: null };
  if (typeof value === "boolean") throw VALUE;
  const found = value === "" || value.length > TEXT_MAX ? null : COMPLEX.exec(value);
  if (!found) throw NUM;
  const [, real, imaginary, suffix] = found;
  const im = imaginary === undefined ? 0 : coefficient(imaginary);
  if (suffix === undefined) return { re: Number(real ?? 0), im: 0, suffix: null };
  return { re: Number(real ?? 0), im, suffix: suffix === "j" ? "j" : "i" };
}

/** The most decimals of a part; a number that needs more is written with an exponent. */
const DECIMALS_MAX = 18;

function partText(value: number): string {
  if (value === 0 || Math.abs(value) >= 1e-9) return numberText(value);
  const [digits = "", exponent = ""] = Number(value.toPrecision(15)).toExponential().split("e-");
  const decimals = digits.replace(/^-?\d\.?/u, "").length + Number(exponent);
  return decimals <= DECIMALS_MAX ? value.toFixed(decimals) : numberText(value);
}

/** Writes a complex number, with "i" if it has no suffix. Throws #NUM! if it is not finite. */
export function complexText({ re, im, suffix }: Complex): string {
  if (!Number.isFinite(re) || !Number.isFinite(im)) throw NUM;
  const real = partText(re);
  const imaginary = partText(im);
  if (imaginary === "0") return real;
  const size = imaginary === "1" ? "" : imaginary === "-1" ? "-" : imaginary;
  const sign = real === "0" || size.startsWith("-") ? "" : "+";
  return `${real === "0" ? "" : real}${sign}${size}${suffix ?? "i"}`;
}

/** Returns the common suffix of several numbers. Throws #VALUE! if they differ. */
export function commonSuffix(numbers: readonly Complex[]): Complex["suffix"] {
  const [first, ...others] = new Set(numbers.map(({ suffix }) => suffix).filter((suffix) => suffix !== null));
  if (others.length > 0) throw VALUE;
  return first ?? null;
}
