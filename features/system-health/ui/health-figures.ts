// How health prints its numbers, and over which times.

/** What the bars may show; the incidents are those of the same time, of a day at least. */
export const ranges = [
  { label: 'Last 60 checks', hours: undefined, incidents: { hours: 24, of: '24 hours' } },
  { label: '24 hours', hours: 24, incidents: { hours: 24, of: '24 hours' } },
  { label: '7 days', hours: 168, incidents: { hours: 168, of: '7 days' } },
] as const
export type Range = (typeof ranges)[number]

/** Bytes as megabytes with one decimal: `128.4 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Whole milliseconds: `12 ms`, or a dash where nothing was measured. */
export function millis(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '—' : `${ms.toLocaleString('en-US')} ms`
}

/** Seconds as hours, minutes and seconds: `26h 3m 9s`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 3600)}h ${Math.floor(whole / 60) % 60}m ${whole % 60}s`
}
