// Number formats and time ranges of the health page.

import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import type { DueDeletion, ServiceLevelReport, ServiceLevelsReport } from '../contract.ts'

/** Ranges of the bars; incidents cover the same range, but at least a day. */
export const ranges = [
  { label: 'Last 60 checks', hours: undefined, incidents: { hours: 24, of: '24 hours' } },
  { label: '24 hours', hours: 24, incidents: { hours: 24, of: '24 hours' } },
  { label: '7 days', hours: 168, incidents: { hours: 168, of: '7 days' } },
] as const
export type Range = (typeof ranges)[number]

/** Formats bytes as megabytes with one decimal: `128.4 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Formats whole milliseconds: `12 ms`, or a dash if nothing was measured. */
export function millis(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '—' : `${ms.toLocaleString('en-US')} ms`
}

/** Formats seconds as hours, minutes and seconds: `26h 3m 9s`. */
export function duration(seconds: number): string {
  const totalSeconds = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(totalSeconds / 3600), Math.floor(totalSeconds / 60) % 60]
  return `${hours}h ${minutes}m ${totalSeconds % 60}s`
}

/** What the next cleanup deletes from a table: `12 rows over 30 days old, the oldest of …`. */
export function dueText({ count, keptDays, oldest }: DueDeletion): string {
  if (count === 0 || oldest === null) return 'nothing'
  const why = keptDays === null ? 'that a later one replaces' : `over ${keptDays} days old`
  return `${counted(count, 'row')} ${why}, the oldest of ${formatMoment(oldest)}`
}

/** Formats a share with two decimals, rounded down, so that only all of it is `100%`. */
export function percent(share: number): string {
  const hundredths = Math.floor(share * 10_000 + 1e-6)
  if (hundredths === 10_000) return '100%'
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`
}

/** What is left of an error budget: `50%`, `Exceeded`, or a dash if nothing was measured. */
export function budgetText({
  measured,
  budgetLeft,
}: Pick<ServiceLevelReport, 'measured' | 'budgetLeft'>): string {
  if (measured === 0) return '—'
  return budgetLeft < 0 ? 'Exceeded' : `${Math.floor(budgetLeft * 100)}%`
}

/** How many minutes were not measured because no server was running; undefined for none. */
export function unmeasuredText({
  unmeasuredMinutes: count,
}: Pick<ServiceLevelsReport, 'unmeasuredMinutes'>): string | undefined {
  if (count <= 0) return undefined
  const minutes = `${count.toLocaleString('en-US')} ${count === 1 ? 'minute was' : 'minutes were'}`
  return `${minutes} not measured because no server was running`
}
