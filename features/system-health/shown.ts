// How health prints its numbers.

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

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const momentFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const clockFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

export const timeOf = (moment: string | number) => timeFormat.format(new Date(moment))
export const momentOf = (moment: string) => momentFormat.format(new Date(moment))
export const clockOf = (moment: string) => clockFormat.format(new Date(moment))
