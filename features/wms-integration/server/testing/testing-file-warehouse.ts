import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitInterchanges, type Segment, writeInterchange } from '#features/edi/x12.ts'

/** A date and time in X12 form. */
export type X12Moment = { date: string; time: string }

const morning: X12Moment = { date: '20260302', time: '1100' }

/** The other side of a file exchange: a warehouse that reads our `out` and writes to `in`. */
export function fileWarehouse(root: string, clock: () => X12Moment = () => morning) {
  const { writeFile, writeSet } = inboxWriters(root, clock)
  const outbox = () => {
    const folder = join(root, 'out')
    const names = existsSync(folder) ? readdirSync(folder) : []
    return names
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((name) => ({
        name,
        cut: splitInterchanges(readFileSync(join(folder, name), 'utf8'))?.[0],
      }))
  }
  /** The sets of one kind in `out`, each as its segments. */
  const found = (id: string): Segment[][] =>
    outbox().flatMap(({ cut }) => {
      const segments = cut?.segments ?? []
      const at = segments.findIndex(([name, set]) => name === 'ST' && set === id)
      return at < 0 ? [] : [segments.slice(at + 1)]
    })
  const orders = (): string[][] => found('940').map((set) => [set[0]?.[1] ?? '', set[0]?.[2] ?? ''])
  const ship = (...told: FileArguments<typeof shipmentSet>): string =>
    writeSet('SW', '945', shipmentSet(clock().date, ...told))
  const receive = (...told: FileArguments<typeof receiptSet>): string =>
    writeSet('RE', '944', receiptSet(clock().date, ...told))
  const count = (...told: Parameters<typeof countSet>): string =>
    writeSet('IB', '846', countSet(...told))
  /** Sends a 997 that accepts one of our files. */
  const accept = (group: string, number: string, set: string): string =>
    writeSet('FA', '997', [
      ['AK1', group, String(Number(number))],
      ['AK2', set, '0001'],
      ['AK5', 'A'],
      ['AK9', 'A', '1', '1', '1'],
    ])
  /** Sends a 997 that rejects one of our files. */
  const refuse = (group: string, number: string, set: string): string =>
    writeSet('FA', '997', [
      ['AK1', group, String(Number(number))],
      ['AK2', set, '0001'],
      ['AK3', 'W66', '7', '', '8'],
      ['AK5', 'R', '5'],
      ['AK9', 'R', '1', '1', '0'],
    ])
  const filesIn = (folder: 'in' | 'out' | 'done' | 'failed') =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
  const read = { outbox, found, orders, filesIn, ...readersOf(outbox, found) }
  return {
    ...read,
    now: clock,
    writeSet,
    writeFile,
    ship,
    receive,
    count,
    accept,
    refuse,
  }
}

/** Writes files into `in` as the warehouse does: any text, or one X12 set. */
function inboxWriters(root: string, clock: () => X12Moment) {
  let control = 700
  const writeFile = (name: string, text: string) => {
    // A folder that other users can access is refused.
    mkdirSync(join(root, 'in'), { recursive: true, mode: 0o700 })
    writeFileSync(join(root, 'in', name), text)
  }
  const writeSet = (functionalId: string, id: string, segments: readonly Segment[]): string => {
    control += 1
    const { text } = writeInterchange(
      {
        sender: { qualifier: 'ZZ', id: 'WMS' },
        receiver: { qualifier: 'ZZ', id: 'PRIZM' },
        at: clock(),
        control,
        usage: 'P',
      },
      { functionalId, sets: [{ id, segments }] },
    )
    writeFile(`${control}.edi`, text)
    return text
  }
  return { writeFile, writeSet }
}

/** The parameters of a set builder without the day. */
type FileArguments<Write> = Write extends (day: string, ...told: infer Rest) => unknown
  ? Rest
  : never

type OutboundInterchange = NonNullable<ReturnType<typeof splitInterchanges>>[number]

/** Reads our files in `out` as the warehouse staff would. */
function readersOf(
  outbox: () => { name: string; cut: OutboundInterchange | undefined }[],
  found: (id: string) => Segment[][],
) {
  /** The units by SKU of the last 940 or 943 with a number; empty if it was cancelled. */
  const unitsOf = (id: string, number: string): Record<string, number> => {
    const own = found(id).filter((set) => set[0]?.[2] === number)
    const set = own.at(-1) ?? []
    if (set[0]?.[1] === 'F') return {}
    const unit = id === '940' ? 'W01' : 'W04'
    return Object.fromEntries(
      set.filter(([name]) => name === unit).map((line) => [line[5] ?? '', Number(line[1])]),
    )
  }
  const toShip = (number: string) => unitsOf('940', number)
  const toReceive = (number: string) => unitsOf('943', number)
  /** Our cancellations, with the values a 997 needs to acknowledge them. */
  const cancels = () =>
    outbox().flatMap(({ cut }) => {
      const segments = cut?.segments ?? []
      const set = segments.find(([name]) => name === 'ST')?.[1] ?? ''
      const isCancel = segments.some(([name = '', way]) => /^W0[56]$/.test(name) && way === 'F')
      const control = cut?.isa[13] ?? ''
      return isCancel ? [{ set, control, group: set === '940' ? 'OW' : 'AR' }] : []
    })
  return { toShip, toReceive, cancels }
}

export type FileWarehouse = ReturnType<typeof fileWarehouse>

type Line = { sku: string; ordered: number; shipped: number; code?: string; lineNo?: number }

function shipmentSet(
  day: string,
  ...[orderNumber, shipmentId, lines]: [string, string, readonly Line[]]
): Segment[] {
  return [
    ['W06', 'F', orderNumber, day, shipmentId],
    ['N1', 'WH', 'MAIN WAREHOUSE', '92', 'WH1'],
    ['N9', '2I', `1Z-${shipmentId}`],
    ['G62', '17', '20260305'],
    ['W27', 'M', 'UPSN', 'UPS GROUND', 'PP'],
    ...lines.flatMap(({ sku, ordered, shipped, code = 'CC', lineNo = 1 }, index): Segment[] => [
      ['LX', String(index + 1)],
      [
        'W12',
        code,
        String(ordered),
        String(shipped),
        String(ordered - shipped),
        'EA',
        '',
        'VN',
        sku,
      ],
      ['N9', 'LI', String(lineNo)],
    ]),
    ['W03', String(lines.reduce((sum, { shipped }) => sum + shipped, 0))],
  ]
}

type Received = { sku: string; quantity: number; damaged?: number }

function receiptSet(
  day: string,
  ...[orderNumber, receiptId, { sku, quantity, damaged = 0 }]: [string, string, Received]
): Segment[] {
  return [
    ['W17', 'F', day, receiptId, orderNumber],
    ['N1', 'WH', 'MAIN WAREHOUSE', '92', 'WH1'],
    ['W07', String(quantity), 'EA', '', 'VN', sku],
    ['N9', 'LI', '1'],
    ...(damaged > 0 ? [['W13', String(damaged), 'EA', '01']] : []),
    ['W14', String(quantity)],
  ]
}

function countSet(id: string, asOf: string, levels: Readonly<Record<string, number>>): Segment[] {
  const [date = '', time = ''] = asOf.split(' ')
  return [
    ['BIA', '00', 'SI', id, date, time],
    ...Object.entries(levels).flatMap(([sku, units], index): Segment[] => [
      ['LIN', String(index + 1), 'VN', sku],
      ['QTY', '17', String(units), 'EA'],
    ]),
    ['CTT', String(Object.keys(levels).length)],
  ]
}
