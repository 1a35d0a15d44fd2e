/**
 * Every number of the specification ("Limits") and every bound of our own, by name. Operation cards
 * and the generated `published/limits.json` refer to these names.
 */

export const LIMITS = {
  page_size_default: { value: 100, unit: "items", meaning: "Items on a page when `limit` is absent." },
  page_size_max: { value: 500, unit: "items", meaning: "The largest `limit`." },
  burst_window_s: { value: 60, unit: "seconds", meaning: "Length of a burst window; it begins at a whole minute of the clock." },
  burst_requests: { value: 6_000, unit: "requests", meaning: "Most requests of one key in a burst window." },
  unauthenticated_burst_requests: { value: 120, unit: "requests", meaning: "Most requests without a good key from one address in a burst window." },
  formation_requests: { value: 10, unit: "requests", meaning: "Requests a month of a company on the Formation plan." },
  startup_requests: { value: 300, unit: "requests", meaning: "Requests a month of a company on the Startup plan." },
  growth_requests: { value: 30_000, unit: "requests", meaning: "Requests a month of a company on the Growth plan. Enterprise has no cap." },
  json_body_bytes: { value: 1_048_576, unit: "bytes", meaning: "The largest JSON request body." },
  header_bytes: { value: 65_536, unit: "bytes", meaning: "The largest request head: request line and headers together." },
  url_bytes: { value: 32_768, unit: "bytes", meaning: "The longest request target." },
  category_tiers: { value: 3, unit: "tiers", meaning: "Depth of the category tree." },
  categories: { value: 20_000, unit: "categories", meaning: "Most categories of one company." },
  features: { value: 1_000, unit: "features", meaning: "Most features that are on for one company." },
  departments: { value: 20_000, unit: "departments", meaning: "Most departments of one company." },
  department_tiers: { value: 4, unit: "tiers", meaning: "Depth of the department tree." },
  text_field_characters: { value: 1_000, unit: "characters", meaning: "Longest text of a single field." },
  category_ids_per_request: { value: 500, unit: "ids", meaning: "Most `category_ids[]` in one request." },
  invitation_days: { value: 7, unit: "days", meaning: "How long an invitation is good for after it was made or sent again." },
  voucher_lines: { value: 1_000, unit: "lines", meaning: "Most lines of one balanced voucher." },
  bundle_record_bytes: { value: 4_194_304, unit: "bytes", meaning: "The largest single record of a company bundle." },
  request_timeout_ms: { value: 30_000, unit: "milliseconds", meaning: "How long a request may take to arrive in full." },
  statement_timeout_ms: { value: 30_000, unit: "milliseconds", meaning: "How long one database statement of a request may run." },
  background_jobs: { value: 4, unit: "jobs", meaning: "Background jobs that one worker process runs at a time." },
  background_poll_ms: { value: 1_000, unit: "milliseconds", meaning: "How often an idle worker looks for background jobs." },
  background_lease_s: { value: 60, unit: "seconds", meaning: "How long after its worker's death a background job is taken by another one." },
  background_dead_days: { value: 90, unit: "days", meaning: "How long a background job that failed for the last time is kept, with its error." },
  background_stop_ms: { value: 10_000, unit: "milliseconds", meaning: "How long a worker that is stopped waits for the jobs it runs." },
} as const;

export type LimitName = keyof typeof LIMITS;
