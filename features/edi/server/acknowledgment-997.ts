import type { ValidatedGroup, ValidatedSet } from '../x12-interchange-validation.ts'
import type { Segment, OutboundSet } from '../x12.ts'

/** Builds the 997 of a group, with an entry for each of its sets. */
export function buildAcknowledgment997(group: ValidatedGroup): OutboundSet {
  const { functionalId, control, codes, sets } = group
  const isRefused = codes.length > 0
  const acceptedCount = isRefused ? 0 : sets.filter((set) => set.codes.length === 0).length
  const groupStatus =
    isRefused || acceptedCount === 0 ? 'R' : acceptedCount === sets.length ? 'A' : 'P'
  return {
    id: '997',
    segments: [
      ['AK1', functionalId, control],
      ...sets.flatMap((set) => setSegments(set, isRefused)),
      [
        'AK9',
        groupStatus,
        String(group.declaredCount),
        String(sets.length),
        String(acceptedCount),
        ...codes.slice(0, 5),
      ],
    ],
  }
}

const maxErrors = 99

function setSegments({ id, control, codes, errors }: ValidatedSet, isRefused: boolean): Segment[] {
  const isAccepted = codes.length === 0 && !isRefused
  return [
    ['AK2', id.padEnd(3, '0').slice(0, 3), control.padStart(4, '0').slice(0, 9)],
    ...errors
      .slice(0, maxErrors)
      .flatMap((error): Segment[] => [
        ['AK3', error.id.slice(0, 3), String(error.at), '', error.code],
        ...error.elements
          .slice(0, maxErrors)
          .map(({ at: position, ref, code, value }) => [
            'AK4',
            String(position),
            ref,
            code,
            value.slice(0, 99),
          ]),
      ]),
    isAccepted ? ['AK5', 'A'] : ['AK5', 'R', ...codes],
  ]
}

/** Builds a TA1: the ISA13, date and time of an interchange, and whether it was accepted. */
export function ta1Of(isa: Segment, code: string): Segment {
  return [isa[13] ?? '', isa[9] ?? '', isa[10] ?? '', code === '000' ? 'A' : 'R', code]
}

/** A partner's acknowledgment of one of our groups. */
export type PartnerAcknowledgment = {
  functionalId: string
  group: string
  /** True if the group was accepted at least in part; `codes` are those of AK9. */
  isGroupAccepted: boolean
  codes: string[]
  sets: { id: string; control: string; isSetAccepted: boolean; codes: string[] }[]
}

const acceptedCodes = new Set(['A', 'E'])

/** Reads a valid 997. A group without sets was accepted or rejected as a whole. */
export function readAcknowledgment997(segments: readonly Segment[]): PartnerAcknowledgment {
  const acknowledged: PartnerAcknowledgment = {
    functionalId: '',
    group: '',
    isGroupAccepted: false,
    codes: [],
    sets: [],
  }
  let current: PartnerAcknowledgment['sets'][number] | undefined
  for (const [id, ...values] of segments) {
    const [first = '', second = ''] = values
    if (id === 'AK1') Object.assign(acknowledged, { functionalId: first, group: second })
    if (id === 'AK2') {
      current = { id: first, control: second, isSetAccepted: false, codes: [] }
      acknowledged.sets.push(current)
    }
    if (id === 'AK3') current?.codes.push(`AK3 ${first} ${second}: ${values[3] ?? ''}`)
    if (id === 'AK4')
      current?.codes.push(`AK4 ${first}: ${values[2] ?? ''} ${values[3] ?? ''}`.trim())
    if (id === 'AK5' && current) {
      current.isSetAccepted = acceptedCodes.has(first)
      current.codes.push(...values.slice(1).map((code) => `AK5 ${code}`))
      current = undefined
    }
    if (id === 'AK9') {
      acknowledged.isGroupAccepted = acceptedCodes.has(first) || first === 'P'
      acknowledged.codes = values.slice(4).map((code) => `AK9 ${code}`)
    }
  }
  return acknowledged
}

/** Explanations of the TA1 codes, for the user who has to correct the file. */
export const ta1Texts: ReadonlyMap<string, string> = new Map([
  ['001', 'The control number at the end (IEA02) differs from the start (ISA13)'],
  ['004', 'The segment terminator is not valid'],
  ['005', 'The qualifier of the sender is unknown'],
  ['006', 'The sender is unknown'],
  ['007', 'The qualifier of the receiver is unknown'],
  ['009', 'The receiver ID is not ours'],
  ['014', 'The date of the interchange is not valid'],
  ['015', 'The time of the interchange is not valid'],
  ['017', 'Only version 00401 is supported'],
  ['018', 'The control number of the interchange is not valid'],
  ['019', 'The acknowledgment request (ISA14) is not valid'],
  ['020', 'A test file arrived where production is agreed, or vice versa'],
  ['021', 'The number of groups (IEA01) is wrong'],
  ['022', 'Groups and sets are nested incorrectly'],
  ['023', 'The file ends unexpectedly'],
  ['024', 'There is unexpected data between the groups'],
  ['025', 'This control number has already been received'],
  ['026', 'The element separator is not valid'],
  ['027', 'The component separator is not valid'],
])
