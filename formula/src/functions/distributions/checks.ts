/** Checks of the parameters of distributions; each throws #NUM!. */
import { NUM } from "../../values.ts";

/** Degrees of freedom beyond this are refused, by Excel's own bound. */
const FREEDOM_MAX = 1e10;

export function checkPositive(...values: readonly number[]): void {
  for (const value of values) if (!(value > 0)) throw NUM;
}

/** Not below 0. */
export function checkNotNegative(...values: readonly number[]): void {
  for (const value of values) if (!(value >= 0)) throw NUM;
}

/** Strictly between 0 and 1. */
export function checkInside(share: number): void {
  if (!(share > 0 && share < 1)) throw NUM;
}

/** From 0 to 1. */
export function checkShare(share: number): void {
  if (!(share >= 0 && share <= 1)) throw NUM;
}

/** Degrees of freedom: from 1 to 10^10. */
export function checkFreedom(...degrees: readonly number[]): void {
  for (const value of degrees) if (!(value >= 1 && value <= FREEDOM_MAX)) throw NUM;
}
