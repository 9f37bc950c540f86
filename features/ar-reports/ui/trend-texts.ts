import { counted } from '#platform/kernel/plurals-and-capitals.ts'

/** An average number of days; `n/a` without payments. */
export function daysText(count: number | null): string {
  return count === null ? 'n/a' : counted(count, 'day')
}

/** A share in percent; `n/a` without payments. */
export function percentText(share: string | null): string {
  return share === null ? 'n/a' : `${share}%`
}
