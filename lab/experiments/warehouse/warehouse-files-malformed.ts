import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeText } from '#features/edi/server/mailbox/mailbox.ts'
import { hashOf } from '#features/wms-integration/server/runs/message-log.ts'
import { fileWarehouse } from '#features/wms-integration/server/testing/testing-file-warehouse.ts'
import type { Chance } from '../../seeded-random.ts'
import { removeAtEnd } from '../../nodes/child-processes.ts'
import type { Experiment } from '../../experiment.ts'
import {
  withFileWarehouse,
  type FileScenario,
  type PlacedOrder,
  createReleasedOrders,
  runJob,
  waitForImport,
} from '../../nodes/file-warehouse-scenario.ts'
import { count } from '../../nodes/count-rows.ts'

const perOrder = 3

/**
 * P20 with a warehouse that exchanges X12 files: malformed files are stored with a hash, reported
 * and harmless; their valid parts and later files are not lost.
 */
export const warehouseFilesMalformed: Experiment = {
  row: 'P20',
  promise: 'files malformed',
  needsPostgres: true,
  run: (lab, findings) => withFileWarehouse(lab, findings, { row: 'P20', play }),
}

type Mutation = (text: string, chance: Chance) => string | Buffer

const values = [
  '',
  '-7',
  '0',
  '1.5',
  '1E308',
  '2147483648',
  'X',
  '20260230',
  '99991231',
  '*',
  '\u0000',
]

const at = (text: string, chance: Chance) => chance.between(0, text.length - 1)

/** Replaces one element of one segment inside the envelope. */
function anElement(text: string, chance: Chance, value: string): string {
  const segments = text.split('~')
  const index = chance.between(2, segments.length - 4)
  const elements = (segments[index] ?? '').split('*')
  elements[chance.between(1, Math.max(1, elements.length - 1))] = value
  segments[index] = elements.join('*')
  return segments.join('~')
}

/** Changes the segments inside the envelope. */
function segmentsOf(text: string, change: (body: string[]) => string[]): string {
  const segments = text.split('~')
  const body = segments.slice(3, -4)
  return [...segments.slice(0, 3), ...change(body), ...segments.slice(-4)].join('~')
}

/** All ways to corrupt a file. */
const mutations: Readonly<Record<string, Mutation>> = {
  truncated: (text, chance) => text.slice(0, at(text, chance)),
  swapped: (text, chance) => {
    const place = chance.between(0, text.length - 2)
    const [one = '', two = ''] = [text[place], text[place + 1]]
    return text.slice(0, place) + two + one + text.slice(place + 2)
  },
  'with another value': (text, chance) => anElement(text, chance, chance.oneOf(values)),
  'with NUL': (text, chance) => anElement(text, chance, `A${String.fromCharCode(0)}B`),
  'with bytes of no letter': (text, chance) => {
    const bytes = Buffer.from(text)
    bytes[chance.between(106, bytes.length - 1)] = 0xff
    return bytes
  },
  'with an unknown SKU': (text) => text.replaceAll(/\*VN\*[^*~]+/g, '*VN*NO-SUCH-SKU'),
  'with too many units': (text) => text.replaceAll(/\*3\*(EA|0\*EA)/g, '*2147483648*$1'),
  'with less than no units': (text) => text.replaceAll(/\*3\*/g, '*-3*'),
  'with a segment twice': (text, chance) =>
    segmentsOf(text, (body) => {
      const place = chance.between(0, body.length - 1)
      return [...body.slice(0, place), body[place] ?? '', ...body.slice(place)]
    }),
  'without a segment': (text, chance) =>
    segmentsOf(text, (body) => body.toSpliced(chance.between(0, body.length - 1), 1)),
  'with its segments shuffled': (text, chance) =>
    segmentsOf(text, (body) => chance.some(body, body.length)),
  'with a wrong number': (text) => text.replace(/IEA\*1\*\d+/, 'IEA*1*000000001'),
  'with a wrong number of segments': (text) => text.replace(/SE\*\d+/, 'SE*99'),
  'for somebody else': (text) => text.replace('ZZ*PRIZM ', 'ZZ*OTHER '),
  'from somebody else': (text) => text.replace('ZZ*WMS   ', 'ZZ*OTHER '),
  'of another set': (text) => text.replace(/ST\*\d{3}/, 'ST*947'),
  'of a day that is none': (text) => text.replaceAll(/\*2026\d{4}\*/g, '*20260230*'),
  'from the future': (text) => text.replaceAll(/\*2026\d{4}\*/g, '*20990101*'),
  'very long': (text) => text.replace(/N1\*WH\*[^*~]*/, `N1*WH*${'X'.repeat(900_000)}`),
  'too large': (text) => text.padEnd(10 * 1024 * 1024 + 1, ' '),
  'in JSON': () => '{"type":"shipment.created","data":{}}',
  empty: () => '',
}

async function play(stage: FileScenario): Promise<void> {
  const { lab, world, warehouse, findings, root, setClock } = stage
  setClock(new Date(Date.now() - 5 * 60_000))
  const many = lab.isNightly ? 2000 : 220
  const names = Object.keys(mutations)
  const orders = await createReleasedOrders(world, { many: many + 1, perOrder })
  await runJob(world, 'orders')
  // Valid files in a separate folder, from which the corrupted ones are made.
  const aside = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-aside-')))
  const scratch = fileWarehouse(aside, warehouse.now)
  for (let n = 0; n < many; n++) {
    const chance = lab.chance.fork(n)
    const name = names[n % names.length] ?? ''
    const right = rightFile(scratch, orders[n] as PlacedOrder, chance)
    writeFileSync(join(root, 'in', `bad-${n}.edi`), mutations[name]?.(right, chance) ?? '')
  }
  const last = orders.at(-1) as PlacedOrder
  const good = [{ sku: last.sku, ordered: perOrder, shipped: perOrder }]
  warehouse.writeFile('good.edi', scratch.ship(last.number, 'GOOD', good))
  findings.expect(await waitForImport(stage, 300_000), 'not every file was taken or put aside')
  const shipped = `select count(*) from sales_orders where status = 'shipped' and order_number = $1`
  findings.equal('the good file behind them', await count(world, shipped, [last.number]), 1)
  await evaluate(stage, many)
  await checkValidLines(stage, last.sku)
}

type Scratch = ReturnType<typeof fileWarehouse>

function rightFile(scratch: Scratch, { number, sku }: PlacedOrder, chance: Chance): string {
  const { date, time } = scratch.now()
  const lines = [{ sku, ordered: perOrder, shipped: perOrder }]
  const kinds = [
    () => scratch.ship(number, `S-${number}`, lines),
    () => scratch.receive(`PO-${number}`, `R-${number}`, { sku, quantity: perOrder }),
    () => scratch.count(`C-${number}`, `${date} ${time}`, { [sku]: 1_000_000 }),
  ]
  return chance.oneOf(kinds)()
}

type Reason = { reason: string }

/** Each file was imported whole, or stored and reported with its hash without any posting. */
async function evaluate(
  { world, warehouse, findings, root }: FileScenario,
  many: number,
): Promise<void> {
  const { rows: problems } = await world.database.query<Reason>('select reason from wms_problems')
  const told = problems.map(({ reason }) => reason).join('\n')
  const { rows: kept } = await world.database.query<{ sha256: string }>(
    `select sha256 from wms_messages where kind = 'file' and status = 'rejected'`,
  )
  const hashes = new Set(kept.map(({ sha256 }) => sha256))
  const failed = warehouse.filesIn('failed')
  const faults: string[] = []
  for (const name of failed) {
    const text = decodeText(readFileSync(join(root, 'failed', name)))
    const isTooLarge = text.length > 10 * 1024 * 1024
    const isTold = told.includes(hashOf(text)) && hashes.has(hashOf(text))
    if (!isTold && !isTooLarge) faults.push(`${name} was put aside and nobody was told`)
  }
  findings.none('files put aside', faults)
  const isSilent = (text: string, name: string) =>
    count(world, text).then((n) => findings.equal(name, n, 0))
  await isSilent(
    `select count(*) from edi_documents d join edi_interchanges i on i.id = d.interchange_id
     where i.direction = 'in' and d.state = 'rejected' and not exists (
       select from wms_problems p where position(d.reason in p.reason) > 0)`,
    'sets refused and not told',
  )
  await isSilent(
    `select count(*) from wms_imports i
     where i.state in ('failed', 'partial') and not exists (
       select from wms_problems p where p.import_id = i.id)`,
    'events refused and not told',
  )
  await isSilent(
    `select count(*) from sales_orders o
     join edi_documents d on d.reference = 'S-' || o.order_number and d.state = 'rejected'
     where o.status <> 'processing'`,
    'orders moved by a set that was refused',
  )
  const taken = await count(world, `select count(*) from wms_imports where state = 'applied'`)
  findings.expect(failed.length > many / 4, `only ${failed.length} of ${many} were put aside`)
  findings.note(`${many} broken files of ${Object.keys(mutations).length} kinds`)
  findings.note(`${failed.length} put aside, ${kept.length} kept with their hash, ${taken} applied`)
}

/** Bad lines of a count are skipped; the good ones are applied. */
async function checkValidLines(stage: FileScenario, sku: string): Promise<void> {
  const { world, warehouse, findings, setClock } = stage
  // Events dated in the future were recorded at import time, so date the count a minute later.
  setClock(new Date(Date.now() + 60_000))
  const { date, time } = warehouse.now()
  warehouse.writeSet('IB', '846', [
    ['BIA', '00', 'SI', 'MIXED', date, time],
    ['LIN', '1', 'VN', 'NO-SUCH'],
    ['QTY', '17', '5', 'EA'],
    ['LIN', '2', 'VN', sku],
    ['QTY', '17', '777', 'EA'],
    ['CTT', '2'],
  ])
  findings.expect(await waitForImport(stage, 60_000), 'the last count was not taken')
  const have = await count(world, 'select current_stock from skus where sku = $1', [sku])
  findings.equal('what the good line of a count says', have, 777)
}
