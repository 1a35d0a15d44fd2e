/** The text of the metrics: how often it is made, and how long it gets. */
import { expect, test } from "vitest";
import { LIMITS } from "@daybook/words/limits";
import { openMetrics } from "./index.ts";

const OPERATIONS = Array.from({ length: 150 }, (_, number) => `someLongNameOfAnOperation${number}`);
const STATUSES = [200, 400, 401, 404];

test("the text is made once for all who ask within a second (DOOR-006)", async () => {
  let now = 0;
  let read = 0;
  const metrics = openMetrics(() => now);
  metrics.addGauges({
    labels: [],
    help: { daybook_test: "A gauge." },
    read: () => [{ labels: {}, values: { daybook_test: (read += 1) } }],
  });
  const [one, two] = await Promise.all([metrics.text(), metrics.text()]);
  metrics.countAnswer({ operation: "getCompany", surface: "api", status: 200, seconds: 0.01 });
  now = LIMITS.metrics_reused_ms.value - 1;
  expect([two, await metrics.text(), read]).toEqual([one, one, 1]);
  now += 1;
  expect(await metrics.text()).toContain(
    'daybook_http_requests_total{operation="getCompany",status="200"} 1',
  );
});

test("durations are by part of the service, so that the text of 150 operations has less than 80 kB", async () => {
  const metrics = openMetrics(() => 0);
  for (const operation of OPERATIONS)
    for (const status of STATUSES) metrics.countAnswer({ operation, surface: "api", status, seconds: 0.01 });
  const text = await metrics.text();
  expect(text).toContain('daybook_http_request_duration_seconds_bucket{le="0.01",surface="api"} 600');
  expect(text).toContain(`daybook_http_request_seconds_total{operation="${OPERATIONS[0]}"} 0.04`);
  const series = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(series.length).toBeLessThan(OPERATIONS.length * (STATUSES.length + 1) + 150);
  expect(text.length).toBeLessThan(80_000);
});
