/** Icons of the console: 16 by 16, drawn in the color of the text. They say nothing that words don't. */

const PATHS = {
  overview: "M2.5 13.5v-6M6.2 13.5v-11M9.8 13.5V9M13.5 13.5V5",
  statements: "M3.5 1.8h6.3l2.7 2.7v9.7h-9zM6 7h4M6 9.3h4M6 11.6h2.5",
  sheets:
    "M3.5 2.5h9A1.5 1.5 0 0 1 14 4v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12V4a1.5 1.5 0 0 1 1.5-1.5zM2 6.2h12M2 9.9h12M6.4 6.2v7.3",
  transactions: "M2.5 5h9.2M9.3 2.5 11.8 5 9.3 7.5M13.5 11H4.3M6.7 8.5 4.2 11l2.5 2.5",
  bills: "M3 2h7l3 3v9H3zM10 2v3h3M5.5 8h5M5.5 10.5h3",
  invoices: "M3.2 1.8h9.6v12.4l-1.6-1-1.6 1-1.6-1-1.6 1-1.6-1-1.6 1zM6 5.5h4M6 8.5h4",
  accounts: "M2 6.3 8 2.4l6 3.9zM3 13.5h10M4.5 6.5v5M8 6.5v5M11.5 6.5v5",
  journal: "M4 2h8.5v12H4a1.3 1.3 0 0 1-1.3-1.3V3.3A1.3 1.3 0 0 1 4 2zM5.5 2v12M8 5.5h2.3",
  chart: "M2 2.5h4.5V6H2zM9.5 2.5H14V6H9.5zM9.5 10H14v3.5H9.5zM6.5 4.2h3M8 4.2v7.6h1.5",
  rules:
    "M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M8.5 4.5a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M4.1 11.5a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0",
  schedules:
    "M3.7 3h8.6a1.5 1.5 0 0 1 1.5 1.5v7.8a1.5 1.5 0 0 1-1.5 1.5H3.7a1.5 1.5 0 0 1-1.5-1.5V4.5A1.5 1.5 0 0 1 3.7 3zM2.2 6.5h11.6M5.3 1.6V4M10.7 1.6V4",
  filings: "M3 14V2.3M3 2.8c3-1.4 6 1.4 10 0v6.4c-4 1.4-7-1.4-10 0",
  connections: "M5.5 1.8v3.4M10.5 1.8v3.4M3.8 5.2h8.4v2.3a4.2 4.2 0 0 1-8.4 0zM8 11.7v2.6",
  team: "M3.5 5.3a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M1.6 13.4c.2-2.6 2-4.2 4.4-4.2s4.2 1.6 4.4 4.2M10.6 3.1a2.4 2.4 0 0 1 0 4.4M12.2 9.5c1.3.6 2.1 1.9 2.2 3.9",
  developers: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  settings:
    "M5.9 8a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0M8 1.8v1.9M8 12.3v1.9M1.8 8h1.9M12.3 8h1.9M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4",
  import: "M8 2v7.5M5 6.8 8 9.8l3-3M2.5 11v2.5h11V11",
  search: "M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M10.3 10.3 14 14",
  down: "m4 6 4 4 4-4",
  ascending: "M8 13V3M4.5 6.5 8 3l3.5 3.5",
  descending: "M8 3v10M4.5 9.5 8 13l3.5-3.5",
  menu: "M2 4h12M2 8h12M2 12h12",
  check: "m4 8.3 2.7 2.7L12 5.3",
  close_month: "M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0M5.3 8.2l1.9 1.9 3.6-4",
  close: "m4 4 8 8M12 4l-8 8",
  eye: "M1.6 8S3.8 3.8 8 3.8 14.4 8 14.4 8 12.2 12.2 8 12.2 1.6 8 1.6 8zM6.2 8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
