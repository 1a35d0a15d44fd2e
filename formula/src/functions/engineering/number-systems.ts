/**
 * Numbers as binary, octal and hexadecimal texts of at most ten digits. With ten digits, the first bit is the
 * sign (two's complement). A text that does not fit or has an invalid digit is #NUM!.
 */
import { type FormulaFunction, type Parameter, asScalar, orEmpty, readLater } from "../../define.ts";
import { toText } from "../../coerce.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { type Element, NUM, VALUE } from "../../values.ts";
import { tool } from "../numeric.ts";

const DIGITS_MAX = 10;

interface System {
  readonly name: string;
  readonly radix: number;
  /** Matches one digit of the system. */
  readonly digits: RegExp;
}

const SYSTEMS: readonly System[] = [
  { name: "BIN", radix: 2, digits: /^[01]{0,10}$/u },
  { name: "OCT", radix: 8, digits: /^[0-7]{0,10}$/u },
  { name: "HEX", radix: 16, digits: /^[\da-f]{0,10}$/iu },
];

/** The number of values of ten digits; the upper half are the negative ones. */
const rangeOf = ({ radix }: System): number => radix ** DIGITS_MAX;

/** Digits, as a number or a text; a boolean is #VALUE!. */
const asDigits: Parameter<string> = {
  lifts: true,
  isOptional: false,
  read: (operand, calculation) => {
    const value = asScalar.read(operand, calculation);
    if (typeof value === "boolean") throw VALUE;
    return toText(value);
  },
};

const asPlaces: Parameter<() => number | undefined> = readLater(orEmpty(asPlainNumber, undefined));

function read(digits: string, system: System): number {
  if (!system.digits.test(digits)) throw NUM;
  const value = digits === "" ? 0 : Number.parseInt(digits, system.radix);
  return value >= rangeOf(system) / 2 ? value - rangeOf(system) : value;
}

function write(value: number, system: System, placesRead: () => number | undefined): Element {
  const whole = Math.floor(value);
  const range = rangeOf(system);
  if (whole < -range / 2 || whole >= range / 2) throw NUM;
  const places = placesRead();
  const width = places === undefined ? 0 : Math.trunc(places);
  if (places !== undefined && (width < 1 || width > DIGITS_MAX)) throw NUM;
  const text = (whole < 0 ? whole + range : whole).toString(system.radix).toUpperCase();
  if (whole >= 0 && width > 0 && text.length > width) throw NUM;
  return whole < 0 ? text : text.padStart(width, "0");
}

export const NUMBER_SYSTEMS: readonly FormulaFunction[] = SYSTEMS.flatMap((from): FormulaFunction[] => [
  tool(`${from.name}2DEC`, [asDigits], (_calculation, digits) => read(digits, from)),
  tool(`DEC2${from.name}`, [asPlainNumber, asPlaces], (_calculation, value, places) =>
    write(Math.trunc(value), from, places),
  ),
  ...SYSTEMS.filter((to) => to !== from).map((to) =>
    tool(`${from.name}2${to.name}`, [asDigits, asPlaces], (_calculation, digits, places) =>
      write(read(digits, from), to, places),
    ),
  ),
]);
