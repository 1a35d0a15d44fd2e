/** Checks of the parameters of distributions; each throws #NUM!. */
import { NUM } from "../../values.ts";

/** More degrees of freedom are refused. The limit is Excel's. */
const FREEDOM_MAX = 1e10;

export function checkPositive(...values: readonly number[]): void {
  for (const value of values) if (!(value > 0)) throw NUM;
}

/** Throws unless all values are at least 0. */
export function checkNotNegative(...values: readonly number[]): void {
  for (const value of values) if (!(value >= 0)) throw NUM;
}

/** Throws unless a share is strictly between 0 and 1. */
export function checkInside(share: number): void {
  if (!(share > 0 && share < 1)) throw NUM;
}

/** Throws unless a share is from 0 to 1. */
export function checkShare(share: number): void {
  if (!(share >= 0 && share <= 1)) throw NUM;
}

/** Throws unless degrees of freedom are from 1 to 10^10. */
export function checkFreedom(...degrees: readonly number[]): void {
  for (const value of degrees) if (!(value >= 1 && value <= FREEDOM_MAX)) throw NUM;
}
