export const minimumWidth = 20
/** What the preferences of an account take. */
export const maximumWidth = 4000

/** A width that a column may have, in whole pixels. */
export function boundedWidth(pixels: number): number {
  return Math.min(maximumWidth, Math.max(minimumWidth, Math.round(pixels)))
}
