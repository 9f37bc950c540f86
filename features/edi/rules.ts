import { type Day, day, today } from '#platform/kernel/days.ts'

// EDI rules that need no database or I/O.

export const partnerKinds = ['customer', 'warehouse'] as const

/** What to do with an order if one of its lines has an unknown SKU. */
export const unknownSkuPolicies = ['drop', 'hold'] as const

/**
 * Inbound: accepted, accepted in part, rejected, refused for its envelope, a duplicate, or
 * quarantined because its control number was used with other content. Outbound: ready, sent, or
 * acknowledged.
 */
export const interchangeStates = [
  'accepted',
  'partial',
  'rejected',
  'refused',
  'duplicate',
  'quarantined',
  'ready',
  'sent',
  'acknowledged',
] as const
export type InterchangeState = (typeof interchangeStates)[number]

/** The outcome of an inbound set, or the partner's acknowledgment of an outbound one. */
export const documentStates = [
  'taken',
  'held',
  'refused',
  'cancelled',
  'duplicate',
  'rejected',
  'exception',
  'noted',
  'waiting',
  'accepted',
] as const
export type DocumentState = (typeof documentStates)[number]

/** The ACK01 codes that an 855 uses for a line. */
export const lineCodes = ['IA', 'IB', 'IH', 'IP', 'IQ', 'IR'] as const
export type LineCode = (typeof lineCodes)[number]

/** The highest interchange control number; the next one is 1 again, in a new epoch. */
export const maxControl = 999_999_999

/** Hours a partner has to acknowledge an outbound interchange. */
export const acknowledgmentHours = 24

/** Formats a date and time in X12 form, in a time zone. */
export function clockIn(now: Date, zone: string): { date: string; time: string } {
  const time = now.toLocaleTimeString('en-GB', { timeZone: zone, hourCycle: 'h23' })
  return { date: today(now, zone).replaceAll('-', ''), time: time.slice(0, 5).replace(':', '') }
}

/** Converts an X12 date and time in a time zone to a Date. */
export function momentOf(date: Day, time: string, zone: string): Date {
  const [year, month, dayOfMonth] = date.split('-').map(Number) as [number, number, number]
  const [hours, minutes] = [Number(time.slice(0, 2) || 0), Number(time.slice(2, 4) || 0)]
  const target = Date.UTC(year, month - 1, dayOfMonth, hours, minutes)
  // The offset changes with DST, so the guess is corrected by the local time it has in the zone.
  let estimate = target
  for (let pass = 0; pass < 2; pass += 1) {
    const local = clockIn(new Date(estimate), zone)
    const [y, m, d] = [local.date.slice(0, 4), local.date.slice(4, 6), local.date.slice(6)]
    const [h, min] = [local.time.slice(0, 2), local.time.slice(2)]
    estimate += target - Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min))
  }
  return new Date(estimate)
}

/** Parses `20260115` as a day; returns undefined if there is no such day. */
export function dayOfText(text: string): Day | undefined {
  const iso = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  try {
    return day(iso)
  } catch {
    return undefined
  }
}

/** Returns the epoch of an inbound control number: numbers restart at 1 after the highest one. */
export function epochOf(control: number, { last, epoch }: { last: number; epoch: number }): number {
  const half = maxControl / 2
  if (control < last - half) return epoch + 1
  return control > last + half && epoch > 1 ? epoch - 1 : epoch
}

/**
 * Builds the file name of an outbound interchange from the partner, the set and the control number.
 */
export function fileNameOf({ partner, what, control }: FileNameParts): string {
  const partnerPart = partner.replaceAll(/[^A-Za-z0-9]+/g, '') || 'partner'
  return `${partnerPart}-${what}-${String(control).padStart(9, '0')}.edi`
}

/** Returns the download name of an X12 file: its original name with the extension `.edi`. */
export function downloadFileName(fileName: string): string {
  if (/\.edi$/i.test(fileName)) return fileName
  const baseName = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
  return `${baseName || 'interchange'}.edi`
}

type FileNameParts = { partner: string; what: string; control: number }
