export const minimumWidth = 20
/** The maximum that an account's preferences accept. */
export const maximumWidth = 4000

/** Rounds a column width to whole pixels within its limits. */
export function boundedWidth(pixels: number): number {
  return Math.min(maximumWidth, Math.max(minimumWidth, Math.round(pixels)))
}
