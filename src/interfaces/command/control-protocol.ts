/**
 * What travels over the control socket: one HTTP request for a command, answered by lines of JSON as the
 * work goes on, and another one that wishes it to end. The number changes when an older and a newer version would not understand each other.
 */
import type { Progress } from "../../core/progress.ts";
import type { Problem } from "./told.ts";

export const CONTROL_PROTOCOL = 2;
export const CONTROL_PATH = "/command";
/** Followed by the call that is to end. */
export const CANCEL_PATH = "/cancel/";
/** More than any arguments need. */
export const CONTROL_REQUEST_BYTES = 1_048_576;

/** The body of a request. */
export interface ControlRequest {
  readonly protocol: number;
  /** Tells this call from others, for whoever wishes it to end. */
  readonly call: string;
  readonly command: string;
  readonly args: unknown;
}

/** A line of the answer. The last one is a result or a problem. */
export type ControlLine =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "problem"; readonly problem: Problem };
