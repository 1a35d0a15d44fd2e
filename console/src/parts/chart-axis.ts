/** How the axes of all charts look. */
export const AXIS = { stroke: "var(--soft)", fontSize: 11, tickLine: false } as const;
