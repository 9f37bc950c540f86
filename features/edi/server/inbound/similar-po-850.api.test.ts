import { afterEach, beforeEach, expect, test } from 'vitest'
import { differentReplays } from '#features/order-entry/server/testing.ts'
import { responseSegments, sample, withControlNumber, withPartner } from '../testing.ts'

// An 850 whose PO an order has with other blanks or leading zeros: a person compares both.

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(async () => {
  expect(await edi.broken()).toEqual([])
  expect(await differentReplays(edi.prizm)).toEqual([])
  await edi.prizm.close()
})

const good = sample('850')
const withPo = (po: string, control: number) =>
  withControlNumber(good, control).replace('CPO-10045', po)
const ackCodes = (result: Awaited<ReturnType<typeof edi.take>>) =>
  responseSegments(result, '855')
    .filter((line) => line.startsWith('ACK'))
    .map((line) => line.split('*')[1])
const reservedWidgets = () => edi.query(`select reserved from skus where sku = 'WID-100'`)

test('it is placed on hold, and its 855 promises nothing', async () => {
  await edi.take(withPo('4711', 101))
  const [first] = await edi.orders()
  const similar = await edi.take(withPo('00 4711', 102))
  const reason = `PO 00 4711 is already used on ${String(first?.['number'])}, as 4711`
  expect(similar.orders).toMatchObject([{ state: 'held', reason }])
  expect(ackCodes(similar)).toEqual(['IH', 'IH', 'IH'])
  expect(await edi.orders()).toMatchObject([
    { po: '4711', status: 'pending', hold: null },
    { po: '00 4711', status: 'pending', hold: 'duplicate' },
  ])
  const [held] = await edi.query(
    `select hold_note as note from sales_orders where hold_reason = 'duplicate'`,
  )
  expect(held).toEqual({ note: reason })
  expect(await reservedWidgets()).toEqual([{ reserved: 48 }])
})

test('it is parked without stock if the customer says so', async () => {
  await edi.query(`update customers set duplicate_check = 'po'`)
  await edi.take(withPo('4711', 101))
  const [first] = await edi.orders()
  const similar = await edi.take(withPo('00 4711', 102))
  const reason = `PO 00 4711 is already used on ${String(first?.['number'])}`
  expect(similar.orders).toMatchObject([{ state: 'held', reason }])
  expect(await edi.orders()).toMatchObject([{ hold: null }, { hold: 'parked' }])
  expect(await reservedWidgets()).toEqual([{ reserved: 24 }])
})

test('a PO that differs by case alone is refused as a duplicate', async () => {
  await edi.take(withPo('po-4711', 101))
  const [first] = await edi.orders()
  const again = await edi.take(withPo('PO-4711', 102))
  const reason = `PO-4711 is a duplicate of ${String(first?.['number'])}`
  expect(again.orders).toMatchObject([{ state: 'refused', reason }])
  expect(responseSegments(again, '855')[0]).toMatch(/^BAK\*00\*RD\*PO-4711\*/)
  expect(await edi.orders()).toHaveLength(1)
})

test('of two spellings in one file the second is held, and an equal third refused', async () => {
  const set = /ST\*850[\s\S]*SE\*14\*0001~/.exec(good)?.[0] ?? ''
  const sets = ['4711', '004711', '004711'].map((po, index) =>
    set.replaceAll('*0001~', `*000${index + 1}~`).replace('CPO-10045', po),
  )
  // The third has another content, so that it is no set that was received already.
  const [, , third = ''] = sets
  const text = [...sets.slice(0, 2), third.replace('PO1*1*24', 'PO1*1*23')].join('\n')
  const all = await edi.take(good.replace(set, text).replace('GE*1*', 'GE*3*'))
  expect(all.orders).toMatchObject([
    { state: 'taken' },
    { state: 'held', reason: 'PO 004711 is already in this file, as 4711' },
    { state: 'refused', reason: '004711 is a duplicate within this file' },
  ])
  expect(await edi.orders()).toMatchObject([
    { po: '4711', hold: null },
    { po: '004711', hold: 'duplicate' },
  ])
})

test('a cancellation of another spelling cancels nothing and needs a person', async () => {
  await edi.take(withPo('4711', 101))
  const [first] = await edi.orders()
  const cancel = (po: string, control: number) =>
    edi.take(withPo(po, control).replace('BEG*00', 'BEG*01'))
  const reason = `The partner cancels 004711 (${String(first?.['number'])}, with PO 4711, pending)`
  expect((await cancel('004711', 102)).orders).toMatchObject([{ state: 'exception', reason }])
  expect(await edi.orders()).toMatchObject([{ status: 'pending' }])
  expect((await cancel('4711', 103)).orders).toMatchObject([{ state: 'cancelled' }])
  expect(await edi.orders()).toMatchObject([{ status: 'cancelled' }])
})

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

test.runIf(isPostgres)('the PO of an order that is being placed is a duplicate', async () => {
  const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
  const blocked = async () => (await edi.query(waits)).length
  const [cable] = await edi.query<{ id: number }>(`select id from skus where sku = 'CBL-300'`)
  const holder = await edi.prizm.database.pool.connect()
  await holder.query('begin')
  await holder.query(`select id from skus where sku = 'CBL-300' for no key update`)
  // Order Entry has locked the customer, and waits for the SKU.
  const items = [{ skuId: cable?.id, quantity: 1 }]
  const body = { customerId: edi.customer.id, customerPO: '4711', items }
  const placing = edi.prizm.call('POST', '/api/orders/create', { as: edi.as, body })
  await expect.poll(blocked).toBe(1)
  const receiving = edi.take(withPo('4711', 101))
  await expect.poll(blocked).toBe(2)
  await holder.query('commit')
  holder.release()
  const placed = await placing
  expect(placed.statusCode, placed.body).toBe(201)
  const number = placed.json().order.orderNumber as string
  const reason = `4711 is a duplicate of ${number}`
  expect((await receiving).orders).toMatchObject([{ state: 'refused', reason }])
  expect(await edi.orders()).toMatchObject([{ number, po: '4711', source: 'web' }])
})
