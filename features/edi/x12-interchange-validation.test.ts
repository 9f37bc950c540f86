import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  buildAcknowledgment997,
  readAcknowledgment997,
  ta1Of,
} from './server/acknowledgment-997.ts'
import { type EnvelopeParties, validateInterchange } from './x12-interchange-validation.ts'
import { groupOf, parsedSetGrammars } from './x12-set-grammars.ts'
import { type Interchange, splitInterchanges, writeInterchange, writeTa1 } from './x12.ts'

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, 'samples', `${name}.edi`), 'utf8')

const everybody = (sender: string, receiver: string, usage: 'P' | 'T' = 'T'): EnvelopeParties => ({
  isOurs: (qualifier, id) => qualifier === 'ZZ' && id === receiver,
  ourQualifiers: new Set(['ZZ']),
  isKnown: (qualifier, id) => qualifier === 'ZZ' && id === sender,
  knownQualifiers: new Set(['ZZ']),
  usage,
  sets: new Set(parsedSetGrammars.keys()),
})
const retail = {
  ...everybody('ACMERETAIL', 'PRIZM'),
  sets: new Set(['850', '997']),
}

function only(text: string): Interchange {
  const cuts = splitInterchanges(text)
  expect(cuts).toHaveLength(1)
  return cuts?.[0] as Interchange
}

const lineOf = (segment: readonly string[]) => segment.join('*').replace(/\*+$/, '')

/** The answer to a mutated 850: the TA1 code, or the lines of the 997. */
function answered(text: string, expected: EnvelopeParties = retail): string[] {
  const { ta1, groups } = validateInterchange(only(text), expected)
  if (ta1 !== '000') return [`TA1 ${ta1}`]
  return groups.flatMap((group) => buildAcknowledgment997(group).segments.map(lineOf))
}

const good = sample('850')
const change = (from: string | RegExp, to: string) => {
  expect(good.replace(from, to)).not.toBe(good)
  return good.replace(from, to)
}

describe('samples', () => {
  const names = ['810', '846', '850', '855', '940', '944', '945', '997-accept', '997-partial']
  test.each(names)('%s is valid, and is written again unchanged', (name) => {
    const cut = only(sample(name))
    const [sender, receiver] = [cut.isa[6]?.trim() ?? '', cut.isa[8]?.trim() ?? '']
    const { ta1, groups } = validateInterchange(cut, everybody(sender, receiver))
    expect(ta1).toBe('000')
    expect(groups.map(({ codes }) => codes)).toEqual([[]])
    expect(groups[0]?.sets.map(({ codes, errors }) => ({ codes, errors }))).toEqual([
      { codes: [], errors: [] },
    ])
    const [group] = groups
    const written = writeInterchange(
      {
        sender: { qualifier: 'ZZ', id: sender },
        receiver: { qualifier: 'ZZ', id: receiver },
        at: { date: group?.date ?? '', time: group?.time ?? '' },
        control: Number(cut.isa[13]),
        usage: 'T',
      },
      {
        functionalId: groupOf.get(name.slice(0, 3)) ?? '',
        sets: (group?.sets ?? []).map(({ id, segments }) => ({ id, segments })),
      },
    )
    const bare = (text: string) => text.replaceAll(/\s*~\s*/g, '~\n').trim()
    // The samples' group numbers are not zero-padded; ours equal the interchange control number.
    expect(bare(written.text)).toBe(bare(sample(name)))
    expect(written.replaced).toBe(0)
  })

  test('our 997 for the sample 850 equals the sample 997', () => {
    expect(answered(good)).toEqual(['AK1*PO*101', 'AK2*850*0001', 'AK5*A', 'AK9*A*1*1*1'])
  })

  test('a 997 is read correctly', () => {
    const { groups } = validateInterchange(
      only(sample('997-partial')),
      everybody('PRIZM', 'ACMERETAIL'),
    )
    expect(readAcknowledgment997(groups[0]?.sets[0]?.segments ?? [])).toEqual({
      functionalId: 'PO',
      group: '102',
      isGroupAccepted: true,
      codes: [],
      sets: [
        { id: '850', control: '0001', isSetAccepted: true, codes: [] },
        {
          id: '850',
          control: '0002',
          isSetAccepted: false,
          codes: ['AK3 PO1 6: 8', 'AK4 2: 6 2X', 'AK5 5'],
        },
      ],
    })
  })
})

describe('the interchange, by TA1', () => {
  const rows: [string, string, string][] = [
    ['ISA13 is not IEA02', change('IEA*1*000000101', 'IEA*1*000000102'), '001'],
    ['a version that is not spoken', change('*U*00401*', '*U*00901*'), '017'],
    ['a terminator that is a letter', good.replaceAll('~', 'Q'), '004'],
    ['the qualifier of the sender', change('*ZZ*ACME', '*01*ACME'), '005'],
    ['the sender', change('*ZZ*ACMERETAIL ', '*ZZ*ACMERETAIX '), '006'],
    ['the qualifier of the receiver', change('*ZZ*PRIZM', '*01*PRIZM'), '007'],
    ['a receiver who is not us', change('*ZZ*PRIZM ', '*ZZ*PRIZN '), '009'],
    ['the date', change('*260115*', '*261315*'), '014'],
    ['the time', change('*0930*U', '*2530*U'), '015'],
    ['the number', change('*000000101*0', '*0000001X1*0'), '018'],
    ['whether an answer is wanted', change('*000000101*0', '*000000101*7'), '019'],
    ['production where test is agreed', change('*0*T*>', '*0*P*>'), '020'],
    ['IEA01 is not the number of groups', change('IEA*1*', 'IEA*2*'), '021'],
    ['a set within a set', change('ST*850*0001~', 'ST*850*0001~\nSE*0*1~\nX~'), '022'],
    ['an end that came too early', good.slice(0, good.indexOf('AMT*')), '023'],
    ['something between the groups', change('IEA*1', 'ZZZ*1~\nIEA*1'), '024'],
    ['an element separator that is a letter', good.replaceAll('*', 'X'), '026'],
    ['a component separator that is a digit', change('*0*T*>', '*0*T*1'), '027'],
  ]
  test.each(rows)('%s', (_, text, code) => {
    expect(answered(text)).toEqual([`TA1 ${code}`])
  })

  test('a TA1 has the interchange control number, its date and its outcome', () => {
    const { isa } = only(good)
    expect(ta1Of(isa, '000').join('*')).toBe('000000101*260115*0930*A*000')
    expect(ta1Of(isa, '001').join('*')).toBe('000000101*260115*0930*R*001')
    const envelope = {
      sender: { qualifier: 'ZZ', id: 'PRIZM' },
      receiver: { qualifier: 'ZZ', id: 'ACMERETAIL' },
      at: { date: '20260115', time: '0931' },
      control: 7,
      usage: 'T' as const,
    }
    const cut = only(writeTa1(envelope, ta1Of(isa, '001')).text)
    const judged = validateInterchange(cut, everybody('PRIZM', 'ACMERETAIL'))
    expect(judged).toMatchObject({ ta1: '000', groups: [] })
    expect(judged.ta1s).toEqual([['TA1', '000000101', '260115', '0930', 'R', '001']])
  })
})

describe('the group, by AK9', () => {
  const last = (text: string, expected?: EnvelopeParties) => answered(text, expected).at(-1)
  const two = change(/(ST\*850[\s\S]*SE\*14\*0001~)\nGE\*1/, '$1\n$1\nGE*2').replace(
    /ST\*850\*0001~(?![\s\S]*ST\*850)([\s\S]*)SE\*14\*0001~/,
    'ST*850*0002~$1SE*14*0002~',
  )

  test('accepts all sets, some sets or none', () => {
    expect(last(two)).toBe('AK9*A*2*2*2')
    expect(last(two.replace(/PO1\*1\*24(?![\s\S]*PO1\*1)/, 'PO1*1*2X'))).toBe('AK9*P*2*2*1')
    expect(last(change('PO1*1*24', 'PO1*1*2X'))).toBe('AK9*R*1*1*0')
  })

  const rows: [string, string, string][] = [
    ['a type of group that nobody knows', change('GS*PO', 'GS*QQ'), 'AK9*R*1*1*0*1'],
    ['an 850 in a group of invoices', change('GS*PO', 'GS*IN'), 'AK9*R*1*1*0*1'],
    ['a version that is not spoken', change('X*004010', 'X*009999'), 'AK9*R*1*1*0*2'],
    ['no GE', change('GE*1*101~\n', ''), 'AK9*R*1*1*0*3'],
    ['GS06 is not GE02', change('GE*1*101', 'GE*1*999'), 'AK9*R*1*1*0*4'],
    ['GE01 is not the number of sets', change('GE*1', 'GE*2'), 'AK9*R*2*1*0*5'],
    ['a number that is none', good.replaceAll(/(930|GE\*1)\*101/g, '$1*X'), 'AK9*R*1*1*0*6'],
  ]
  test.each(rows)('%s', (_, text, line) => {
    expect(last(text)).toBe(line)
  })

  test('a group control number used twice is rejected the second time', () => {
    const twice = change(/(GS[\s\S]*GE\*1\*101~)/, '$1\n$1').replace('IEA*1', 'IEA*2')
    expect(answered(twice).filter((line) => line.startsWith('AK9'))).toEqual([
      'AK9*A*1*1*1',
      'AK9*R*1*1*0*6',
    ])
  })

  test('every set is listed, and the second of two with the same number is rejected', () => {
    const same = two.replaceAll('*0002~', '*0001~')
    expect(answered(same)).toEqual([
      'AK1*PO*101',
      'AK2*850*0001',
      'AK5*A',
      'AK2*850*0001',
      'AK5*R*23',
      'AK9*P*2*2*1',
    ])
  })
})

describe('the set, by AK5', () => {
  const rows: [string, string, string][] = [
    ['a set that is not taken', good.replace('ST*850', 'ST*860'), 'AK5*R*1'],
    ['no SE', change('SE*14*0001~\n', ''), 'AK5*R*2'],
    ['ST02 is not SE02', change('SE*14*0001', 'SE*14*0009'), 'AK5*R*3'],
    ['SE01 is not the number of segments', change('SE*14', 'SE*99'), 'AK5*R*4'],
    ['segments in error', change('PO1*1*24', 'PO1*1*2X'), 'AK5*R*5'],
    ['no ST01', change('ST*850*0001', 'ST**0001'), 'AK5*R*6*1'],
    ['a number that is too short', good.replaceAll('*0001~', '*01~'), 'AK5*R*7'],
  ]
  test.each(rows)('%s', (_, text, line) => {
    expect(answered(text)).toContain(line)
  })
})

describe('segments and elements, by AK3 and AK4', () => {
  const rows: [string, string, string[]][] = [
    ['BEG is gone', change('BEG*00*SA*CPO-10045**20260115~\n', ''), ['AK3*BEG*2**3']],
    [
      'a day that is none',
      change('**20260115~', '**20261340~'),
      ['AK3*BEG*2**8', 'AK4*5*373*8*20261340'],
    ],
    ['a number with a letter', change('PO1*1*24', 'PO1*1*2X'), ['AK4*2*330*6*2X']],
    ['a unit that is too long', change('*24*EA', '*24*ZZZ'), ['AK4*3*355*5*ZZZ']],
    ['a unit that is too short', change('*24*EA', '*24*Z'), ['AK4*3*355*4*Z']],
    ['a unit that nobody knows', change('*24*EA', '*24*QQ'), ['AK4*3*355*7*QQ']],
    ['no quantity', change('PO1*1*24', 'PO1*1*'), ['AK4*2*330*1']],
    ['no line at all', change(/PO1[\s\S]*?(?=CTT)/, ''), ['AK3*PO1*9**3', 'AK4*1*354*7*3']],
    ['DTM before ITD', change(/(ITD.*\n)(DTM.*\n)/, '$2$1'), ['AK3*ITD*5**7']],
    ['lines that are not as many as counted', change('CTT*3', 'CTT*2'), ['AK4*1*354*7*2']],
    ['a name in small letters', change('PO1*3', 'po1*3'), ['AK3*po1*11**1']],
    ['a segment of some other set', change('CUR*', 'W05*N*1~\nCUR*'), ['AK3*W05*3**6']],
    ['an address that nothing began', change(/N1\*ST.*\n/, ''), ['AK3*N3*6**2']],
    ['a segment too often', change('CUR*BY*USD~', 'CUR*BY*USD~\nCUR*BY*USD~'), ['AK3*CUR*4**5']],
    ['half of a pair', change('*VN*WID-100*BP*A-778', '*VN*'), ['AK4*7*234*2']],
    ['too many elements', change('N3*500 Dock Rd', 'N3*500*Dock*Rd'), ['AK4*3**3*Rd']],
    ['a time that is none', change('002*20260122', '002*20260122*9999'), ['AK4*3*337*9*9999']],
  ]
  test.each(rows)('%s', (_, text, lines) => {
    const responseLines = answered(text)
    for (const line of lines) expect(responseLines).toContain(line)
    expect(responseLines.at(-2)).toMatch(/^AK5\*R\*(4\*)?5$/)
    expect(responseLines.at(-1)).toBe('AK9*R*1*1*0')
  })

  test('a loop that occurs too often is reported', () => {
    const many = Array.from({ length: 6 }, () => 'N1*WH*X*92*YY~\n').join('')
    const text = sample('846').replace(/N1\*WH.*\n/, many)
    const cut = only(text.replace('SE*15', 'SE*20'))
    const { groups } = validateInterchange(cut, everybody('WMS3PL', 'PRIZM'))
    expect(groups[0]?.sets[0]?.errors).toMatchObject([{ id: 'N1', at: 8, code: '4' }])
  })

  test('a byte order mark and line ends are not part of an interchange', () => {
    const windows = `\uFEFF${good.replaceAll('\n', '\r\n')}`
    expect(answered(windows)).toEqual(answered(good))
    expect(answered(good.replaceAll('\n', ''))).toEqual(answered(good))
  })
})

describe('writing', () => {
  const envelope = {
    sender: { qualifier: 'ZZ', id: 'PRIZM' },
    receiver: { qualifier: 'ZZ', id: 'ACME' },
    at: { date: '20260115', time: '0930' },
    control: 42,
    usage: 'P' as const,
  }
  test('separators and unprintable characters in data are replaced by spaces', () => {
    const n3 = ['N3', 'Dock * 4 ~ ISA>\n\u0001']
    const { text, replaced } = writeInterchange(envelope, {
      functionalId: 'OW',
      sets: [{ id: '940', segments: [n3] }],
    })
    expect(text).toContain('N3*Dock   4   ISA~')
    expect(replaced).toBe(5)
    expect(only(text).segments.map(([id]) => id)).toEqual(['GS', 'ST', 'N3', 'SE', 'GE', 'IEA'])
  })

  test('two interchanges in one file are split, each by its own separators', () => {
    const other = good.replaceAll('*', '|').replaceAll('~', '!')
    const cuts = splitInterchanges(`${good}${other}`)
    expect(cuts?.map(({ separators }) => separators.element)).toEqual(['*', '|'])
    expect(cuts?.map(({ segments }) => segments.length)).toEqual([17, 17])
    expect(splitInterchanges('Customer Code,Customer PO')).toBeUndefined()
    expect(splitInterchanges('')).toBeUndefined()
  })
})
