/**
 * The special functions of distributions: gamma, the incomplete gamma and beta functions, the error function;
 * exact to about 14 digits. The incomplete functions are sums or continued fractions (Lentz's method, DLMF
 * 8.9 and 8.17) with a limited number of steps. Their leading factors are computed with deviances as in
 * Loader's "Fast and accurate computation of binomial probabilities" (2000), which stays exact for large
 * parameters.
 */

const STEPS_MAX = 50_000;
const EPSILON = 1e-16;
const TINY = 1e-300;
/** Half of the logarithm of two pi. */
const HALF_LN_2PI = 0.918_938_533_204_672_8;

/** Lanczos' approximation with g = 7 and nine terms. */
const LANCZOS = [
  0.999_999_999_999_809_93, 676.520_368_121_885_1, -1_259.139_216_722_402_8, 771.323_428_777_653_13,
  -176.615_029_162_140_59, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_571_6e-6,
  1.505_632_735_149_311_6e-7,
];

/** Returns ln(gamma(x)) for x > 0. */
export function lnGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
  if (x > 15) return (x - 0.5) * Math.log(x) - x + HALF_LN_2PI + stirlingSeries(x);
  const z = x - 1;
  let sum = LANCZOS[0] ?? 0;
  for (let at = 1; at < LANCZOS.length; at++) sum += (LANCZOS[at] ?? 0) / (z + at);
  const t = z + 7.5;
  return HALF_LN_2PI + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Returns gamma(x), or NaN at a pole. */
export function gamma(x: number): number {
  if (Number.isInteger(x)) {
    if (x <= 0) return Number.NaN;
    let product = 1;
    for (let factor = 2; factor < x && product < Infinity; factor++) product *= factor;
    return product;
  }
  return x < 0.5 ? Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x)) : Math.exp(lnGamma(x));
}

/** The error of Stirling's formula for ln(gamma(x)), for x > 15. */
function stirlingSeries(x: number): number {
  const square = x * x;
  return (1 / 12 - (1 / 360 - (1 / 1_260 - (1 / 1_680 - 1 / 1_188 / square) / square) / square) / square) / x;
}

/** Returns ln(n!) minus Stirling's formula, for n > 0, also if n is not whole. */
function stirlingError(n: number): number {
  return n > 15 ? stirlingSeries(n) : lnGamma(n + 1) - (n + 0.5) * Math.log(n) + n - HALF_LN_2PI;
}

/** Returns x ln(x/m) + m - x, without the loss of digits if x is near m. */
function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = difference / (x + m);
  let sum = difference * v;
  let term = 2 * x * v;
  for (let step = 1; step < 1_000; step++) {
    term *= v * v;
    const next = sum + term / (2 * step + 1);
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/** Returns m^x e^-m / gamma(x+1): the probability of x events if m happen on average; x need not be whole. */
export function poissonDensity(x: number, m: number): number {
  if (m === 0) return x === 0 ? 1 : 0;
  if (x === 0) return Math.exp(-m);
  if (x < TINY) return Math.exp(-m - x);
  return Math.exp(-stirlingError(x) - deviance(x, m)) / Math.sqrt(2 * Math.PI * x);
}

/**
 * Returns the probability of x successes in n trials, each of which succeeds with p and fails with q = 1 - p;
 * x and n need not be whole.
 */
export function binomialDensity(x: number, n: number, p: number, q: number): number {
  if (p === 0) return x === 0 ? 1 : 0;
  if (q === 0) return x === n ? 1 : 0;
  if (x === 0) return Math.exp(p < 0.1 ? -deviance(n, n * q) - n * p : n * Math.log(q));
  if (x === n) return Math.exp(q < 0.1 ? -deviance(n, n * p) - n * q : n * Math.log(p));
  if (x < 0 || x > n) return 0;
  const exponent =
    stirlingError(n) - stirlingError(x) - stirlingError(n - x) - deviance(x, n * p) - deviance(n - x, n * q);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * x * (n - x)));
}

/**
 * Both tails of a distribution at a value: the probabilities below and above. Each is exact even if it is
 * tiny.
 */
export interface Tails {
  readonly lower: number;
  readonly upper: number;
}

const fromLower = (lower: number): Tails => ({ lower, upper: 1 - lower });
const fromUpper = (upper: number): Tails => ({ lower: 1 - upper, upper });

/**
 * From this parameter on, the incomplete gamma function is computed with its expansion for large parameters.
 */
const GAMMA_LARGE = 1e6;

/** The regularized incomplete gamma functions P(a, x) and Q(a, x), for a > 0 and x >= 0. */
export function incompleteGamma(a: number, x: number): Tails {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (x === Infinity) return { lower: 1, upper: 0 };
  if (a > GAMMA_LARGE) return largeGamma(a, x);
  const factor = poissonDensity(a, x);
  if (x < a + 1) {
    let term = 1;
    let sum = 1;
    for (let step = 1; step < STEPS_MAX; step++) {
      term *= x / (a + step);
      sum += term;
      if (term < sum * EPSILON) break;
    }
    return fromLower(Math.min(1, factor * sum));
  }
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let step = 1; step < STEPS_MAX; step++) {
    const numerator = -step * (step - a);
    b += 2;
    d = 1 / (numerator * d + b || TINY);
    c = b + numerator / c || TINY;
    const change = c * d;
    fraction *= change;
    if (Math.abs(change - 1) < EPSILON * 4) break;
  }
  return fromUpper(Math.min(1, factor * a * fraction));
}

/** Temme's uniform expansion of the incomplete gamma functions for large a, to the first term (DLMF 8.12). */
function largeGamma(a: number, x: number): Tails {
  const ratio = x / a;
  const eta = Math.sign(ratio - 1) * Math.sqrt((2 * deviance(a, x)) / a);
  const first = Math.abs(eta) < 1e-3 ? -1 / 3 + eta / 12 - (2 * eta * eta) / 135 : 1 / (ratio - 1) - 1 / eta;
  const rest = (Math.exp((-a * eta * eta) / 2) / Math.sqrt(2 * Math.PI * a)) * first;
  const { lower, upper } = normalTails(eta * Math.sqrt(a));
  return { lower: Math.max(0, lower - rest), upper: Math.max(0, upper + rest) };
}

/**
 * Returns the regularized incomplete beta function I_x(a, b) for a, b > 0. `y` is 1 - x, which is more exact
 * for x near 1.
 */
export function incompleteBeta(x: number, a: number, b: number, y: number = 1 - x): Tails {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  const factor = binomialDensity(a, a + b, x, y);
  if (x <= (a + 1) / (a + b + 2))
    return fromLower(Math.min(1, ((factor * b) / (a + b)) * betaFraction(x, a, b)));
  return fromUpper(Math.min(1, ((factor * a) / (a + b)) * betaFraction(y, b, a)));
}

/** The continued fraction of the incomplete beta function. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || TINY);
  let fraction = d;
  for (let step = 1; step < STEPS_MAX; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    d = 1 / (1 + even * d || TINY);
    c = 1 + even / c || TINY;
    fraction *= c * d;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    d = 1 / (1 + odd * d || TINY);
    c = 1 + odd / c || TINY;
    const change = c * d;
    fraction *= change;
    if (Math.abs(change - 1) < EPSILON * 4) break;
  }
  return fraction;
}

/** The density of the beta distribution on 0 to 1. */
export function betaDensity(x: number, a: number, b: number): number {
  if (x === 0) return a < 1 ? Infinity : a === 1 ? b : 0;
  if (x === 1) return b < 1 ? Infinity : b === 1 ? a : 0;
  const total = a + b;
  return (binomialDensity(a, total, x, 1 - x) * a * b) / total / (x * (1 - x));
}

/** The density of Student's t distribution; the degrees of freedom need not be whole. */
export function studentDensity(x: number, degrees: number): number {
  const half = degrees / 2;
  const peak = stirlingError(half + 0.5) - stirlingError(half) - deviance(half, half + 0.5);
  return (
    Math.exp(peak - half * Math.log1p((x * x) / degrees)) / Math.sqrt(2 * Math.PI * (1 + (x * x) / degrees))
  );
}

/** The error function from 0 to x. */
export function errorFunction(x: number): number {
  return Math.sign(x) * incompleteGamma(0.5, x * x).lower;
}

/** Returns 1 minus the error function. */
export function errorComplement(x: number): number {
  const { lower, upper } = incompleteGamma(0.5, x * x);
  return x < 0 ? 1 + lower : upper;
}

/** The standard normal distribution. */
export function normalTails(z: number): Tails {
  const { upper } = incompleteGamma(0.5, (z * z) / 2);
  return z < 0 ? fromLower(upper / 2) : fromUpper(upper / 2);
}

export function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}
