import type { Chance } from '../../seeded-random.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { orderOf } from '../../staff/place-orders.ts'
import { eventOf, publishEvent, webhookSecret } from '../../nodes/simulated-warehouse.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

/**
 * P20: malformed messages are stored, acknowledged and harmless; their valid parts are not lost.
 */
export const warehouseMalformed: Experiment = {
  row: 'P20',
  promise: 'warehouse malformed',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(
      lab,
      findings,
      { row: 'P20', env: { WMS_WEBHOOK_SECRET: webhookSecret } },
      async (world) => {
        await mutants(lab, world, findings)
        await checkValidLines(world, findings)
      },
    ),
}

type KnownRecords = { sku: string; orderNumber: string }

async function createKnownRecords(world: TestSystem): Promise<KnownRecords> {
  const [customerId, skuId] = [await createCustomer(world), await createSku(world)]
  const body = { customerId, items: [{ skuId, quantity: 50 }] }
  const answer = await world.call({ method: 'POST', path: '/api/orders/create', body })
  const order = orderOf(answer)
  if (!order) throw new Error(answer.text.slice(0, 200))
  await world.must({ method: 'POST', path: `/api/sales-orders/${order.id}/process` })
  const { sku } = await world.must({ method: 'GET', path: `/api/skus/${skuId}` })
  return { sku: String(sku), orderNumber: order.orderNumber }
}

const moment = () => new Date().toISOString()

/** A valid event, from which the malformed ones are made. */
function rightEvent({ sku, orderNumber }: KnownRecords, chance: Chance, n: number): string {
  const lines = [{ sku, quantity: 1, lineNo: 1 }]
  const kinds = [
    () =>
      eventOf('shipment.created', {
        shipmentId: `S-${n}`,
        orderNumber,
        shippedAt: moment(),
        lines,
      }),
    () =>
      eventOf('receipt.created', { receiptId: `R-${n}`, orderNumber, receivedAt: moment(), lines }),
    () => eventOf('stock.moved', { movementId: `M-${n}`, sku, delta: 1, occurredAt: moment() }),
    () =>
      eventOf('inventory.snapshot', {
        snapshotId: `C-${n}`,
        asOf: moment(),
        lines: [{ sku, onHand: 1_000_000 }],
      }),
  ]
  return chance.oneOf(kinds)()
}

type Mutation = (body: string, chance: Chance) => string

const values = ['null', '-1', '0', '1.5', '1e308', '1e999', '"1"', '[]', '{}', 'true', '""', '"x"']

/** All ways to corrupt a message. */
const mutations: Readonly<Record<string, Mutation>> = {
  truncated: (body, chance) => body.slice(0, chance.between(0, body.length - 1)),
  swapped: (body, chance) => {
    const at = chance.between(0, body.length - 2)
    return body.slice(0, at) + (body[at + 1] ?? '') + (body[at] ?? '') + body.slice(at + 2)
  },
  'of another type': (body, chance) =>
    replaceOne(body, /"(?:[a-zA-Z]+)":("[^"]*"|-?\d+)/g, chance, chance.oneOf(values)),
  'with NUL': (body, chance) =>
    replaceOne(body, /:("[^"]*")/g, chance, JSON.stringify(`a${String.fromCharCode(0)}b`)),
  'with a lone surrogate': (body, chance) => replaceOne(body, /:("[^"]*")/g, chance, '"\\ud800"'),
  'with an unknown SKU': (body) => body.replace(/"sku":"[^"]*"/, '"sku":"NO-SUCH-SKU"'),
  'with too many units': (body) => body.replace(/"(quantity|delta|onHand)":\d+/, '"$1":2147483648'),
  'with no units': (body) => body.replace(/"(quantity|delta|onHand)":\d+/, '"$1":-7'),
  'with a key twice': (body) => body.replace('"data":{', '"data":{"sku":1,"sku":[],'),
  'with a prototype': (body) => body.replace('"data":{', '"data":{"__proto__":{"a":1},'),
  'very deep': () => `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'very long': (body) => body.replace('"data":{', `"data":{"note":"${'x'.repeat(900_000)}",`),
  'of no known type': (body) => body.replace(/"type":"[^"]*"/, '"type":"goods.vanished"'),
  'with a senseless moment': (body) => body.replaceAll(/20\d\d-\d\d-\d\dT/g, '2026-02-30T'),
  'from the future': (body) => body.replaceAll(/"(asOf|occurredAt)":"2\d{3}/g, '"$1":"2099'),
  'not JSON': () => 'ISA*00*          *00*',
  empty: () => '',
}

function replaceOne(body: string, pattern: RegExp, chance: Chance, value: string): string {
  const found = [...body.matchAll(pattern)]
  if (found.length === 0) return body
  const match = chance.oneOf(found)
  const old = match[1] ?? ''
  const at = match.index + match[0].length - old.length
  return body.slice(0, at) + value + body.slice(at + old.length)
}

async function mutants(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const place = await createKnownRecords(world)
  const names = Object.keys(mutations)
  const many = lab.isNightly ? 2000 : 510
  const answers = []
  const faults: string[] = []
  for (let n = 0; n < many; n++) {
    const chance = lab.chance.fork(n)
    const name = names[n % names.length] ?? ''
    const body = mutations[name]?.(rightEvent(place, chance, n), chance) ?? ''
    const before = await effects(world)
    const answer = await publishEvent(world.turn(), `evt-${n}`, body)
    answers.push(answer)
    const isTaken = answer.status === 200 && /applied|partial/.test(String(answer.body['status']))
    const changed = (await effects(world)) - before
    if (![200, 400, 413, 422].includes(answer.status)) faults.push(`${name}: ${answer.status}`)
    if (!isTaken && changed !== 0) faults.push(`${name}: refused, and something was recorded`)
  }
  findings.note(`${many} broken messages of ${names.length} kinds: ${tally(answers)}`)
  findings.none('broken messages', faults)
  const refused = answers.filter(({ status }) => status === 422 || status === 400).length
  const kept = await count(
    world,
    `select count(*) from wms_messages where status = 'rejected' and length(sha256) = 64`,
  )
  // Identical messages are one problem with a count of attempts.
  const told = await count(
    world,
    `select coalesce(sum(attempts), 0) from wms_problems where kind = 'import'`,
  )
  findings.note(`${kept} kept with their hash, ${told} problems told`)
  findings.expect(kept >= refused, `${refused} refused and ${kept} kept`)
  findings.expect(told >= refused, `${refused} refused and ${told} told`)
  const tooLong = eventOf('ping', { note: 'x'.repeat(10 * 1024 * 1024) })
  findings.equal('10 MiB', (await publishEvent(world.turn(), 'evt-huge', tooLong)).status, 413)
}

/** The number of effects of messages: movements, shipments and receipts. */
function effects(world: TestSystem): Promise<number> {
  return count(
    world,
    `select (select count(*) from stock_moves) + (select count(*) from shipments)
          + (select count(*) from receipts) + (select count(*) from journal_entries)`,
  )
}

/** Bad lines of a count are skipped; the good ones are applied. */
async function checkValidLines(world: TestSystem, findings: Findings): Promise<void> {
  const { sku } = await createKnownRecords(world)
  const bad = [{ sku, onHand: 'many' }, { onHand: 5 }, null, { sku: 'NO-SUCH', onHand: 5 }, 7]
  const lines = [...bad, { sku, onHand: 777 }]
  const data = { snapshotId: 'MIXED', asOf: moment(), lines }
  const answer = await publishEvent(world.turn(), 'evt-mixed', eventOf('inventory.snapshot', data))
  findings.equal('a count with bad lines', answer.body['status'], 'partial')
  const there = await count(world, 'select current_stock from skus where sku = $1', [sku])
  findings.equal('what its good line says', there, 777)
}
