/** The figures of a period: numbers for the drawing, and texts for people. */
export type ChartFigures = {
  /** One number for each series of bars; they are stacked. */
  bars: readonly number[]
  /** The point of the line; null without a figure. */
  line?: number | null
  /** The figures in words: `4 orders, $25.00`. */
  text: string
  /** The figures as cells of the table, in the order of its heads. */
  cells: readonly string[]
}

/** A week or a month of a chart. */
export type ChartPeriod = ChartFigures & {
  id: string | number
  /** Its name before the figures: `Week from 3/2/2026`. */
  name: string
  /** Its name in the table, if that differs. */
  rowName?: string
  /** The URL of its rows. */
  href?: string | undefined
  /** The period has not ended: a paler bar and a dashed line, since it is not a decline. */
  isOpen?: boolean
  /** The period to compare it with. */
  before?: (ChartFigures & { name: string }) | undefined
}

/** A series: its text in the legend, the unit of its axis, and its color. */
export type ChartSeries = { text: string; unit: string; color?: string }

/** What a data point says: its figures, and those of the period it is compared with. */
export function describePeriod({ name, text, before }: ChartPeriod): string {
  const figures = `${name}: ${text}`
  return before ? `${figures}; ${before.name}: ${before.text}` : figures
}

/** The heads of the table of a chart; when periods are compared, the earlier figures follow. */
export function headsOf(periods: readonly ChartPeriod[], heads: readonly string[]): string[] {
  const isCompared = periods.some(({ before }) => before)
  return isCompared ? [...heads, ...heads.slice(1).map((head) => `${head} before`)] : [...heads]
}

/** The figures of a period in the table; `-` where an earlier one is missing. */
export function cellsOf(period: ChartPeriod, isCompared: boolean): readonly string[] {
  if (!isCompared) return period.cells
  return [...period.cells, ...(period.before?.cells ?? period.cells.map(() => '-'))]
}

/** The height of the stacked bars. A negative figure is drawn as zero; its text has the amount. */
export function barTotal({ bars }: ChartFigures): number {
  return bars.reduce((total, bar) => total + Math.max(0, bar), 0)
}

/** A point of a line in the drawing; null where the line is interrupted. */
export type LinePoint = readonly [x: number, y: number] | null

/** The dots of the points without neighbors, which a thin line would not show; empty if none. */
export function lonePointsPath(points: readonly LinePoint[]): string {
  const isLone = (point: LinePoint, index: number) =>
    point !== null && !points[index - 1] && !points[index + 1]
  return linePath(points.map((point, index) => (isLone(point, index) ? point : null)))
}

/** The path of a line through its points. A point without neighbors is a dot. */
export function linePath(points: readonly LinePoint[]): string {
  return points
    .map((point, index) => {
      if (!point) return ''
      const [x, y] = point
      return points[index - 1] ? `L${x} ${y}` : `M${x} ${y}h0`
    })
    .join('')
}
