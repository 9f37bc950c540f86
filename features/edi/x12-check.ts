import { isDay } from '#platform/kernel/days.ts'
import type { Segment } from './x12.ts'
import type { Condition, ElementRule, Place } from './x12-grammar.ts'
import { codeLists, segmentRules, setPlaces } from './x12-sets.ts'

/** An invalid element: its position, element number, AK403 code and value. */
export type ElementError = { at: number; ref: string; code: string; value: string }

/** An invalid segment: its ID, its position in the set (ST is 1) and its AK304 code. */
export type SegmentError = { id: string; at: number; code: string; elements: ElementError[] }

/**
 * Checks the segments of a set, without ST and SE, against its grammar. Returns the errors for AK3
 * and AK4; empty if the set is valid.
 */
export function checkSet(setId: string, segments: readonly Segment[]): SegmentError[] {
  const errors = [...checkPlaces(setId, segments), ...segments.flatMap(checkElements)]
  errors.push(...checkCount(setId, segments, errors))
  return errors.sort((a, b) => a.at - b.at)
}

const plain = (id: string, at: number, code: string): SegmentError => {
  return { id, at, code, elements: [] }
}

// --- the order of the segments ---

/** An open loop: its places, the current one, and how often each occurred. */
type Frame = { places: readonly Place[]; at: number; counts: number[] }

const frameOf = (places: readonly Place[]): Frame => {
  return { places, at: 0, counts: places.map(() => 0) }
}

function checkPlaces(setId: string, segments: readonly Segment[]): SegmentError[] {
  const top = setPlaces.get(setId) ?? []
  const known = idsIn(top)
  const stack = [frameOf(top)]
  const seen = new Set<string>()
  const errors: SegmentError[] = []
  segments.forEach(([id = ''], index) => {
    const at = index + 2
    const depth = stack.findLastIndex((frame) => findIn(frame, id) >= 0)
    if (depth < 0) {
      errors.push(plain(id, at, known.has(id) ? misplaced(top, id, seen) : strange(id)))
      return
    }
    for (const left of stack.splice(depth + 1)) errors.push(...missingIn(left, undefined, at))
    const frame = stack[depth] as Frame
    const place = findIn(frame, id)
    errors.push(...missingIn(frame, place, at))
    frame.at = place
    frame.counts[place] = (frame.counts[place] ?? 0) + 1
    seen.add(id)
    const { max, body } = frame.places[place] as Place
    if ((frame.counts[place] ?? 0) > max) errors.push(plain(id, at, body ? '4' : '5'))
    if (body) stack.push(frameOf(body))
  })
  const end = segments.length + 2
  for (const left of stack.toReversed()) errors.push(...missingIn(left, undefined, end))
  return errors
}

/** The index of a segment in an open loop, at or after the current place; -1 if there is none. */
function findIn({ places, at }: Frame, id: string): number {
  return places.findIndex((place, index) => index >= at && place.id === id)
}

/** The mandatory segments missing between the current place and the next one. */
function missingIn(frame: Frame, next: number | undefined, at: number): SegmentError[] {
  return frame.places
    .slice(frame.at, next)
    .filter(({ isMust }, index) => isMust && frame.counts[frame.at + index] === 0)
    .map(({ id }) => plain(id, at, '3'))
}

function idsIn(places: readonly Place[]): Set<string> {
  return new Set(places.flatMap(({ id, body }) => [id, ...idsIn(body ?? [])]))
}

/** Returns code 2 (unexpected) if no loop that contains it was opened, else 7 (out of sequence). */
function misplaced(top: readonly Place[], id: string, seen: ReadonlySet<string>): string {
  const heads = headsOf(top, id, [])
  return heads.length > 0 && heads.every((head) => head !== '' && !seen.has(head)) ? '2' : '7'
}

function headsOf(places: readonly Place[], id: string, above: readonly string[]): string[] {
  return places.flatMap((place) => [
    ...(place.id === id ? [above.at(-1) ?? ''] : []),
    ...headsOf(place.body ?? [], id, [...above, place.id]),
  ])
}

const allKnown = new Set([
  ...Array.from(setPlaces.values(), (places) => [...idsIn(places)]).flat(),
  ...segmentRules.keys(),
])

/** Returns code 6 (not in this set) for a segment of another set, else 1 (unknown). */
function strange(id: string): string {
  return allKnown.has(id) ? '6' : '1'
}

// --- the elements of a segment ---

function checkElements(segment: Segment, index: number): SegmentError[] {
  const [id = ''] = segment
  const rule = segmentRules.get(id)
  if (!rule) return []
  const elements = rule.elements.flatMap((element, place): ElementError[] => {
    const value = segment[place + 1] ?? ''
    const code = codeOf(element, value)
    return code ? [{ at: place + 1, ref: element.ref, code, value }] : []
  })
  const most = rule.elements.length
  const extra = segment.slice(most + 1).findIndex((value) => value !== '')
  if (extra >= 0) {
    const value = segment[most + 1 + extra] ?? ''
    elements.push({ at: most + 1 + extra, ref: '', code: '3', value })
  }
  for (const condition of rule.conditions) {
    for (const at of brokenBy(condition, segment)) {
      const code = condition.kind === 'E' ? '10' : '2'
      const ref = rule.elements[at - 1]?.ref ?? ''
      const isTold = elements.some((each) => each.at === at)
      if (!isTold) elements.push({ at, ref, code, value: segment[at] ?? '' })
    }
  }
  return elements.length > 0 ? [{ id, at: index + 2, code: '8', elements }] : []
}

function codeOf({ ref, type, min, max, isMust }: ElementRule, value: string): string | undefined {
  if (value === '') return isMust ? '1' : undefined
  if (hasControl(value)) return '6'
  const length = type === 'R' ? value.replaceAll(/[-.]/g, '').length : lengthOf(value, type)
  if (length > max) return '5'
  if (length < min) return '4'
  if (!fits[type](value)) return type === 'DT' ? '8' : type === 'TM' ? '9' : '6'
  const codes = codeLists[ref]
  return codes && !codes.has(value) ? '7' : undefined
}

function lengthOf(value: string, type: ElementRule['type']): number {
  return type === 'N0' || type === 'N2' ? value.replace(/^-/, '').length : value.length
}

function hasControl(value: string): boolean {
  return Array.from(value, (char) => char < ' ' || '\u007F\uFFFD'.includes(char)).includes(true)
}

const fits: Readonly<Record<ElementRule['type'], (value: string) => boolean>> = {
  AN: () => true,
  ID: (value) => value.trim() === value,
  N0: (value) => /^-?\d+$/.test(value),
  N2: (value) => /^-?\d+$/.test(value),
  R: (value) => /^-?(?:\d+\.?\d*|\.\d+)$/.test(value),
  DT: (value) => dayOf(value) !== undefined,
  TM: (value) => /^(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d\d)?)?$/.test(value),
}

/** Converts `20260115` to ISO form; undefined if it is not a valid day. */
export function dayOf(value: string): string | undefined {
  const text = value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isDay(text) ? text : undefined
}

function brokenBy({ kind, at }: Condition, segment: Segment): number[] {
  const isThere = (place: number) => (segment[place] ?? '') !== ''
  const [first = 0, ...others] = at
  const missing = at.filter((place) => !isThere(place))
  if (kind === 'P') return missing.length < at.length ? missing : []
  if (kind === 'R') return missing.length === at.length ? [first] : []
  if (kind === 'C') return isThere(first) ? others.filter((place) => !isThere(place)) : []
  return isThere(first) ? others.filter(isThere) : []
}

// --- the line count in CTT ---

const counted: ReadonlyMap<string, string> = new Map([
  ['846', 'LIN'],
  ['850', 'PO1'],
  ['855', 'PO1'],
  ['810', 'IT1'],
])

/** Checks that CTT01 equals the number of lines: a mismatch may mean that one was lost. */
function checkCount(
  setId: string,
  segments: readonly Segment[],
  errors: readonly SegmentError[],
): SegmentError[] {
  const line = counted.get(setId)
  const index = segments.findIndex(([id]) => id === 'CTT')
  const value = segments[index]?.[1] ?? ''
  const isTold = errors.some(({ at, code }) => at === index + 2 && code === '8')
  if (line === undefined || index < 0 || isTold) return []
  if (Number(value) === segments.filter(([id]) => id === line).length) return []
  const elements = [{ at: 1, ref: '354', code: '7', value }]
  return [{ id: 'CTT', at: index + 2, code: '8', elements }]
}
