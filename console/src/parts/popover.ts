/** How lists and fields open below their buttons: at once, and the focus returns to the button. */
export const BELOW = {
  position: "bottom-start",
  shadow: "md",
  returnFocus: true,
  transitionProps: { duration: 0 },
} as const;
