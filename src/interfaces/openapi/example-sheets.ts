/**
 * The spreadsheets of the example book: a plan of a quarter beside what the books say, and one to be deleted.
 */

/** The documents, made at that time (Unix seconds). */
export function exampleSheets(made: number): object[] {
  return [
    {
      id: "sht_spare",
      name: "Scratch",
      created: made,
      worksheets: [{ id: "wks_scratch", name: "Sheet1", row_count: 1_000, column_count: 26 }],
    },
    {
      id: "sht_example",
      name: "Forecast 2026",
      revision: 3,
      created: made + 60,
      worksheets: [
        { id: "wks_plan", name: "Plan", row_count: 1_000, column_count: 26 },
        { id: "wks_notes", name: "Notes", row_count: 1_000, column_count: 26 },
      ],
      names: [{ name: "Growth", formula: "=1.05" }],
      charts: [
        {
          id: "cht_example",
          worksheet_id: "wks_plan",
          type: "column",
          title: "Revenue",
          ranges: ["Plan!B2:C4"],
          position: { row: 6, column: 0, row_span: 15, column_span: 6 },
        },
      ],
      contents: [
        {
          worksheet_id: "wks_plan",
          cells: {
            A1: "Month",
            B1: "Revenue, planned",
            C1: "Revenue, actual",
            A2: "January",
            B2: 250,
            C2: { formula: "=BOOKS.REVENUE(DATE(2026,1,1),DATE(2026,1,31))" },
            A3: "February",
            B3: { formula: "=ROUND(B2*Growth,2)" },
            C3: { formula: "=BOOKS.REVENUE(DATE(2026,2,1),DATE(2026,2,28))" },
            A4: "Both",
            B4: { formula: "=SUM(B2:B3)" },
            C4: { formula: "=SUM(C2:C3)" },
          },
          formats: {
            A1: { bold: true },
            B2: { number_format: "#,##0.00" },
            C2: { number_format: "#,##0.00" },
          },
        },
        { worksheet_id: "wks_notes", cells: { A1: "Revenue is planned to grow by a twentieth each month." } },
      ],
    },
  ];
}
