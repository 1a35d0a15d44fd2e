/**
 * Linear regression by least squares. The known x's are made orthogonal one after the other (modified
 * Gram-Schmidt, twice), which shows reliably which of them are redundant; those get the coefficient 0, as in
 * Excel. With a constant, all values are taken relative to the means, so that large numbers lose no digits.
 */
import { count } from "../../work.ts";
import { sumOf } from "./summaries.ts";

export interface Fit {
  /** One slope for each variable. */
  readonly slopes: readonly number[];
  readonly constant: number;
  readonly slopeErrors: readonly number[];
  /** NaN if the constant was forced to 0. */
  readonly constantError: number;
  readonly residualSquares: number;
  readonly regressionSquares: number;
  /** Degrees of freedom of the residuals. */
  readonly degrees: number;
  /** The number of variables that are not redundant. */
  readonly rank: number;
}

/** A variable is redundant if less than this share of it is independent of the others. */
const COLLINEAR = 1e-14;

const dot = (a: readonly number[], b: readonly number[]): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

interface Direction {
  /** The variable of this direction. */
  readonly variable: number;
  /** A vector of length 1, orthogonal to all earlier ones. */
  readonly unit: readonly number[];
  readonly length: number;
  /** The multiples of the earlier directions that were removed. */
  readonly shares: readonly number[];
}

function orthogonal(variables: readonly (readonly number[])[]): Direction[] {
  const directions: Direction[] = [];
  for (const [variable, values] of variables.entries()) {
    const whole = dot(values, values);
    let rest = [...values];
    const shares = directions.map(() => 0);
    for (let pass = 0; pass < 2; pass++) {
      for (const [at, { unit }] of directions.entries()) {
        count(2 * unit.length);
        const share = dot(rest, unit);
        shares[at] = (shares[at] ?? 0) + share;
        rest = rest.map((value, row) => value - share * (unit[row] ?? 0));
      }
    }
    const left = dot(rest, rest);
    if (!(left > whole * COLLINEAR)) continue;
    const length = Math.sqrt(left);
    directions.push({ variable, unit: rest.map((value) => value / length), length, shares });
  }
  return directions;
}

/**
 * Solves the triangular system of the directions: returns the slopes of the variables for given amounts along
 * the directions.
 */
function backward(directions: readonly Direction[], amounts: readonly number[]): number[] {
  const slopes = directions.map(() => 0);
  for (let at = directions.length - 1; at >= 0; at--) {
    count(directions.length - at);
    let amount = amounts[at] ?? 0;
    for (let later = at + 1; later < directions.length; later++)
      amount -= (directions[later]?.shares[at] ?? 0) * (slopes[later] ?? 0);
    slopes[at] = amount / (directions[at]?.length ?? 1);
  }
  return slopes;
}

const mean = (values: readonly number[]): number => sumOf(values) / values.length;

/**
 * Fits `ys` with a sum of multiples of `variables`, each with as many values, and a constant unless that must
 * be 0.
 */
export function leastSquares(
  ys: readonly number[],
  variables: readonly (readonly number[])[],
  hasConstant: boolean,
): Fit {
  const points = ys.length;
  const meanY = hasConstant ? mean(ys) : 0;
  const means = variables.map((values) => (hasConstant ? mean(values) : 0));
  const target = ys.map((value) => value - meanY);
  const directions = orthogonal(
    variables.map((values, at) => values.map((value) => value - (means[at] ?? 0))),
  );
  const amounts = directions.map(({ unit }) => dot(unit, target));
  const found = backward(directions, amounts);
  const slopes = variables.map(() => 0);
  for (const [at, { variable }] of directions.entries()) slopes[variable] = found[at] ?? 0;
  const residuals = target.map((value, row) => {
    count(directions.length);
    return directions.reduce((rest, { unit }, at) => rest - (amounts[at] ?? 0) * (unit[row] ?? 0), value);
  });
  const residualSquares = dot(residuals, residuals);
  const degrees = points - directions.length - (hasConstant ? 1 : 0);
  const variance = degrees > 0 ? residualSquares / degrees : 0;
  // The inverse of the triangular matrix, column by column. The lengths of its rows are the errors of the
  // slopes.
  const inverse = directions.map((_direction, column) =>
    backward(
      directions,
      directions.map((_other, at) => (at === column ? 1 : 0)),
    ),
  );
  const slopeErrors = variables.map(() => 0);
  for (const [at, { variable }] of directions.entries())
    slopeErrors[variable] = Math.sqrt(
      variance * inverse.reduce((sum, column) => sum + (column[at] ?? 0) ** 2, 0),
    );
  const lever = inverse.reduce(
    (sum, column) =>
      sum +
      directions.reduce((part, { variable }, at) => part + (column[at] ?? 0) * (means[variable] ?? 0), 0) **
        2,
    0,
  );
  return {
    slopes,
    constant: meanY - dot(slopes, means),
    slopeErrors,
    constantError: hasConstant ? Math.sqrt(variance * (1 / points + lever)) : Number.NaN,
    residualSquares,
    regressionSquares: dot(amounts, amounts),
    degrees,
    rank: directions.length,
  };
}
