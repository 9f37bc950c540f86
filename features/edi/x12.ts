import { Refusal } from '#platform/kernel/refusal.ts'

// Reads and writes X12 interchanges on the wire. Nothing here depends on the meaning of a set.

export type Separators = { element: string; component: string; terminator: string }

/** A segment: its elements, of which the first is its ID. */
export type Segment = readonly string[]

/** An interchange of a file, up to the start of the next one. */
export type Interchange = {
  /** The sixteen elements of ISA with their padding; index 1 is ISA01. */
  isa: Segment
  separators: Separators
  /**
   * All segments after ISA, parsed on first access, because an unknown sender is rejected by the
   * ISA alone. Throws 413 for more than `maxSegments`.
   */
  readonly segments: Segment[]
  /** The text of this interchange; its hash detects a retransmission. */
  raw: string
}

/** An interchange without its parsed segments, which can be sent to another thread. */
export type InterchangeHead = Omit<Interchange, 'segments'>

/** Formats an ISO day as X12 does: `20261126`. */
export function x12Day(day: string): string {
  return day.replaceAll('-', '')
}

/** Maximum segments of an interchange; the largest real one, a count of 30,000 SKUs, has fewer. */
export const maxSegments = 200_000

/** The length of each ISA element; index 0 is its ID. */
const isaLengths = [3, 2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]
const isaLength = 106

/**
 * Splits a file into its interchanges, each by the separators of its own ISA. Ignores a byte order
 * mark at the start, and blanks and line ends after terminators. Returns undefined if the file does
 * not begin with a complete ISA. Scans forward once, in linear time.
 */
export function splitInterchanges(text: string): Interchange[] | undefined {
  const found: Interchange[] = []
  let at = skipBlanks(text, text.startsWith('\uFEFF') ? 1 : 0)
  while (at < text.length) {
    const isaHead = isaAt(text, at)
    if (!isaHead) return undefined
    const end = interchangeEnd(text, at + isaLength, isaHead.separators)
    found.push(withSegments({ ...isaHead, raw: text.slice(at, end) }))
    at = skipBlanks(text, end)
  }
  return found.length > 0 ? found : undefined
}

type IsaHead = Pick<Interchange, 'isa' | 'separators'>

/** The positions of the element separators in an ISA. */
const separatorPositions = [3, 6, 17, 20, 31, 34, 50, 53, 69, 76, 81, 83, 89, 99, 101, 103]

/** Reads the ISA at a position; undefined if its elements do not have their fixed lengths. */
function isaAt(text: string, at: number): IsaHead | undefined {
  if (!text.startsWith('ISA', at) || text.length < at + isaLength) return undefined
  const separators = {
    element: text.charAt(at + 3),
    component: text.charAt(at + 104),
    terminator: text.charAt(at + 105),
  }
  if (separatorPositions.some((index) => text.charAt(at + index) !== separators.element)) {
    return undefined
  }
  const isa = text.slice(at, at + isaLength - 1).split(separators.element)
  const hasFixedLengths = isaLengths.every((length, index) => isa[index]?.length === length)
  return hasFixedLengths && isa.length === isaLengths.length ? { isa, separators } : undefined
}

/** Adds `segments`, parsed on first access, to an interchange head. */
export function withSegments({ isa, separators, raw }: InterchangeHead): Interchange {
  let parsed: Segment[] | undefined
  return {
    isa,
    separators,
    raw,
    get segments() {
      parsed ??= segmentsOf(raw, separators)
      return parsed
    },
  }
}

function segmentsOf(raw: string, { element, terminator }: Separators): Segment[] {
  const segments: Segment[] = []
  for (let at = isaLength; at < raw.length;) {
    const next = raw.indexOf(terminator, at)
    const end = next < 0 ? raw.length : next
    // Blanks and line ends around a segment are not data.
    const segmentText = raw.slice(at, end).trim()
    if (segmentText !== '') segments.push(segmentText.split(element))
    if (segments.length > maxSegments) {
      const sentence = `An interchange has at most ${maxSegments.toLocaleString('en-US')} segments`
      throw new Refusal('tooLarge', 'too-large', sentence)
    }
    at = end + 1
  }
  return segments
}

const whitespace = /\s/

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && whitespace.test(text.charAt(at))) at += 1
  return at
}

/**
 * The end of an interchange: after the terminator before the next complete ISA, or at the end of
 * the file. Each run of blanks before an `ISA` is read once, so the scan is linear.
 */
function interchangeEnd(text: string, from: number, { terminator }: Separators): number {
  for (let at = text.indexOf('ISA', from); at >= 0; at = text.indexOf('ISA', at + 3)) {
    let before = at - 1
    while (before >= from && text[before] !== terminator && whitespace.test(text.charAt(before))) {
      before -= 1
    }
    if (before >= from && text[before] === terminator && isaAt(text, at)) return before + 1
  }
  return text.length
}

/** The parties, date, control number and usage of an interchange. */
export type Envelope = {
  sender: Party
  receiver: Party
  /** The local date and time of the business, in X12 form. */
  at: X12DateTime
  control: number
  usage: 'P' | 'T'
}

export type Party = { qualifier: string; id: string }

/** A date and time in X12 form: `20260301` and `0930`. */
export type X12DateTime = { date: string; time: string }

/** A set to write: its segments without ST and SE. */
export type OutboundSet = { id: string; segments: readonly Segment[] }

/** A written interchange, and the number of characters that had to be replaced. */
export type WrittenInterchange = { text: string; replaced: number }

/**
 * Writes an interchange with one group. A separator or an unsupported character in the data becomes
 * a space; the result counts them.
 */
export function writeInterchange(
  envelope: Envelope,
  { functionalId, sets }: { functionalId: string; sets: readonly OutboundSet[] },
): WrittenInterchange {
  const { at: clock, control } = envelope
  const group = String(control)
  const body = sets.flatMap(({ id, segments }, index) => {
    const number = String(index + 1).padStart(4, '0')
    return [['ST', id, number], ...segments, ['SE', String(segments.length + 2), number]]
  })
  const [sender, receiver] = [envelope.sender.id, envelope.receiver.id]
  const date = clock.date
  return serialize(envelope, [
    ['GS', functionalId, sender, receiver, date, clock.time, group, 'X', '004010'],
    ...body,
    ['GE', String(sets.length), group],
    ['IEA', '1', group.padStart(9, '0')],
  ])
}

/** Writes a TA1 in an interchange without groups. */
export function writeTa1(envelope: Envelope, ta1: Segment): WrittenInterchange {
  const number = String(envelope.control).padStart(9, '0')
  return serialize(envelope, [
    ['TA1', ...ta1],
    ['IEA', '0', number],
  ])
}

function serialize(envelope: Envelope, segments: readonly Segment[]): WrittenInterchange {
  const { sender, receiver, at: clock, control, usage } = envelope
  const isa = [
    'ISA',
    '00',
    ' '.repeat(10),
    '00',
    ' '.repeat(10),
    sender.qualifier,
    sender.id.padEnd(15),
    receiver.qualifier,
    receiver.id.padEnd(15),
    clock.date.slice(2),
    clock.time,
    'U',
    '00401',
    String(control).padStart(9, '0'),
    '0',
    usage,
    '>',
  ]
  let replaced = 0
  const lines = segments.map((segment) => {
    const elements = segment.map((value) => {
      const allowed = value.replaceAll(unsupportedCharacters, ' ')
      for (let index = 0; index < value.length; index += 1) {
        if (value.charAt(index) !== allowed.charAt(index)) replaced += 1
      }
      return allowed.trim()
    })
    while (elements.at(-1) === '') elements.pop()
    return elements.join('*')
  })
  return { text: [isa.join('*'), ...lines].map((line) => `${line}~\n`).join(''), replaced }
}

// Separators, and characters that are neither printable ASCII nor printable Latin-1.
const unsupportedCharacters = /[*>~]|[^\u0020-\u007E\u00A1-\u00FF]/g
