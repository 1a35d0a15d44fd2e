/** Parts of a page that the browser loads when they are shown first. */
import { type ComponentType, lazy, type LazyExoticComponent } from "react";

const PAUSE_MS = 2_000;
const MOST_TRIES = 150;

/** Returns the part. What stands in its place stays until the service answers. */
export function loadLater<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return { default: await load() };
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  });
}
