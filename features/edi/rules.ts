import { type Day, day, today } from '#platform/kernel/days.ts'

// What the exchange of X12 with partners decides, without asking anybody.

export const partnerKinds = ['customer', 'warehouse'] as const

/** What becomes of an order of which a line names no SKU of ours. */
export const unknownSkuWays = ['drop', 'hold'] as const

/**
 * In: taken as a whole, in part or not at all, refused by its envelope, come before as it is, or
 * under the number of another. Out: ready to be fetched, handed over, and what the partner said.
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

/** What became of a set that came in, or what a partner said of one of ours. */
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

/** The answer to one line of an order, by the codes of ACK01 that we give. */
export const lineCodes = ['IA', 'IB', 'IH', 'IP', 'IR'] as const
export type LineCode = (typeof lineCodes)[number]

/** The highest number of an interchange; the next is 1 again, in a new epoch. */
export const maxControl = 999_999_999

/** How long a partner may take to say what he thinks of an interchange of ours. */
export const answerHours = 24

/** A day and a time as X12 writes them, by the clock of a zone. */
export function clockIn(now: Date, zone: string): { date: string; time: string } {
  const time = now.toLocaleTimeString('en-GB', { timeZone: zone, hourCycle: 'h23' })
  return { date: today(now, zone).replaceAll('-', ''), time: time.slice(0, 5).replace(':', '') }
}

/** The moment that a day and a time of X12 mean by the clock of a zone. */
export function momentOf(date: Day, time: string, zone: string): Date {
  const [year, month, dayOfMonth] = date.split('-').map(Number) as [number, number, number]
  const [hours, minutes] = [Number(time.slice(0, 2) || 0), Number(time.slice(2, 4) || 0)]
  const wanted = Date.UTC(year, month - 1, dayOfMonth, hours, minutes)
  // A clock is moved twice a year: what it shows at the guess tells how far the guess is off.
  let guess = wanted
  for (let round = 0; round < 2; round += 1) {
    const shown = clockIn(new Date(guess), zone)
    const [y, m, d] = [shown.date.slice(0, 4), shown.date.slice(4, 6), shown.date.slice(6)]
    const [h, min] = [shown.time.slice(0, 2), shown.time.slice(2)]
    guess += wanted - Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min))
  }
  return new Date(guess)
}

/** `20260115` as a day; undefined where there is no such day. */
export function dayOfText(text: string): Day | undefined {
  const written = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  try {
    return day(written)
  } catch {
    return undefined
  }
}

/** Which epoch a number that came in belongs to: numbers begin anew at the end of an epoch. */
export function epochOf(control: number, { last, epoch }: { last: number; epoch: number }): number {
  const half = maxControl / 2
  if (control < last - half) return epoch + 1
  return control > last + half && epoch > 1 ? epoch - 1 : epoch
}

const unitWords: Readonly<Record<string, string>> = {
  EACH: 'EA',
  PCS: 'EA',
  PC: 'EA',
  CASE: 'CA',
  CS: 'CA',
  BOX: 'BX',
  PACK: 'PK',
  PKG: 'PK',
  DOZEN: 'DZ',
  DOZ: 'DZ',
  FOOT: 'FT',
  PAIR: 'PR',
  ROLL: 'RL',
  BAG: 'BG',
  SET: 'ST',
  KIT: 'KT',
  GAL: 'GA',
}

/** Our unit of measure as X12 writes it; what it does not know is each. */
export function unitCodeOf(unit: string): string {
  const word = unit.trim().toUpperCase()
  return unitWords[word] ?? (word.length === 2 ? word : 'EA')
}

/**
 * Whether a partner's unit of measure is ours, in whatever spelling: `CS`, `CASE` and `CA` are one
 * unit. A word that nobody knows is the same only where ours is written like it.
 */
export function isSameUnit(theirs: string, ours: string): boolean {
  const word = theirs.trim().toUpperCase()
  return word === ours.trim().toUpperCase() || (unitWords[word] ?? word) === unitCodeOf(ours)
}

/** The name of a file that carries an interchange: who it goes to, what it is, its number. */
export function fileNameOf({ partner, what, control }: FileFacts): string {
  const who = partner.replaceAll(/[^A-Za-z0-9]+/g, '') || 'partner'
  return `${who}-${what}-${String(control).padStart(9, '0')}.edi`
}

/** A name under which a file of X12 is saved: as it came, with the ending that says what it is. */
export function savedNameOf(fileName: string): string {
  if (/\.edi$/i.test(fileName)) return fileName
  const bare = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
  return `${bare || 'interchange'}.edi`
}

type FileFacts = { partner: string; what: string; control: number }
