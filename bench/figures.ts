/** One measured figure and the target it is held against. */
export type Figure = {
  part: string
  name: string
  measured: number
  unit: '%' | '×' | 's' | 'ms' | 'MB' | 'KB' | '/s' | 'files'
  target: { atLeast: number } | { atMost: number }
  /** A stretch goal beyond the target. */
  reach?: number
  /** What the figure is made of: both sides of a ratio, percentiles. */
  detail: string
}

/** Whether a figure meets its target. */
export function isMet({ measured, target }: Figure): boolean {
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost
}

function formatValue(value: number, unit: Figure['unit']): string {
  const digits = unit === '×' || unit === 's' ? 2 : 0
  const number = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return unit === '/s' ? `${number}/s` : `${number} ${unit}`
}

function targetText({ target, unit, reach }: Figure): string {
  const limit =
    'atLeast' in target
      ? `≥ ${formatValue(target.atLeast, unit)}`
      : `≤ ${formatValue(target.atMost, unit)}`
  return reach === undefined ? limit : `${limit} (reach ${formatValue(reach, unit)})`
}

const heads = ['', 'target', 'measured', '', 'how']

function cellsOf(figure: Figure): string[] {
  const verdict = isMet(figure) ? 'ok' : 'MISSED'
  return [
    figure.name,
    targetText(figure),
    formatValue(figure.measured, figure.unit),
    verdict,
    figure.detail,
  ]
}

/** The figures as a table in Markdown, which is plain enough for a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = [heads, heads.map(() => '---'), ...figures.map(cellsOf)]
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  return lines
    .map((cells, row) =>
      cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, row === 1 ? '-' : ' ')).join(' | '),
    )
    .map((line) => `| ${line} |`)
    .join('\n')
}

/** The value below which `share` of the values lie; the values are sorted in place. */
export function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

/** The median of some values. */
export function median(values: readonly number[]): number {
  return percentile([...values], 0.5)
}

/** How fast something went: calls a second and percentiles of their times in milliseconds. */
export type Speed = { rate: number; p50: number; p95: number; p99: number; cpuMs?: number[] }

/** The speed of some calls, from the time each took in milliseconds. */
export function speedOf(timesMs: number[], seconds: number): Speed {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(timesMs, share))
  return { rate: timesMs.length / seconds, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 }
}

/** The median of several runs, figure by figure. */
export function medianSpeed(speeds: readonly Speed[]): Speed {
  const of = (name: 'rate' | 'p50' | 'p95' | 'p99') => median(speeds.map((speed) => speed[name]))
  const cpuMs = [0, 1].map((at) => median(speeds.map((speed) => speed.cpuMs?.[at] ?? 0)))
  return { rate: of('rate'), p50: of('p50'), p95: of('p95'), p99: of('p99'), cpuMs }
}

/** A speed in words: `5,213/s, p50 1.4, p95 3.2, p99 5.0 ms`. */
export function describeSpeed({ rate, p50, p95, p99, cpuMs = [] }: Speed): string {
  const [a, b, c] = [p50, p95, p99].map((ms) => ms.toFixed(1))
  const cpu = cpuMs.map((ms) => ms.toFixed(2)).join(' + ')
  const words = `${Math.round(rate).toLocaleString('en-US')}/s, p50 ${a}, p95 ${b}, p99 ${c} ms`
  return cpu ? `${words}, CPU ${cpu} ms` : words
}
