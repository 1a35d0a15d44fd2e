/**
 * A button of the console that changes something sends one request, however often and fast it is pressed.
 */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

const READS = /\/app\/api\//;
/** What only shows what would change. */
const TRIES = /preview|trial|"dry_run":true/;

/**
 * Presses a button three times at once, and fails unless one request is sent and succeeds. `trial` is the
 * button that is pressed before, which only tries.
 */
export async function expectOneRequest(page: Page, button: Locator, trial?: Locator): Promise<void> {
  const sent: string[] = [];
  const gate = Promise.withResolvers<void>();
  await page.route(READS, async (route) => {
    const request = route.request();
    if (request.method() !== "GET" && !TRIES.test(request.url() + request.postData())) {
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
      await gate.promise;
    }
    await route.continue();
  });
  try {
    if (trial !== undefined) {
      await trial.dblclick();
      await button.waitFor();
      expect([page.url(), sent]).toEqual([page.url(), []]);
    }
    // What is still read before it can be sent: a disabled button takes no click.
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.evaluate((element) => {
      for (let presses = 0; presses < 3; presses += 1) (element as unknown as { click(): void }).click();
    });
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    const answer = page.waitForResponse((response) => response.request().method() !== "GET");
    gate.resolve();
    expect([page.url(), (await answer).status() < 300, sent]).toEqual([page.url(), true, [sent[0]]]);
    await page.waitForLoadState("networkidle");
    expect([page.url(), sent]).toEqual([page.url(), [sent[0]]]);
  } finally {
    // Else what later tests send would wait, too.
    gate.resolve();
    await page.unroute(READS);
  }
}
