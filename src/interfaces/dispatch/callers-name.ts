/** Refusals of an input by the name that the caller gave it, which may be none that the card has. */
import { Refusal } from "../../core/errors.ts";

/** A refusal whose `param` is the caller's own name of a parameter or field, so that no card declares it. */
export class CallersNameRefusal extends Refusal {
  constructor(name: string, message: string) {
    super("invalid_request", { param: name, message });
  }
}
