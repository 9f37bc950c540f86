import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { formatDay } from '#platform/kernel/days.ts'
import type { ImportedOrder } from '../../contract.ts'
import { differentReplays } from '../testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  await prizm.builders.customer({ customerCode: 'C-1', creditLimit: '10000.00', address: 'Here' })
  await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const head = 'Customer Code,Customer PO,SKU Code,Quantity,Shipping Address,Shipping Method,Notes\n'

async function importFile(text: string, query: Record<string, string> = {}) {
  const answer = await prizm.app.inject({
    method: 'POST',
    url: '/api/orders/import',
    query,
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: text,
  })
  return (answer.json() as { orders: ImportedOrder[] }).orders
}

const fatesOf = async (text: string, query: Record<string, string> = {}) =>
  (await importFile(text, query)).map(({ fate, orderNumber }) => [fate, orderNumber])
const listed = async () => (await prizm.call('GET', '/api/sales-orders?sort=id', { as })).json()
const cancel = (id: number) =>
  prizm.call('POST', `/api/sales-orders/${id}/cancel`, { as, body: { reason: 'Twice' } })
/** Deletes the stored idempotency answers, which otherwise expire after a week. */
const forgetAnswers = () => prizm.database.pool.query('delete from idempotency_keys')

test('rows of one PO with two ship-tos, methods or notes are errors that show both', async () => {
  const text = [
    'C-1,P-1,BOLT,1,Dock 4,freight,Call first',
    'C-1,P-1,BOLT,2,,,',
    'c-1,p-1,BOLT,3,Dock 9,express,Ring',
    'C-1,P-2,BOLT,4,Dock 9,,',
  ].join('\n')
  for (const dryRun of ['true', 'false']) {
    const [first, second] = await importFile(head + text, { dryRun })
    expect(first).toMatchObject({ rows: [2, 3, 4], fate: 'wrong', orderNumber: null })
    expect(first?.errors).toEqual([
      {
        row: 4,
        field: 'shippingAddress',
        message: 'Row 2 of this order has Dock 4, but this row has Dock 9',
      },
      {
        row: 4,
        field: 'shippingMethod',
        message: 'Row 2 of this order has freight, but this row has express',
      },
      {
        row: 4,
        field: 'notes',
        message: 'Row 2 of this order has Call first, but this row has Ring',
      },
    ])
    expect(second?.fate).toBe('create')
  }
  expect(await listed()).toMatchObject([{ customerPO: 'P-2', shippingAddress: 'Dock 9' }])
})

test.each(['P-1', ''])(
  'after a cancellation the dry run and the import both create the order of PO %j',
  async (po) => {
    const text = `${head}C-1,${po},BOLT,1,,,\n`
    await importFile(text)
    const [first] = await listed()
    expect(await fatesOf(text, { dryRun: 'true' })).toEqual([['exists', first.orderNumber]])
    expect(await fatesOf(text)).toEqual([['exists', first.orderNumber]])
    expect((await cancel(first.id)).statusCode).toBe(200)
    expect(await fatesOf(text, { dryRun: 'true' })).toEqual([['create', null]])
    expect(await fatesOf(text)).toEqual([['create', expect.stringMatching(/^SO-/)]])
    const [, second] = await listed()
    expect(await fatesOf(text, { dryRun: 'true' })).toEqual([['exists', second.orderNumber]])
    expect(await fatesOf(text)).toEqual([['exists', second.orderNumber]])
    expect((await listed()).map(({ status }: { status: string }) => status)).toEqual([
      'cancelled',
      'pending',
    ])
    expect(await brokenInvariants()).toEqual([])
  },
)

test('a dry run decides each order after the ones before it, like the import', async () => {
  const text = `${head}C-1,P-1,BOLT,30,,,\nC-1,P-2,BOLT,30,,,\nC-1,P-3,BOLT,20,,,\n`
  const fates = ['create', 'refused', 'create']
  const checked = await importFile(text, { dryRun: 'true' })
  expect(checked.map(({ fate }) => fate)).toEqual(fates)
  expect(checked[1]?.errors).toEqual([
    { row: 3, field: 'quantity', message: '10 short, 20 available' },
  ])
  expect((await importFile(text)).map(({ fate }) => fate)).toEqual(fates)
})

const onDay = (day: string) => {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
}
const daysOf = async () =>
  (await listed()).map(({ orderDate, customerPO }: Record<string, string>) => [
    orderDate,
    customerPO,
  ])

test('the same file on day 8 creates no duplicates, and reports so', async () => {
  const text = `${head}C-1,,BOLT,1,,,\nC-1,P-2,BOLT,1,,,\n`
  const made = await importFile(text)
  onDay('2026-03-09')
  await forgetAnswers()
  const numbers = made.map(({ orderNumber }) => ['repeat', orderNumber])
  expect(await fatesOf(text, { dryRun: 'true' })).toEqual(numbers)
  expect(await fatesOf(text)).toEqual(numbers)
  expect(await daysOf()).toEqual([
    ['2026-03-02', null],
    ['2026-03-02', 'P-2'],
  ])
})

test.each([
  ['', 'The same order was imported on 3/2/2026. Choose to create it again or not'],
  ['P-1', 'This customer PO was ordered on 3/2/2026. Choose to create it again or not'],
])('the same standing order on day 2, PO %j, is not dropped silently', async (po, message) => {
  const text = `${head}C-1,${po},BOLT,2,,,\n`
  const [made] = await importFile(text)
  expect(await fatesOf(text)).toEqual([['exists', made?.orderNumber]])
  onDay('2026-03-03')
  for (const dryRun of ['true', 'false']) {
    expect(await importFile(text, { dryRun })).toMatchObject([
      { fate: 'repeat', orderNumber: made?.orderNumber, canRepeat: true, says: message },
    ])
  }
  expect(await fatesOf(text, { leave: '2' })).toEqual([['left', null]])
  expect(await fatesOf(text, { again: '2', dryRun: 'true' })).toEqual([['create', null]])
  const [second] = await importFile(text, { again: '2' })
  expect(second).toMatchObject({ fate: 'create', total: expect.any(String) })
  // On the same day the order exists; on the next day it counts as a standing order again.
  expect(await fatesOf(text)).toEqual([['exists', second?.orderNumber]])
  expect(await daysOf()).toEqual([
    ['2026-03-02', po || null],
    ['2026-03-03', po || null],
  ])
  onDay('2026-03-09')
  expect(await fatesOf(text)).toEqual([['repeat', second?.orderNumber]])
  expect(await listed()).toHaveLength(2)
  expect(await brokenInvariants()).toEqual([])
})

test('an order without a PO is not the one whose customer PO is the word null', async () => {
  await importFile(`${head}C-1,null,BOLT,1,,,\n`)
  const text = `${head}C-1,null,BOLT,1,,,\nC-1,,BOLT,2,,,\n`
  expect((await importFile(text)).map(({ fate }) => fate)).toEqual(['exists', 'create'])
  expect(await daysOf()).toEqual([
    ['2026-03-02', 'null'],
    ['2026-03-02', null],
  ])
})

test('an equal order of the same day exists, and is created again on request', async () => {
  const text = `${head}C-1,,BOLT,2,,,\n`
  const [made] = await importFile(text)
  const [again] = await importFile(text)
  const [order] = await listed()
  expect(again).toMatchObject({
    fate: 'exists',
    orderNumber: made?.orderNumber,
    canRepeat: true,
    says:
      `The same order was imported on ${formatDay(order.orderDate, 'en-US')}. ` +
      'Choose to create it again or not',
  })
  expect(await fatesOf(text, { again: '2', dryRun: 'true' })).toEqual([['create', null]])
  expect(await fatesOf(text, { again: '2' })).toEqual([['create', expect.any(String)]])
  expect(await listed()).toHaveLength(2)
  expect(await fatesOf(text)).toEqual([['exists', (await listed())[1].orderNumber]])
  expect(await brokenInvariants()).toEqual([])
})

/** Imports a file while Order Entry places one BOLT of C-1 under PO P-1; both results. */
async function whilePlacing(text: string, query: Record<string, string> = {}) {
  const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
  const blocked = async () => (await prizm.rows(waits)).length
  const [ids] = await prizm.rows(
    'select c.id as "customerId", s.id as "skuId" from customers c cross join skus s',
  )
  const holder = await prizm.database.pool.connect()
  await holder.query('begin')
  await holder.query('select id from skus for no key update')
  // Order Entry has locked the customer, and waits for the SKU.
  const items = [{ skuId: ids?.skuId, quantity: 1 }]
  const body = { customerId: ids?.customerId, customerPO: 'P-1', items }
  const placing = prizm.call('POST', '/api/orders/create', { as, body })
  await expect.poll(blocked).toBe(1)
  const importing = importFile(text, query)
  await expect.poll(blocked).toBe(2)
  await holder.query('commit')
  holder.release()
  const placed = await placing
  expect(placed.statusCode, placed.body).toBe(201)
  return { number: placed.json().order.orderNumber as string, imported: await importing }
}

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('of an order placed meanwhile', () => {
  test('the customer PO is seen, also with other blanks', async () => {
    const text = `${head}C-1,P-1,BOLT,2,,,\nC-1,P -1,BOLT,3,,,\nC-1,P-2,BOLT,4,,,\n`
    const { number, imported } = await whilePlacing(text)
    const says = 'This customer PO was ordered as P-1 on 3/2/2026. Choose to create it again or not'
    expect(imported).toMatchObject([
      { fate: 'exists', orderNumber: number },
      { fate: 'repeat', orderNumber: number, canRepeat: true, says },
      { fate: 'create' },
    ])
    expect((await listed()).map((order: Record<string, string>) => order['customerPO'])).toEqual([
      'P-1',
      'P-2',
    ])
    expect(await brokenInvariants()).toEqual([])
  })

  test('a PO is not repeated for a user who chose to repeat an earlier order', async () => {
    await importFile(`${head}C-1,P-1,BOLT,5,,,\n`)
    const text = `${head}C-1,P-1,BOLT,2,,,\n`
    const { number, imported } = await whilePlacing(text, { again: '2' })
    expect(imported).toMatchObject([{ fate: 'exists', orderNumber: number }])
    expect(await listed()).toHaveLength(2)
    const again = await fatesOf(text, { again: '2' })
    expect(again).toEqual([['create', expect.stringMatching(/^SO-/)]])
    expect(await listed()).toHaveLength(3)
  })

  test('the customer PO is parked if the rule of the customer says so', async () => {
    await prizm.rows(`update customers set duplicate_check = 'po'`)
    const { number, imported } = await whilePlacing(`${head}C-1,P-1,BOLT,2,,,\n`)
    const says = `PO P-1 is already used on ${number}. It is parked until someone reviews it`
    expect(imported).toMatchObject([{ fate: 'hold', says }])
    expect(await listed()).toMatchObject([{ holdReason: null }, { holdReason: 'parked' }])
  })
})
