/**
 * Bessel functions of whole order. Orders 0 and 1 use the rational and polynomial approximations of Hart's
 * "Computer Approximations" (1968) and of Abramowitz and Stegun 9.8, exact to about 8 digits. Excel uses the
 * same: its results agree to the last digit. Higher orders are computed by recurrence, upward if that is
 * stable, and downward (Miller) if it is not.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import type { FormulaFunction } from "../../define.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { NUM } from "../../values.ts";
import { asPlainInteger, tool } from "../numeric.ts";

/** The largest order that is computed; each order takes a step. */
const ORDER_MAX = 100_000;
/** Beyond this, the exponential function, and therefore I, exceeds the doubles. */
const EXPONENT_MAX = 709;
/** A growing value beyond this is scaled down. */
const LARGE = 1e250;
/** 2 / pi with the digits of the approximations. */
const TWO_BY_PI = 0.636_619_772;

/** Returns the polynomial with these coefficients; the constant is first. */
function polynomial(x: number, coefficients: readonly number[]): number {
  let value = 0;
  for (let at = coefficients.length - 1; at >= 0; at--) value = value * x + (coefficients[at] ?? 0);
  return value;
}

interface Oscillating {
  /** For small arguments: numerator and denominator, as polynomials in the square of the argument. */
  readonly above: readonly number[];
  readonly below: readonly number[];
}

const J0: Oscillating = {
  above: [57_568_490_574, -13_362_590_354, 651_619_640.7, -11_214_424.18, 77_392.330_17, -184.905_245_6],
  below: [57_568_490_411, 1_029_532_985, 9_494_680.718, 59_272.648_53, 267.853_271_2, 1],
};
const J1: Oscillating = {
  above: [72_362_614_232, -7_895_059_235, 242_396_853.1, -2_972_611.439, 15_704.482_6, -30.160_366_06],
  below: [144_725_228_442, 2_300_535_178, 18_583_304.74, 99_447.433_94, 376.999_139_7, 1],
};
const Y0: Oscillating = {
  above: [-2_957_821_389, 7_062_834_065, -512_359_803.6, 10_879_881.29, -86_327.927_57, 228.462_273_3],
  below: [40_076_544_269, 745_249_964.8, 7_189_466.438, 47_447.264_7, 226.103_024_4, 1],
};
const Y1: Oscillating = {
  above: [
    -4_900_604_943_000, 1_275_274_390_000, -51_534_381_390, 734_926_455.1, -4_237_922.726, 8_511.937_935,
  ],
  below: [24_995_805_700_000, 424_441_966_400, 3_733_650_367, 22_459_040.02, 102_042.605, 354.963_288_5, 1],
};
/**
 * For large arguments: amplitude and phase by order, as polynomials in the square of 8 / x, and the start of
 * the phase.
 */
const AMPLITUDE = [
  [1, -0.109_862_862_7e-2, 0.273_451_040_7e-4, -0.207_337_063_9e-5, 0.209_388_721_1e-6],
  [1, 0.183_105e-2, -0.351_639_649_6e-4, 0.245_752_017_4e-5, -0.240_337_019e-6],
] as const;
const PHASE = [
  [-0.156_249_999_5e-1, 0.143_048_876_5e-3, -0.691_114_765_1e-5, 0.762_109_516_1e-6, -0.934_935_152e-7],
  [0.046_874_999_95, -0.200_269_087_3e-3, 0.844_919_909_6e-5, -0.882_289_87e-6, 0.105_787_412e-6],
] as const;
const OFFSET = [0.785_398_164, 2.356_194_491] as const;

/** Returns the cosine-like (J) and sine-like (Y) values for x >= 8. */
function farOut(order: 0 | 1, x: number): { readonly j: number; readonly y: number } {
  const z = 8 / x;
  const angle = x - OFFSET[order];
  const amplitude = polynomial(z * z, AMPLITUDE[order]);
  const phase = z * polynomial(z * z, PHASE[order]);
  const scale = Math.sqrt(TWO_BY_PI / x);
  return {
    j: scale * (Math.cos(angle) * amplitude - Math.sin(angle) * phase),
    y: scale * (Math.sin(angle) * amplitude + Math.cos(angle) * phase),
  };
}

const ratio = ({ above, below }: Oscillating, x: number): number =>
  polynomial(x * x, above) / polynomial(x * x, below);

/** J of order 0 or 1 for x >= 0. */
const firstJ = (order: 0 | 1, x: number): number =>
  x >= 8 ? farOut(order, x).j : order === 0 ? ratio(J0, x) : x * ratio(J1, x);

/** Y of order 0 or 1 for x > 0. */
function firstY(order: 0 | 1, x: number): number {
  if (x >= 8) return farOut(order, x).y;
  if (order === 0) return ratio(Y0, x) + TWO_BY_PI * firstJ(0, x) * Math.log(x);
  return x * ratio(Y1, x) + TWO_BY_PI * (firstJ(1, x) * Math.log(x) - 1 / x);
}

const I_SMALL = [
  [1, 3.515_622_9, 3.089_942_4, 1.206_749_2, 0.265_973_2, 0.036_076_8, 0.004_581_3],
  [0.5, 0.878_905_94, 0.514_988_69, 0.150_849_34, 0.026_587_33, 0.003_015_32, 0.000_324_11],
] as const;
const I_LARGE = [
  [
    0.398_942_28, 0.013_285_92, 0.002_253_19, -0.001_575_65, 0.009_162_81, -0.020_577_06, 0.026_355_37,
    -0.016_476_33, 0.003_923_77,
  ],
  [
    0.398_942_28, -0.039_880_24, -0.003_620_18, 0.001_638_01, -0.010_315_55, 0.022_829_67, -0.028_953_12,
    0.017_876_54, -0.004_200_59,
  ],
] as const;
const K_SMALL = [
  [-0.577_215_66, 0.422_784_2, 0.230_697_56, 0.034_885_9, 0.002_626_98, 0.000_107_5, 0.000_007_4],
  [1, 0.154_431_44, -0.672_785_79, -0.181_568_97, -0.019_194_02, -0.001_104_04, -0.000_046_86],
] as const;
const K_LARGE = [
  [1.253_314_14, -0.078_323_58, 0.021_895_68, -0.010_624_46, 0.005_878_72, -0.002_515_4, 0.000_532_08],
  [1.253_314_14, 0.234_986_19, -0.036_556_2, 0.015_042_68, -0.007_803_53, 0.003_256_14, -0.000_682_45],
] as const;

/** I of order 0 or 1 for x >= 0. */
function firstI(order: 0 | 1, x: number): number {
  if (x < 3.75) return polynomial((x / 3.75) ** 2, I_SMALL[order]) * (order === 0 ? 1 : x);
  return (Math.exp(x) / Math.sqrt(x)) * polynomial(3.75 / x, I_LARGE[order]);
}

/** K of order 0 or 1 for x > 0. */
function firstK(order: 0 | 1, x: number): number {
  if (x > 2) return (Math.exp(-x) / Math.sqrt(x)) * polynomial(2 / x, K_LARGE[order]);
  const sum = polynomial((x * x) / 4, K_SMALL[order]);
  const log = Math.log(x / 2) * firstI(order, x);
  return order === 0 ? sum - log : log + sum / x;
}

/**
 * Recurrence upward from orders 0 and 1: the next value is 2n/x times the present one, plus `sign` times the
 * previous one.
 */
function upward(zero: number, one: number, order: number, x: number, sign: 1 | -1): number {
  let [before, here] = [zero, one];
  for (let at = 1; at < order; at++) [before, here] = [here, ((2 * at) / x) * here + sign * before];
  return order === 0 ? zero : here;
}

/**
 * Recurrence downward from a high order, for cases in which upward recurrence would lose all digits. It
 * begins with 0 and 1. The result is multiplied by `scale`, which compares the values of the recurrence with
 * a known value of the function.
 */
function downward(
  order: number,
  x: number,
  sign: 1 | -1,
  scale: (sumOfEven: number, zero: number) => number,
): number {
  const start = 2 * Math.ceil((order + Math.sqrt(160 * order) + x) / 2) + 2;
  let [above, here, wanted, even] = [0, 1, 0, 0];
  for (let at = start; at > 0; at--) {
    [above, here] = [here, ((2 * at) / x) * here - sign * above];
    if (Math.abs(here) > LARGE)
      [above, here, wanted, even] = [above / LARGE, here / LARGE, wanted / LARGE, even / LARGE];
    if (at - 1 === order) wanted = here;
    if (at % 2 === 1 && at > 1) even += here;
  }
  return wanted * scale(2 * even + here, here);
}

function besselJ(order: number, x: number): number {
  const size = Math.abs(x);
  if (order < 2) return firstJ(order === 0 ? 0 : 1, size);
  if (size === 0) return 0;
  if (size > order) return upward(firstJ(0, size), firstJ(1, size), order, size, -1);
  return downward(order, size, 1, (even) => 1 / even);
}

function besselI(order: number, x: number): number {
  const size = Math.abs(x);
  if (order < 2) return firstI(order === 0 ? 0 : 1, size);
  if (size === 0) return 0;
  if (size > EXPONENT_MAX) throw NUM;
  return downward(order, size, -1, (_even, zero) => firstI(0, size) / zero);
}

/** Defines a function that has the parity of its order; `isEverywhere` if it is defined at 0 and below. */
const bessel = (
  name: string,
  isEverywhere: boolean,
  of: (order: number, x: number) => number,
): FormulaFunction =>
  tool(name, [asPlainNumber, asPlainInteger], (calculation: Calculation, x, order) => {
    if (!(order >= 0 && order <= ORDER_MAX && Math.abs(x) < 1e9) || (!isEverywhere && x <= 0)) throw NUM;
    calculation.spend(order + EXPONENT_MAX);
    const value = of(order, x);
    return finite(x < 0 && order % 2 === 1 ? -value : value);
  });

export const BESSEL: readonly FormulaFunction[] = [
  bessel("BESSELJ", true, besselJ),
  bessel("BESSELI", true, besselI),
  bessel("BESSELY", false, (order, x) => upward(firstY(0, x), firstY(1, x), order, x, -1)),
  bessel("BESSELK", false, (order, x) => upward(firstK(0, x), firstK(1, x), order, x, 1)),
];
