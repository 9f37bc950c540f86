import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#platform/kernel/refusal.ts'
import { buildAcknowledgment997 } from './server/acknowledgment-997.ts'
import { type EnvelopeParties, validateInterchange } from './x12-interchange-validation.ts'
import { type Interchange, splitInterchanges, maxSegments } from './x12.ts'

const good = readFileSync(join(import.meta.dirname, 'samples', '850.edi'), 'utf8')

const retail: EnvelopeParties = {
  isOurs: (qualifier, id) => qualifier === 'ZZ' && id === 'PRIZM',
  ourQualifiers: new Set(['ZZ']),
  isKnown: (qualifier, id) => qualifier === 'ZZ' && id === 'ACMERETAIL',
  knownQualifiers: new Set(['ZZ']),
  usage: 'T',
  sets: new Set(['850', '997']),
}

const only = (text: string): Interchange => splitInterchanges(text)?.[0] as Interchange

/** The answer to an interchange: the TA1 code, or the lines of the 997. */
function answered(text: string, expected = retail): string[] {
  const { ta1, groups } = validateInterchange(only(text), expected)
  if (ta1 !== '000') return [`TA1 ${ta1}`]
  return groups.flatMap((group) =>
    buildAcknowledgment997(group).segments.map((segment) => segment.join('*').replace(/\*+$/, '')),
  )
}

const right = answered(good)

describe('large files', () => {
  const inLines = good.replaceAll('~\n', '\n')

  test('a megabyte of line feeds, which are terminators, is read in one pass', () => {
    const file = inLines + '\n'.repeat(1_000_000)
    expect(splitInterchanges(file)?.map(({ segments }) => segments.length)).toEqual([17])
    expect(answered(file)).toEqual(right)
  })

  test('a megabyte of ISA that starts no interchange is read in one pass', () => {
    const file = good.replace('500 Dock Rd', 'ISA~\nISA*'.repeat(110_000))
    expect(splitInterchanges(file)).toHaveLength(1)
  })

  test('a remainder that is not a complete ISA stays in its interchange and rejects it', () => {
    const file = `${good}ISA*00*broken~`
    expect(answered(file)).toEqual(['TA1 022'])
  })

  test('an unknown sender is rejected by ISA alone: no segment is parsed', () => {
    const parsed: string[] = []
    const { isa, separators, raw } = only(good.replace('*ZZ*ACMERETAIL ', '*ZZ*ACMERETAIX '))
    const cut = {
      isa,
      separators,
      raw,
      get segments() {
        parsed.push('segments')
        return []
      },
    }
    expect(validateInterchange(cut, retail)).toEqual({ ta1: '006', groups: [], ta1s: [] })
    expect(parsed).toEqual([])
  })

  test('an interchange of more than 200,000 segments is refused', () => {
    const file = good.replace('CTT*3', `${'A~'.repeat(maxSegments)}CTT*3`)
    expect(() => validateInterchange(only(file), retail)).toThrow(
      new Refusal('tooLarge', 'too-large', 'An interchange has at most 200,000 segments'),
    )
  })
})

describe('variations allowed by the standard are accepted', () => {
  const change = (from: string | RegExp, to: string) => {
    expect(good.replace(from, to)).not.toBe(good)
    return good.replace(from, to)
  }

  const rows: [string, string][] = [
    ['GS08 with the name of an industry guide', change('X*004010~', 'X*004010VICS~')],
    ['ISA12 00400', change('*U*00401*', '*U*00400*')],
    ['ISA12 00501 with its repetition separator', change('*U*00401*', '*^*00501*')],
    ['blanks behind every terminator', good.replaceAll('~\n', '~  \r\n')],
    ['blanks at the end of a line that is a terminator', good.replaceAll('~\n', '\n')],
    ['segments padded to 80 columns', good.replaceAll('~\n', '~').replaceAll('~', '~      ')],
    ['GE02 without the zeros of GS06', change('*0930*101*X', '*0930*000000101*X')],
  ]

  test.each(rows)('%s', (_, text) => {
    const numberless = (lines: string[]) => lines.map((line) => line.replace('PO*000000', 'PO*'))
    expect(numberless(answered(text))).toEqual(right)
  })

  test('AK102 repeats GS06 as received', () => {
    const text = good.replace('*0930*101*X', '*0930*000000101*X')
    expect(answered(text)[0]).toBe('AK1*PO*000000101')
  })

  test('another version, and 0 as the number of a group, are rejected', () => {
    expect(answered(change('X*004010~', 'X*005010~')).at(-1)).toBe('AK9*R*1*1*0*2')
    const zero = good.replace('*0930*101*X', '*0930*000*X').replace('GE*1*101', 'GE*1*0')
    expect(answered(zero).at(-1)).toBe('AK9*R*1*1*0*6')
  })
})
