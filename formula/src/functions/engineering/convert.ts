/**
 * CONVERT: converts from one unit to another of the same kind. An unknown unit, or one of another kind, is
 * #N/A.
 */
import { finite } from "../../coerce.ts";
import { type FormulaFunction, asText } from "../../define.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { NOT_AVAILABLE } from "../../values.ts";
import { tool } from "../numeric.ts";
import { BINARY_PREFIXES, DECIMAL_PREFIXES, UNITS, type Unit, ZEROES } from "./units.ts";

interface Measure {
  readonly unit: Unit;
  /** The size of one unit, with its prefix, in the first unit of the kind. */
  readonly size: number;
  /** For temperatures, the zero of the scale. */
  readonly zero: number;
}

const PREFIX_MAX = 2;

/** Returns a unit by name, or by a prefix and the name of a unit that accepts it. */
function measureOf(name: string): Measure {
  const plain = UNITS.get(name);
  if (plain) return { unit: plain, size: plain.size, zero: ZEROES.get(name) ?? 0 };
  for (let length = 1; length <= PREFIX_MAX; length++) {
    const unit = UNITS.get(name.slice(length));
    if (!unit || unit.prefixes === "none") continue;
    const prefix = name.slice(0, length);
    const factor =
      DECIMAL_PREFIXES.get(prefix) ?? (unit.prefixes === "binary" ? BINARY_PREFIXES.get(prefix) : undefined);
    if (factor !== undefined) return { unit, size: unit.size * factor ** unit.power, zero: 0 };
  }
  throw NOT_AVAILABLE;
}

export const CONVERT: readonly FormulaFunction[] = [
  tool("CONVERT", [asPlainNumber, asText, asText], (_calculation, value, from, to) => {
    const source = measureOf(from);
    const target = measureOf(to);
    if (source.unit.kind !== target.unit.kind) return NOT_AVAILABLE;
    if (from === to) return finite(value);
    const zeroes = source.zero - target.zero;
    if (zeroes === 0)
      return finite(source.size === target.size ? value : value * (source.size / target.size));
    return finite(Number(((value * source.size + zeroes) / target.size).toPrecision(15)));
  }),
];
