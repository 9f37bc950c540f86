/** The result of one experiment. */
export type Result = {
  row: string
  promise: string
  seed: number
  figures: readonly string[]
  failures: readonly string[]
  /** The result of the invariant views; undefined if they were not queried. */
  invariants: string | undefined
  /** The number of assertions checked. */
  checked: number
  seconds: number
  /** Why it was not run. */
  skipped: string | undefined
}

/** The verdict of an experiment; one without assertions fails. */
export function verdictOf({ failures, checked, skipped }: Result): 'pass' | 'FAIL' | 'skipped' {
  if (skipped !== undefined) return 'skipped'
  return failures.length > 0 || checked === 0 ? 'FAIL' : 'pass'
}

const figureWidth = 84

/** The table of a run: one row per experiment and seed, figures and failures wrapped below. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.flatMap(rowsOf)
  const counts = ['pass', 'FAIL', 'skipped'].map((verdict) => {
    const count = results.filter((result) => verdictOf(result) === verdict).length
    return `${count} ${verdict}`
  })
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  const head = line(['row', 'promise', 'measured', 'invariants', 'verdict', 'seed', 's'])
  const rule = '-'.repeat(head.length)
  return [head, rule, ...rows, rule, `${counts.join(', ')} in ${Math.round(seconds)} s`].join('\n')
}

function rowsOf(result: Result): string[] {
  const { row, promise, seed, figures, failures, skipped } = result
  const texts = [...figures, ...failures.map((failure) => `FAIL ${failure}`), skipped ?? '']
  const [first = '', ...rest] = texts.flatMap((text) => wrapped(text))
  const cells = [row, promise, first, result.invariants ?? '-', verdictOf(result), String(seed)]
  const more = rest.map((text) => line(['', '', text, '', '', '', '']).trimEnd())
  return [line([...cells, result.seconds.toFixed(1)]), ...more]
}

const widths = [5, 30, figureWidth, 24, 8, 5, 6]

function line(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ')
}

function wrapped(text: string): string[] {
  if (text === '') return []
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + word.length < figureWidth) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`  ${word}`)
  }
  return lines
}
