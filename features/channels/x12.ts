// The words of X12: what an interchange looks like on the wire, read and written. Nothing here
// knows what a set means.

export type Separators = { element: string; component: string; terminator: string }

/** A segment: its elements, of which the first is its name. */
export type Segment = readonly string[]

/** An interchange as it stands in a file: its segments, from ISA to the last before the next. */
export type Cut = {
  /** The sixteen elements of ISA, as long as they stand there; index 1 is ISA01. */
  isa: Segment
  separators: Separators
  /** All that follows ISA. */
  segments: Segment[]
  /** The bytes of this interchange, by which it is known again. */
  raw: string
}

/** How long each element of ISA is; index 0 is its name. */
const isaLengths = [3, 2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]
const isaLength = 106

/**
 * Cuts a file into its interchanges, each read by the separators that its own ISA names. A mark of
 * the byte order at the start and line ends behind terminators are no part of it. A file that does
 * not begin with a whole ISA is none: undefined.
 */
export function cutInterchanges(text: string): Cut[] | undefined {
  const found: Cut[] = []
  let rest = text.replace(/^\uFEFF/, '').trimStart()
  while (rest !== '') {
    const cut = cutFirst(rest)
    if (!cut) return found.length > 0 ? found : undefined
    found.push(cut)
    rest = rest.slice(cut.raw.length).trimStart()
  }
  return found.length > 0 ? found : undefined
}

function cutFirst(text: string): Cut | undefined {
  if (!text.startsWith('ISA') || text.length < isaLength) return undefined
  const separators = {
    element: text.charAt(3),
    component: text.charAt(104),
    terminator: text.charAt(105),
  }
  const isa = text.slice(0, isaLength - 1).split(separators.element)
  const isWhole = isaLengths.every((length, at) => isa[at]?.length === length)
  if (!isWhole || isa.length !== isaLengths.length) return undefined
  const raw = text.slice(0, endOf(text, separators))
  const pieces = raw.slice(isaLength).split(separators.terminator)
  // What stands behind the last terminator is the rest of a segment that was cut off.
  const whole = pieces.map((piece) => piece.replace(/^[\r\n]+/, ''))
  const segments = whole
    .filter((piece, at) => piece.trim() !== '' || (at < whole.length - 1 && piece !== ''))
    .map((piece) => piece.split(separators.element))
  return { isa, separators, segments, raw }
}

/** Where the next interchange of the file begins, or its end. */
function endOf(text: string, { terminator }: Separators): number {
  const next = new RegExp(`${escaped(terminator)}[\\r\\n]*ISA[^A-Za-z0-9]`)
  const found = next.exec(text.slice(isaLength))
  return found ? isaLength + found.index + 1 : text.length
}

function escaped(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
}

/** Who an interchange goes to and what it carries. */
export type Envelope = {
  sender: Party
  receiver: Party
  /** The moment by the clock of the business, as the standard writes it. */
  at: ClockTime
  control: number
  usage: 'P' | 'T'
}

export type Party = { qualifier: string; id: string }

/** `2026-03-01` and `09:30` as the standard writes them. */
export type ClockTime = { date: string; time: string }

/** A set to be written: its segments without ST and SE. */
export type WrittenSet = { id: string; segments: readonly Segment[] }

/** What is written at a glance: the text, and how many characters could not be said. */
export type Written = { text: string; replaced: number }

/**
 * Writes one interchange of one group. A character of the data that is a separator, or that the
 * standard cannot say, becomes a space; how many there were is told.
 */
export function writeInterchange(
  envelope: Envelope,
  { functionalId, sets }: { functionalId: string; sets: readonly WrittenSet[] },
): Written {
  const { at, control } = envelope
  const group = String(control)
  const body = sets.flatMap(({ id, segments }, index) => {
    const number = String(index + 1).padStart(4, '0')
    return [['ST', id, number], ...segments, ['SE', String(segments.length + 2), number]]
  })
  const [sender, receiver] = [envelope.sender.id, envelope.receiver.id]
  const date = at.date
  return written(envelope, [
    ['GS', functionalId, sender, receiver, date, at.time, group, 'X', '004010'],
    ...body,
    ['GE', String(sets.length), group],
    ['IEA', '1', group.padStart(9, '0')],
  ])
}

/** Writes a TA1 in an interchange of its own. */
export function writeTa1(envelope: Envelope, ta1: Segment): Written {
  const number = String(envelope.control).padStart(9, '0')
  return written(envelope, [
    ['TA1', ...ta1],
    ['IEA', '0', number],
  ])
}

function written(envelope: Envelope, segments: readonly Segment[]): Written {
  const { sender, receiver, at, control, usage } = envelope
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
    at.date.slice(2),
    at.time,
    'U',
    '00401',
    String(control).padStart(9, '0'),
    '0',
    usage,
    '>',
  ]
  let replaced = 0
  const said = segments.map((segment) => {
    const clean = segment.map((value) => {
      const safe = value.replaceAll(unsayable, ' ')
      for (let place = 0; place < value.length; place += 1) {
        if (value.charAt(place) !== safe.charAt(place)) replaced += 1
      }
      return safe.trim()
    })
    while (clean.at(-1) === '') clean.pop()
    return clean.join('*')
  })
  return { text: [isa.join('*'), ...said].map((line) => `${line}~\n`).join(''), replaced }
}

// Separators, and what is neither a printable sign of ASCII nor a letter of Latin 1.
const unsayable = /[*>~]|[^\u0020-\u007E\u00A1-\u00FF]/g
