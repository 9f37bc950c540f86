/**
 * The least whole number from 1 to `most` that passes, found by bisection: after a number that
 * passes, all larger ones must pass too. Undefined if `most` does not pass.
 */
export function leastPassing(most: number, passes: (count: number) => boolean): number | undefined {
  if (most < 1 || !passes(most)) return undefined
  let [low, high] = [1, most]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}
