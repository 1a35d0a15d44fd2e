/**
 * Loads a module that the operator chooses, such as OpenTelemetry's, before the code that the module
 * observes. Invariant: the service itself does not depend on such a module.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Loads a module by its name, as a file in the folder `from` would. Returns the problem as text, or null. */
export async function loadTelemetry(name: string, from: string): Promise<string | null> {
  let path: string;
  try {
    path = createRequire(join(from, "package.json")).resolve(name);
  } catch {
    return `names ${name}, which is not installed in ${from}. Install its package there, or unset the variable`;
  }
  try {
    await import(pathToFileURL(path).href);
    return null;
  } catch (error) {
    return `names ${name}, which can't be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}
