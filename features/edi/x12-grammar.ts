// A small language for the grammar of X12 004010, so that a set stands in a few lines.

/** A segment's place in a set, or the head of a loop with what follows it there. */
export type Place = { id: string; isMust: boolean; max: number; body?: Place[] }

export type ElementType = 'AN' | 'ID' | 'N0' | 'N2' | 'R' | 'DT' | 'TM'

/** An element: its number in the dictionary, what it may be, and whether it must be there. */
export type ElementRule = {
  ref: string
  type: ElementType
  min: number
  max: number
  isMust: boolean
}

/** All pairs or none (P), one at least (R), the second where the first is there (C). */
export type Condition = { kind: 'P' | 'R' | 'C' | 'E'; at: number[] }

export type SegmentRule = { elements: ElementRule[]; conditions: Condition[] }

/**
 * Reads the places of a set: `BEG!` must be there once, `REF*` any number of times, `PER:3` at
 * most three times, `[N1:200 N2:2]` is a loop that its first segment begins.
 */
export function places(text: string): Place[] {
  const words = text.match(/\[|\]|[^\s[\]]+/g) ?? []
  const read = (): Place[] => {
    const found: Place[] = []
    for (let word = words.shift(); word !== undefined && word !== ']'; word = words.shift()) {
      if (word !== '[') {
        found.push(placeOf(word))
        continue
      }
      const head = placeOf(words.shift() ?? '')
      found.push({ ...head, body: read() })
    }
    return found
  }
  return read()
}

function placeOf(word: string): Place {
  const [, id = '', must, many, max] = /^([A-Z0-9]+)(!?)(\*?)(?::(\d+))?$/.exec(word) ?? []
  return { id, isMust: must === '!', max: many ? Infinity : Number(max ?? 1) }
}

/**
 * Reads the elements of a segment: `!353.ID.2-2` must be there, `+7` are seven that nobody looks
 * at, `(235.ID.2-2 234.AN.1-48)x10` is ten times both, and `P0304` is a condition.
 */
export function segmentRule(text: string): SegmentRule {
  const flat = text.replaceAll(/\(([^)]*)\)x(\d+)/g, (_, inner: string, times: string) =>
    `${inner} `.repeat(Number(times)),
  )
  const elements: ElementRule[] = []
  const conditions: Condition[] = []
  for (const word of flat.split(/\s+/).filter(Boolean)) {
    const condition = /^([PRCE])((?:\d\d)+)$/.exec(word)
    if (condition) {
      const [, kind = 'P', digits = ''] = condition
      const at = (digits.match(/\d\d/g) ?? []).map(Number)
      conditions.push({ kind: kind as Condition['kind'], at })
    } else if (word.startsWith('+')) {
      const free = { ref: '', type: 'AN', min: 1, max: 264, isMust: false } as const
      elements.push(...Array.from({ length: Number(word.slice(1)) }, () => free))
    } else {
      elements.push(elementRule(word))
    }
  }
  return { elements, conditions }
}

function elementRule(word: string): ElementRule {
  const [, must, ref = '', type = 'AN', min, max] =
    /^(!?)(\w+)\.(AN|ID|N0|N2|R|DT|TM)\.(\d+)-(\d+)$/.exec(word) ?? []
  return {
    ref,
    type: type as ElementType,
    min: Number(min),
    max: Number(max),
    isMust: must === '!',
  }
}
