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

/** A value on an axis with its unit: `$2k` or `50%`. */
export function axisText(value: number, unit: string): string {
  return unit === '$' ? unit + shortNumber(value) : shortNumber(value) + unit
}

/** The top of an axis in a unit: percentages always end at 100. */
export function axisTopIn(unit: string, maxValue: number): number {
  return unit === '%' ? 100 : axisTop(maxValue)
}

/**
 * The edges of steps on a time axis that ends at `end`, from 0 to 1: one more than there are
 * moments (in milliseconds, ascending). If all are the moment of the end, they share it evenly.
 */
export function edgesOf(moments: readonly number[], end: number): number[] {
  const [first = end] = moments
  const part = (moment: number, index: number) =>
    end <= first ? index / moments.length : Math.min(1, (moment - first) / (end - first))
  return [...moments.map(part), 1]
}
