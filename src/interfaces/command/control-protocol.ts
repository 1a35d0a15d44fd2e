/**
 * The protocol of the control socket: one HTTP request for each command. The body of the request is one line
 * of JSON; any byte after that line asks the command to stop. The response is lines of JSON, sent while the
 * command runs.
 */
import type { Progress } from "../../core/progress.ts";
import type { Problem } from "./problem.ts";

/** The version of the protocol. It is increased when a version becomes incompatible with the one before. */
export const CONTROL_PROTOCOL = 3;
export const CONTROL_PATH = "/command";
/** The longest first line of a request. The arguments of every command are shorter. */
export const CONTROL_REQUEST_BYTES = 1_048_576;

/** The first line of a request's body. */
export interface ControlRequest {
  readonly protocol: number;
  readonly command: string;
  readonly args: unknown;
  /** The user name, on the machine, of the person who ran the command. */
  readonly operator: string;
}

/** A line of the response. The last line is a result or a problem. */
export type ControlLine =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "problem"; readonly problem: Problem };
