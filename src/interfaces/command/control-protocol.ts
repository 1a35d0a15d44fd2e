/**
 * The protocol of the control socket: one HTTP request for each command, answered by lines of JSON while the
 * command runs. The body of the request is one line; any byte after it asks the command to end. The number
 * changes when versions become incompatible.
 */
import type { Progress } from "../../core/progress.ts";
import type { Problem } from "./problem.ts";

export const CONTROL_PROTOCOL = 3;
export const CONTROL_PATH = "/command";
/** More than any arguments need. */
export const CONTROL_REQUEST_BYTES = 1_048_576;

/** The first line of a request's body. */
export interface ControlRequest {
  readonly protocol: number;
  readonly command: string;
  readonly args: unknown;
  /** The user name of the person who sends it. */
  readonly operator: string;
}

/** A line of the answer. The last one is a result or a problem. */
export type ControlLine =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "problem"; readonly problem: Problem };
