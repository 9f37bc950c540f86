import { isDay } from '#platform/kernel/days.ts'
import type { Segment } from './x12.ts'
import type { Condition, ElementRule, SegmentPosition } from './x12-grammar-notation.ts'
import { codeLists, segmentRules, parsedSetGrammars } from './x12-set-grammars.ts'

/** An invalid element: its position, element number, AK403 code and value. */
export type ElementError = { at: number; ref: string; code: string; value: string }

/** An invalid segment: its ID, its position in the set (ST is 1) and its AK304 code. */
export type SegmentError = { id: string; at: number; code: string; elements: ElementError[] }

/**
 * Checks the segments of a set, without ST and SE, against its grammar. Returns the errors for AK3
 * and AK4; empty if the set is valid.
 */
export function checkSet(setId: string, segments: readonly Segment[]): SegmentError[] {
  const errors = [...checkSegmentOrder(setId, segments), ...segments.flatMap(checkElements)]
  errors.push(...checkCount(setId, segments, errors))
  return errors.sort((a, b) => a.at - b.at)
}

const segmentError = (id: string, position: number, code: string): SegmentError => {
  return { id, at: position, code, elements: [] }
}

// --- the order of the segments ---

/** An open loop: its places, the current one, and how often each occurred. */
type OpenLoop = { positions: readonly SegmentPosition[]; current: number; counts: number[] }

const openLoop = (positions: readonly SegmentPosition[]): OpenLoop => {
  return { positions, current: 0, counts: positions.map(() => 0) }
}

function checkSegmentOrder(setId: string, segments: readonly Segment[]): SegmentError[] {
  const root = parsedSetGrammars.get(setId) ?? []
  const knownIds = segmentIdsIn(root)
  const openLoops = [openLoop(root)]
  const seenIds = new Set<string>()
  const errors: SegmentError[] = []
  segments.forEach(([id = ''], index) => {
    const position = index + 2
    const depth = openLoops.findLastIndex((loop) => findIn(loop, id) >= 0)
    if (depth < 0) {
      errors.push(
        segmentError(
          id,
          position,
          knownIds.has(id) ? misplacedCode(root, id, seenIds) : unknownSegmentCode(id),
        ),
      )
      return
    }
    for (const closed of openLoops.splice(depth + 1))
      errors.push(...missingSegments(closed, undefined, position))
    const frame = openLoops[depth] as OpenLoop
    const placeIndex = findIn(frame, id)
    errors.push(...missingSegments(frame, placeIndex, position))
    frame.current = placeIndex
    frame.counts[placeIndex] = (frame.counts[placeIndex] ?? 0) + 1
    seenIds.add(id)
    const { max, body } = frame.positions[placeIndex] as SegmentPosition
    if ((frame.counts[placeIndex] ?? 0) > max)
      errors.push(segmentError(id, position, body ? '4' : '5'))
    if (body) openLoops.push(openLoop(body))
  })
  const end = segments.length + 2
  for (const unclosedLoop of openLoops.toReversed())
    errors.push(...missingSegments(unclosedLoop, undefined, end))
  return errors
}

/** The index of a segment in an open loop, at or after the current place; -1 if there is none. */
function findIn({ positions, current }: OpenLoop, id: string): number {
  return positions.findIndex((position, index) => index >= current && position.id === id)
}

/** The mandatory segments missing between the current place and the next one. */
function missingSegments(
  frame: OpenLoop,
  next: number | undefined,
  position: number,
): SegmentError[] {
  return frame.positions
    .slice(frame.current, next)
    .filter(
      ({ isMust: isMandatory }, index) => isMandatory && frame.counts[frame.current + index] === 0,
    )
    .map(({ id }) => segmentError(id, position, '3'))
}

function segmentIdsIn(positions: readonly SegmentPosition[]): Set<string> {
  return new Set(positions.flatMap(({ id, body }) => [id, ...segmentIdsIn(body ?? [])]))
}

/** Returns code 2 (unexpected) if no loop that contains it was opened, else 7 (out of sequence). */
function misplacedCode(
  root: readonly SegmentPosition[],
  id: string,
  seenIds: ReadonlySet<string>,
): string {
  const loopHeads = loopHeadsOf(root, id, [])
  return loopHeads.length > 0 && loopHeads.every((head) => head !== '' && !seenIds.has(head))
    ? '2'
    : '7'
}

function loopHeadsOf(
  positions: readonly SegmentPosition[],
  id: string,
  parents: readonly string[],
): string[] {
  return positions.flatMap((position) => [
    ...(position.id === id ? [parents.at(-1) ?? ''] : []),
    ...loopHeadsOf(position.body ?? [], id, [...parents, position.id]),
  ])
}

const knownSegmentIds = new Set([
  ...Array.from(parsedSetGrammars.values(), (places) => [...segmentIdsIn(places)]).flat(),
  ...segmentRules.keys(),
])

/** Returns code 6 (not in this set) for a segment of another set, else 1 (unknown). */
function unknownSegmentCode(id: string): string {
  return knownSegmentIds.has(id) ? '6' : '1'
}

// --- the elements of a segment ---

function checkElements(segment: Segment, index: number): SegmentError[] {
  const [id = ''] = segment
  const rule = segmentRules.get(id)
  if (!rule) return []
  const elements = rule.elements.flatMap((element, elementIndex): ElementError[] => {
    const value = segment[elementIndex + 1] ?? ''
    const code = codeOf(element, value)
    return code ? [{ at: elementIndex + 1, ref: element.ref, code, value }] : []
  })
  const maxElements = rule.elements.length
  const extraIndex = segment.slice(maxElements + 1).findIndex((value) => value !== '')
  if (extraIndex >= 0) {
    const value = segment[maxElements + 1 + extraIndex] ?? ''
    elements.push({ at: maxElements + 1 + extraIndex, ref: '', code: '3', value })
  }
  for (const condition of rule.conditions) {
    for (const current of violatedElements(condition, segment)) {
      const code = condition.kind === 'E' ? '10' : '2'
      const ref = rule.elements[current - 1]?.ref ?? ''
      const isReported = elements.some((each) => each.at === current)
      if (!isReported) elements.push({ at: current, ref, code, value: segment[current] ?? '' })
    }
  }
  return elements.length > 0 ? [{ id, at: index + 2, code: '8', elements }] : []
}

function codeOf(
  { ref, type, min, max, isMust: isMandatory }: ElementRule,
  value: string,
): string | undefined {
  if (value === '') return isMandatory ? '1' : undefined
  if (hasControl(value)) return '6'
  const length = type === 'R' ? value.replaceAll(/[-.]/g, '').length : lengthOf(value, type)
  if (length > max) return '5'
  if (length < min) return '4'
  if (!typeChecks[type](value)) return type === 'DT' ? '8' : type === 'TM' ? '9' : '6'
  const codes = codeLists[ref]
  return codes && !codes.has(value) ? '7' : undefined
}

function lengthOf(value: string, type: ElementRule['type']): number {
  return type === 'N0' || type === 'N2' ? value.replace(/^-/, '').length : value.length
}

function hasControl(value: string): boolean {
  return Array.from(value, (char) => char < ' ' || '\u007F\uFFFD'.includes(char)).includes(true)
}

const typeChecks: Readonly<Record<ElementRule['type'], (value: string) => boolean>> = {
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

function violatedElements({ kind, at }: Condition, segment: Segment): number[] {
  const hasValue = (elementIndex: number) => (segment[elementIndex] ?? '') !== ''
  const [first = 0, ...others] = at
  const missing = at.filter((elementIndex) => !hasValue(elementIndex))
  if (kind === 'P') return missing.length < at.length ? missing : []
  if (kind === 'R') return missing.length === at.length ? [first] : []
  if (kind === 'C')
    return hasValue(first) ? others.filter((elementIndex) => !hasValue(elementIndex)) : []
  return hasValue(first) ? others.filter(hasValue) : []
}

// --- the line count in CTT ---

const countedSegments: ReadonlyMap<string, string> = new Map([
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
  const line = countedSegments.get(setId)
  const index = segments.findIndex(([id]) => id === 'CTT')
  const value = segments[index]?.[1] ?? ''
  const isReported = errors.some(({ at, code }) => at === index + 2 && code === '8')
  if (line === undefined || index < 0 || isReported) return []
  if (Number(value) === segments.filter(([id]) => id === line).length) return []
  const elements = [{ at: 1, ref: '354', code: '7', value }]
  return [{ id: 'CTT', at: index + 2, code: '8', elements }]
}
