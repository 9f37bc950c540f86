/** The top of an axis that starts at zero: a round number with an integer half. */
export function axisTop(maxValue: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, maxValue)))
  const step = [1, 2, 4, 6, 8].find((each) => each * power >= maxValue) ?? 10
  return Math.max(2, step * power)
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A compact number for an axis: `950`, `1.2k`, `3M`. */
export function shortNumber(value: number): string {
  return compact.format(value).replace('K', 'k')
}

/**
 * The edges of steps on a time axis, from 0 to 1: one more than there are moments (in milliseconds,
 * ascending). The last step is a twentieth of the axis; equal moments share the axis evenly.
 */
export function edgesOf(moments: readonly number[]): number[] {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)]
  const lastShare = 0.05
  const part = (moment: number, index: number) =>
    last === first ? index / moments.length : ((moment - first) / (last - first)) * (1 - lastShare)
  return [...moments.map(part), 1]
}
