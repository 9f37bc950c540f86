import { isDay } from '#platform/kernel/days.ts'
import { checkSet, type SegmentError } from './x12-set-check.ts'
import { groupOf } from './x12-set-grammars.ts'
import type { Interchange, Segment } from './x12.ts'

/** The parties and sets that are expected in an envelope. */
export type EnvelopeParties = {
  /** True if the receiver is us: a qualifier and identifier, such as `ZZ PRIZM`. */
  isOurs(qualifier: string, id: string): boolean
  ourQualifiers: ReadonlySet<string>
  isKnown(qualifier: string, id: string): boolean
  knownQualifiers: ReadonlySet<string>
  /** Production or test, as agreed with the sender; undefined for an unknown sender. */
  usage: 'P' | 'T' | undefined
  /** The set IDs accepted from this partner. */
  sets: ReadonlySet<string>
}

/** The result for a set, as AK2 and AK5 report it. `codes` is empty if it is valid. */
export type ValidatedSet = {
  id: string
  control: string
  segments: Segment[]
  codes: string[]
  errors: SegmentError[]
}

/** The result for a group, as AK1 and AK9 report it. */
export type ValidatedGroup = {
  functionalId: string
  control: string
  /** GS04 and GS05. */
  date: string
  time: string
  /** GE01: the number of sets as declared by the sender. */
  declaredCount: number
  codes: string[]
  sets: ValidatedSet[]
}

/** The result for an interchange: TA1 `000` and its groups, or the TA1 code that rejects it. */
export type ValidatedInterchange = { ta1: string; groups: ValidatedGroup[]; ta1s: Segment[] }

/**
 * Validates an interchange: the envelope by TA1, each group by AK9, each set by AK5. Parses no
 * segments if the ISA alone is decisive, as for an unknown sender.
 */
export function validateInterchange(
  interchange: Interchange,
  expected: EnvelopeParties,
): ValidatedInterchange {
  const rejectCode = separatorsCode(interchange) ?? isaCode(interchange.isa, expected)
  if (rejectCode !== undefined) return { ta1: rejectCode, groups: [], ta1s: [] }
  const { groups, ta1s, code } = readGroups(interchange.segments)
  const ta1 = code ?? ieaCode(interchange, groups.length)
  if (ta1 !== undefined) return { ta1, groups: [], ta1s: [] }
  const seenControls = new Set<number>()
  const validated = groups.map((group) => validateGroup(group, expected, seenControls))
  return { ta1: '000', groups: validated, ta1s }
}

/** ISA12 is the version of the envelope, which did not change from 002 to 005. */
const isaVersion = /^00(?:[23]0\d|40[0-6]|50[1-5])$/
/** GS08: 004010, optionally followed by the name of an industry guide, such as `004010VICS`. */
const groupVersion = /^004010[A-Z0-9]{0,6}$/

const unusable = /[A-Za-z0-9\s]/

function separatorsCode({ separators }: Interchange): string | undefined {
  const { element, component, terminator } = separators
  if (unusable.test(element)) return '026'
  if (/[A-Za-z0-9 ]/.test(terminator) || terminator === element) return '004'
  return unusable.test(component) || [element, terminator].includes(component) ? '027' : undefined
}

function isaCode(isa: Segment, expected: EnvelopeParties): string | undefined {
  const [senderQualifier, sender] = [isa[5] ?? '', (isa[6] ?? '').trimEnd()]
  const [receiverQualifier, receiver] = [isa[7] ?? '', (isa[8] ?? '').trimEnd()]
  const date = (isa[9] ?? '').replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3')
  const checks: [string, boolean][] = [
    ['017', isaVersion.test(isa[12] ?? '')],
    ['005', expected.knownQualifiers.has(senderQualifier)],
    ['006', expected.isKnown(senderQualifier, sender)],
    ['007', expected.ourQualifiers.has(receiverQualifier)],
    ['009', expected.isOurs(receiverQualifier, receiver)],
    ['014', isDay(date)],
    ['015', /^(?:[01]\d|2[0-3])[0-5]\d$/.test(isa[10] ?? '')],
    ['018', /^\d{9}$/.test(isa[13] ?? '') && isa[13] !== '000000000'],
    ['019', isa[14] === '0' || isa[14] === '1'],
    ['020', isa[15] === expected.usage],
  ]
  return checks.find(([, passes]) => !passes)?.[0]
}

function ieaCode({ isa, segments }: Interchange, groups: number): string | undefined {
  const iea = segments.at(-1)
  if (iea?.[2] !== isa[13]) return '001'
  return Number(iea?.[1] ?? '') === groups && /^\d+$/.test(iea?.[1] ?? '') ? undefined : '021'
}

type RawGroup = { gs: Segment; ge: Segment | undefined; sets: RawSet[] }
type RawSet = { st: Segment; se: Segment | undefined; body: Segment[] }
type ParsedGroups = { groups: RawGroup[]; ta1s: Segment[]; code?: string }

/** Splits the segments into groups and sets. Returns a TA1 code if they are not properly nested. */
function readGroups(segments: readonly Segment[]): ParsedGroups {
  const parsed: ParsedGroups = { groups: [], ta1s: [] }
  let group: RawGroup | undefined
  let set: RawSet | undefined
  const fail = (code: string): ParsedGroups => ({ ...parsed, code })
  if (segments.at(-1)?.[0] !== 'IEA') {
    return fail(segments.some(([id]) => id === 'IEA') ? '022' : '023')
  }
  for (const segment of segments.slice(0, -1)) {
    const [id] = segment
    if (id === 'GS') {
      group = { gs: segment, ge: undefined, sets: [] }
      set = undefined
      parsed.groups.push(group)
    } else if (id === 'TA1' && !group && parsed.groups.length === 0) {
      parsed.ta1s.push(segment)
    } else if (!group) {
      return fail(id === 'IEA' || id === 'ISA' ? '022' : '024')
    } else if (id === 'GE') {
      group.ge = segment
      group = undefined
      set = undefined
    } else if (id === 'ST') {
      set = { st: segment, se: undefined, body: [] }
      group.sets.push(set)
    } else if (!set) {
      return fail('022')
    } else if (id === 'SE') {
      set.se = segment
      set = undefined
    } else {
      set.body.push(segment)
    }
  }
  return parsed
}

function validateGroup(
  { gs, ge, sets }: RawGroup,
  expected: EnvelopeParties,
  seenControls: Set<number>,
): ValidatedGroup {
  const [, functionalId = '', , , date = '', time = '', control = '', , version = ''] = gs
  // GS06 and GE02 are numeric (N0): leading zeros are ignored.
  const number = Number(control)
  const isKnown = [...groupOf.values()].includes(functionalId)
  const matchesGroup = sets.every(
    ({ st }) => (groupOf.get(st[1] ?? '') ?? functionalId) === functionalId,
  )
  const checks: [string, boolean][] = [
    ['1', isKnown && matchesGroup],
    ['2', groupVersion.test(version)],
    ['3', ge !== undefined],
    ['4', ge === undefined || isSameNumber(ge[2], control)],
    ['5', ge === undefined || Number(ge[1]) === sets.length],
    ['6', /^\d{1,9}$/.test(control) && number > 0 && !seenControls.has(number)],
  ]
  seenControls.add(number)
  const codes = checks.filter(([, passes]) => !passes).map(([code]) => code)
  const numbers = new Set<string>()
  const validated = sets.map((set) => validateSet(set, expected, numbers))
  const declaredCount = Number(ge?.[1] ?? sets.length) || 0
  return { functionalId, control, date, time, declaredCount, codes, sets: validated }
}

const isSameNumber = (a: string | undefined, b: string) =>
  a === b || (/^\d+$/.test(a ?? '') && Number(a) === Number(b))

function validateSet(
  { st, se, body }: RawSet,
  { sets }: EnvelopeParties,
  numbers: Set<string>,
): ValidatedSet {
  const [, id = '', control = ''] = st
  const isSupported = sets.has(id)
  const checks: [string, boolean][] = [
    ['6', /^\d{3}$/.test(id)],
    ['1', isSupported],
    ['7', /^[A-Za-z0-9]{4,9}$/.test(control)],
    ['23', !numbers.has(control)],
    ['2', se !== undefined],
    ['3', se === undefined || se[2] === control],
    ['4', se === undefined || Number(se[1]) === body.length + 2],
  ]
  numbers.add(control)
  const codes = checks.filter(([, passes]) => !passes).map(([code]) => code)
  // The content of an unsupported set is not checked; a set without SE still is.
  const errors = isSupported ? checkSet(id, body) : []
  if (errors.length > 0) codes.push('5')
  return { id, control, segments: body, codes: codes.slice(0, 5), errors }
}
