import { type Day, formatDay } from '#platform/kernel/days.ts'
import { type ExpectedTerms, readTerms, termsHolds, termsNote } from './payment-terms-850.ts'
import { dayOfText } from '../../rules.ts'
import type { Segment } from '../../x12.ts'

// Reads the content of an 850 outside its lines: conditions that change price, ship-to, currency or
// commitment hold the order for review; everything else goes into its notes.

export type OrderConditions = {
  /** Why the order needs review, one sentence each. */
  holds: string[]
  /** The same for a ship-to without an address, until one is known for it. */
  shipToHolds: string[]
  /** Lines for the order's notes. */
  notes: string[]
  /** The ship date: DTM 010 (requested), else 037 (not before). */
  shipDate: Day | null
  /** The day after which the customer no longer wants the order: DTM 001 of the header. */
  cancelAfter: Day | null
  /** The payment terms of the header. */
  terms: ExpectedTerms[]
  /** The last days that the order allows, with their names. */
  lastDays: { name: string; day: Day }[]
}

/** DTM01 (element 374) codes that concern an order. */
const dateNames: ReadonlyMap<string, string> = new Map([
  ['001', 'Cancel after'],
  ['002', 'Delivery requested'],
  ['010', 'Requested ship date'],
  ['037', 'Ship not before'],
  ['038', 'Ship no later than'],
  ['063', 'Do not deliver after'],
  ['064', 'Do not deliver before'],
])
const lastDateCodes = new Set(['001', '038', '063'])

/** BEG02 (element 92) of a firm order: stand-alone, new, purchase, rush and special order. */
const firmTypes = new Set(['SA', 'NE', 'KN', 'RO', 'OS'])

/** Parties that are us. The ship-to of the header is read as the order's address. */
const ownParties = new Set(['SE', 'SU', 'VN'])
const partySegments = new Set(['N1', 'N2', 'N3', 'N4'])

const referenceNames: ReadonlyMap<string, string> = new Map([
  ['DP', 'Department'],
  ['IA', 'Vendor number'],
])

/** Segments that are read elsewhere, or that only describe another segment. */
const handledElsewhere = new Set('NTE N1 N2 N3 N4 PID PO1 CTT AMT ST SE'.split(' '))

/** Segments that change the price, the tax or the delivered goods; each needs review. */
const reviewSegments: ReadonlyMap<string, string> = new Map([
  ['CTP', 'The partner’s price differs from ours'],
  ['DIS', 'The partner expects a discount'],
  ['INC', 'The partner pays in installments'],
  ['PAM', 'The partner sent an additional amount'],
  ['PO3', 'The partner requests a substitute'],
  ['TAX', 'The partner states the tax'],
  ['TXI', 'The partner states the tax'],
])

/** CTP02 (element 236) codes of a resale price, which is not our price to the customer. */
const resalePrices = new Set(['MSR', 'RES', 'RTL', 'SRP'])
/** CSH01, IT801 (element 563): backorders are allowed, which is our default. */
const backorderAllowed = new Set(['', 'BK', 'P2', 'Y'])
/** PO105 (element 639) codes that mean the price is per ordered unit. */
const perUnit = new Set(['', 'CT', 'DE', 'LE', 'NT', 'PE', 'QE', 'QT', 'ST', 'TE', 'UM', 'WE'])

const noDates = { shipDate: null, cancelAfter: null }

/** Reads the conditions of an 850 that passed the grammar check. */
export function readConditions(segments: readonly Segment[]): OrderConditions {
  const lists = { holds: [], shipToHolds: [], notes: [], terms: [], lastDays: [] }
  const found: OrderConditions = { ...lists, ...noDates }
  const type = segments.find(([id]) => id === 'BEG')?.[2] ?? ''
  if (!firmTypes.has(type)) found.holds.push(`BEG02 is ${type}, which is not a firm order`)
  let line = ''
  let count = 0
  let party = ''
  for (const segment of segments) {
    const [id = ''] = segment
    if (id === 'PO1') {
      count += 1
      line = segment[1] || String(count)
    }
    if (id === 'N1' || id === 'PO1' || id === 'N9') party = id === 'N1' ? (segment[1] ?? '') : ''
    readSegment(found, segment, { line, party })
  }
  readShipTo(found, segments)
  readSchedules(found, segments)
  found.shipDate = dateOf(segments, '010') ?? dateOf(segments, '037') ?? null
  found.cancelAfter = dateOf(segments, '001') ?? null
  return found
}

function dateOf(segments: readonly Segment[], code: string): Day | undefined {
  const first = segments.findIndex(([id]) => id === 'PO1')
  const header = segments.slice(0, first < 0 ? undefined : first)
  return dayOfText(header.find(([id, qualifier]) => id === 'DTM' && qualifier === code)?.[2] ?? '')
}

type LineContext = { line: string; party: string }

function readSegment(found: OrderConditions, segment: Segment, { line, party }: LineContext): void {
  const [id = '', first = '', second = ''] = segment
  const prefix = line === '' ? '' : `Line ${line}: `
  const segmentText = segment.join('*').replace(/\*+$/, '')
  if (id === 'SAC') found.holds.push(`${prefix}${allowanceText(segment)}`)
  else if (id === 'CUR' && second !== 'USD') found.holds.push(`${prefix}ordered in ${second}`)
  else if (id === 'CUR' || id === 'SCH') return
  else if (needsReview(segment))
    found.holds.push(`${prefix}${reviewSentence(segment)} (${segmentText})`)
  else if (id === 'SDQ') found.holds.push(`${prefix}ships to several stores (${segmentText})`)
  else if (id === 'N1' && line !== '')
    found.holds.push(`${prefix}has a different ship-to location (${segmentText})`)
  else if (id === 'DTM') readDate(found, segment, prefix)
  else if (id === 'MSG') found.notes.push(`${prefix}${first}`)
  else if (id === 'BEG') readHead(found, segment)
  else if (id === 'N9') found.notes.push(`${prefix}${first} ${textsOf(segment)}`)
  else if (id === 'REF') {
    const name = referenceNames.get(first) ?? `Reference ${first}`
    found.notes.push(`${prefix}${party ? `${party} ` : ''}${name} ${textsOf(segment)}`)
  } else if (id === 'ITD') readItd(found, segment, prefix)
  else if (id === 'TD5') {
    found.notes.push(`${prefix}${carrierText(segment, segmentText)}`)
  } else if (partySegments.has(id) && isOther({ line, party }))
    found.notes.push(`${prefix}Also: ${segmentText}`)
  else if (id === 'PO1' && !perUnit.has(segment[5] ?? ''))
    found.holds.push(`${prefix}The price is not per unit (PO105 is ${segment[5]})`)
  else if (!handledElsewhere.has(id)) found.notes.push(`${prefix}Also: ${segmentText}`)
}

/** BEG04 is the release of a blanket order, BEG06 a contract. */
function readHead(found: OrderConditions, [, , , , release, , contract]: Segment): void {
  if (release) found.notes.push(`Release ${release}`)
  if (contract) found.notes.push(`Contract ${contract}`)
}

/** The values of a REF or an N9: an identifier, free text, or both. */
function textsOf([, , identifier = '', text = '']: Segment): string {
  return [identifier, text].filter(Boolean).join(' ')
}

/** TD503 and TD505 name the carrier; what follows, such as the service level, is shown as sent. */
function carrierText(segment: Segment, segmentText: string): string {
  const name = [segment[3], segment[5]].filter(Boolean).join(' ')
  return segment.slice(6).some(Boolean) ? `Carrier ${name} (${segmentText})` : `Carrier ${name}`
}

/** True in a party that is neither us nor the ship-to of the order. */
function isOther({ line, party }: LineContext): boolean {
  return !ownParties.has(party) && (line !== '' || party !== 'ST')
}

/** Header terms are compared with the customer's later; terms of a single line hold the order. */
function readItd(found: OrderConditions, segment: Segment, prefix: string): void {
  const terms = readTerms(segment)
  found.notes.push(`${prefix}${termsNote(terms)}`)
  if (prefix === '') found.terms.push(terms)
  else found.holds.push(`${prefix}has different payment terms (${terms.segment})`)
}

function needsReview([id = '', first = '', second = '']: Segment): boolean {
  if (id === 'CSH' || id === 'IT8') return !backorderAllowed.has(first)
  if (id === 'CTP') return !resalePrices.has(second)
  return reviewSegments.has(id)
}

function reviewSentence([id = '']: Segment): string {
  return reviewSegments.get(id) ?? 'The partner states how backorders are delivered'
}

/** Reads SCH segments: several for a line, or one for part of its quantity, hold the order. */
function readSchedules(found: OrderConditions, segments: readonly Segment[]): void {
  let line: Segment | undefined
  let count = 0
  const schedules = new Map<Segment, Segment[]>()
  for (const segment of segments) {
    if (segment[0] === 'PO1') line = segment
    if (segment[0] !== 'SCH' || !line) continue
    schedules.set(line, [...(schedules.get(line) ?? []), segment])
  }
  for (const po1 of segments.filter(([id]) => id === 'PO1')) {
    count += 1
    const lineSchedules = schedules.get(po1) ?? []
    const [firstSchedule] = lineSchedules
    if (!firstSchedule) continue
    const sentence = lineSchedules
      .map((schedule) => schedule.join('*').replace(/\*+$/, ''))
      .join(' ')
    const isFullQuantity =
      lineSchedules.length === 1 &&
      Number(firstSchedule[1]) === Number(po1[2]) &&
      firstSchedule[2] === po1[3]
    const prefix = `Line ${po1[1] || count}: `
    if (isFullQuantity) found.notes.push(`${prefix}scheduled: ${sentence}`)
    else found.holds.push(`${prefix}has a partial schedule (${sentence})`)
  }
}

/** SAC01 A is an allowance, C a charge; SAC05 has two implied decimals. */
function allowanceText(segment: Segment): string {
  const [, kind = '', code = '', , , amount = ''] = segment
  const name = kind === 'A' ? 'an allowance' : kind === 'C' ? 'a charge' : `SAC ${kind}`
  const digits = amount.replace(/^-/, '').padStart(3, '0')
  const sign = amount.startsWith('-') ? '-' : ''
  const sum = amount ? ` of $${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` : ''
  return `The partner expects ${name} ${code}${sum}`.trim()
}

function readDate(found: OrderConditions, [, code = '', text = '']: Segment, prefix: string): void {
  const day = dayOfText(text)
  const name = dateNames.get(code) ?? `Date ${code}`
  found.notes.push(`${prefix}${name} ${day ?? text}`)
  if (day && lastDateCodes.has(code)) found.lastDays.push({ name: `${prefix}${name}`, day })
}

/** A ship-to without an address is an unknown store; the customer's own address does not apply. */
function readShipTo(found: OrderConditions, segments: readonly Segment[]): void {
  const shipTos = shipTosOf(segments)
  if (shipTos.length > 1) found.holds.push(`The order has ${shipTos.length} ship-to addresses`)
  for (const shipTo of shipTos) {
    if (hasAddress(shipTo)) continue
    const [storeName = 'without a name'] = storeNamesOf(shipTo)
    found.shipToHolds.push(`The ship-to ${storeName} has no address`)
  }
}

/** True if a ship-to has a street or a place. */
export function hasAddress(shipTo: readonly Segment[]): boolean {
  return shipTo.some(([id]) => id === 'N3' || id === 'N4')
}

/** What a ship-to is called: its name and code together, then each of them. */
export function storeNamesOf([n1 = []]: readonly Segment[]): string[] {
  const [, , name = '', , code = ''] = n1
  return [[name, code].filter(Boolean).join(', '), name, code].filter(Boolean)
}

const partyParts = new Set(['N2', 'N3', 'N4', 'REF', 'PER'])

/** Returns the ship-to parties of the header: each N1*ST with the segments that belong to it. */
export function shipTosOf(segments: readonly Segment[]): Segment[][] {
  const found: Segment[][] = []
  let current: Segment[] | undefined
  for (const segment of segments) {
    const [id = '', qualifier] = segment
    if (id === 'PO1') break
    if (id === 'N1') {
      current = qualifier === 'ST' ? [segment] : undefined
      if (current) found.push(current)
    } else if (partyParts.has(id)) current?.push(segment)
    else current = undefined
  }
  return found
}

/**
 * Returns the reasons to hold an order: its own conditions, terms other than the customer's, and
 * last days that are past as of `today` (YYYYMMDD).
 */
export function holdsAsOf(
  { holds, shipToHolds, terms, lastDays }: OrderConditions,
  { today, paymentTerms }: { today: string; paymentTerms: string },
): string[] {
  const pastDates = lastDays.filter(({ day }) => day.replaceAll('-', '') < today)
  return [
    ...holds,
    ...shipToHolds,
    ...termsHolds(terms, paymentTerms),
    ...pastDates.map(({ name, day }) => `${name} ${formatDay(day, 'en-US')} is in the past`),
  ]
}
