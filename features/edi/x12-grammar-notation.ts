// A compact notation for the X12 004010 grammar, so that a set definition fits in a few lines.

/** The place of a segment in a set, or of a loop head with the segments that follow it. */
export type SegmentPosition = { id: string; isMust: boolean; max: number; body?: SegmentPosition[] }

export type ElementType = 'AN' | 'ID' | 'N0' | 'N2' | 'R' | 'DT' | 'TM'

/** An element: its dictionary number, type, length and whether it is mandatory. */
export type ElementRule = {
  ref: string
  type: ElementType
  min: number
  max: number
  isMust: boolean
}

/**
 * P: all or none. R: at least one. C: the first needs all others. E: the first excludes the others.
 */
export type Condition = { kind: 'P' | 'R' | 'C' | 'E'; at: number[] }

export type SegmentRule = { elements: ElementRule[]; conditions: Condition[] }

/**
 * Parses the segment positions of a transaction set: `BEG!` is mandatory, `REF*` may repeat without
 * limit, `PER:3` occurs at most three times, and `[N1:200 N2:2]` is a loop that starts with its
 * first segment.
 */
export function parsePositions(text: string): SegmentPosition[] {
  const tokens = text.match(/\[|\]|[^\s[\]]+/g) ?? []
  const read = (): SegmentPosition[] => {
    const found: SegmentPosition[] = []
    for (let token = tokens.shift(); token !== undefined && token !== ']'; token = tokens.shift()) {
      if (token !== '[') {
        found.push(parsePosition(token))
        continue
      }
      const loopHead = parsePosition(tokens.shift() ?? '')
      found.push({ ...loopHead, body: read() })
    }
    return found
  }
  return read()
}

function parsePosition(word: string): SegmentPosition {
  const [, id = '', mandatoryMark, repeatMark, max] =
    /^([A-Z0-9]+)(!?)(\*?)(?::(\d+))?$/.exec(word) ?? []
  return { id, isMust: mandatoryMark === '!', max: repeatMark ? Infinity : Number(max ?? 1) }
}

/**
 * Parses the elements of a segment: `!353.ID.2-2` is mandatory, `+7` are seven elements that are
 * not checked, `(235.ID.2-2 234.AN.1-48)x10` repeats both ten times, and `P0304` is a condition.
 */
export function parseSegmentRule(text: string): SegmentRule {
  const expanded = text.replaceAll(/\(([^)]*)\)x(\d+)/g, (_, inner: string, times: string) =>
    `${inner} `.repeat(Number(times)),
  )
  const elements: ElementRule[] = []
  const conditions: Condition[] = []
  for (const token of expanded.split(/\s+/).filter(Boolean)) {
    const condition = /^([PRCE])((?:\d\d)+)$/.exec(token)
    if (condition) {
      const [, kind = 'P', digits = ''] = condition
      const positions = (digits.match(/\d\d/g) ?? []).map(Number)
      conditions.push({ kind: kind as Condition['kind'], at: positions })
    } else if (token.startsWith('+')) {
      const uncheckedElement = { ref: '', type: 'AN', min: 1, max: 264, isMust: false } as const
      elements.push(...Array.from({ length: Number(token.slice(1)) }, () => uncheckedElement))
    } else {
      elements.push(parseElementRule(token))
    }
  }
  return { elements, conditions }
}

function parseElementRule(token: string): ElementRule {
  const [, mandatoryMark, ref = '', type = 'AN', min, max] =
    /^(!?)(\w+)\.(AN|ID|N0|N2|R|DT|TM)\.(\d+)-(\d+)$/.exec(token) ?? []
  return {
    ref,
    type: type as ElementType,
    min: Number(min),
    max: Number(max),
    isMust: mandatoryMark === '!',
  }
}
