import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { type Figure, tableOf } from './figures.ts'

const file = join(import.meta.dirname, '../docs/performance.md')

const titles: Record<string, string> = {
  orders: 'Creating orders',
  receipts: 'Receipts of orders',
  validate: 'Validating orders',
  embedded: 'The embedded database',
  lists: 'Lists at a million orders',
  warehouse: 'The count of a million SKUs',
  backtest: 'Drafts on past orders',
  documents: 'Many documents in one PDF',
  startup: 'Start and memory',
  'first-load': 'First load',
  'page-speed': 'Screens on a slow computer',
  'order-lines': 'An order of 500 lines',
}

/** Writes the figures into their sections of the report and leaves the other sections unchanged. */
export function writeReport(figures: readonly Figure[]): void {
  let text = existsSync(file) ? readFileSync(file, 'utf8') : '# Performance\n'
  for (const [part, title] of Object.entries(titles)) {
    const own = figures.filter((figure) => figure.part === part)
    if (own.length > 0) text = withSection(text, { part, title, figures: own })
  }
  writeFileSync(file, text)
}

type Section = { part: string; title: string; figures: readonly Figure[] }

function withSection(text: string, { part, title, figures }: Section): string {
  const [start, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`]
  const day = new Date().toISOString().slice(0, 10)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const machine = `${cpus().length} cores, load ${load} when it ended, Node.js ${process.version}`
  const measured = `\`npm run bench -- ${part}\`, ${day}, ${machine}:`
  const block = `${start}\n\n${measured}\n\n${tableOf(figures)}\n\n${end}`
  const from = text.indexOf(start)
  if (from < 0) return `${text.trimEnd()}\n\n## ${title}\n\n${block}\n`
  return text.slice(0, from) + block + text.slice(text.indexOf(end) + end.length)
}
