/** The places where changes of the books come from. */
export const SURFACES = ["key", "console", "command", "job"] as const;
export type Surface = (typeof SURFACES)[number];
