/** The end of an axis that begins with zero: a round number, whose half is whole. */
export function axisTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const step = [1, 2, 4, 6, 8].find((each) => each * power >= most) ?? 10
  return Math.max(2, step * power)
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A number as an axis has room for it: `950`, `1.2k`, `3M`. */
export function shortNumber(value: number): string {
  return compact.format(value).replace('K', 'k')
}

/**
 * Where steps begin and end on an axis of time, from 0 to 1: one edge more than there are moments
 * (milliseconds, the earliest first). The last step is a twentieth of the axis; moments that are
 * all the same share it.
 */
export function edgesOf(moments: readonly number[]): number[] {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)]
  const lastShare = 0.05
  const part = (moment: number, place: number) =>
    last === first ? place / moments.length : ((moment - first) / (last - first)) * (1 - lastShare)
  return [...moments.map(part), 1]
}
