// One file: the changes of all collections are tested with the same helpers.
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteOldRows } from '#platform/server/jobs/retention.ts'
import { goodsFixture } from '../books/goods-testing.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// `updatedSince` lists what changed since a cursor, and misses no transaction that commits late.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

const beginning = '1970-01-01T00:00:00Z'
const query = async (text: string) => (await prizm.database.pool.query(text)).rows
const get = (path: string, cursor: string, more = '') =>
  prizm.call('GET', `${path}?updatedSince=${encodeURIComponent(cursor)}${more}`, { as })

type Row = { id: number } & Record<string, unknown>

/** A page of changes: ids of changed and of deleted records, the rows, and where to go on. */
async function changes(path: string, cursor: string, more = '') {
  const answer = await get(path, cursor, more)
  expect(answer.statusCode, answer.body).toBe(200)
  const rows = answer.json<Row[]>()
  const { link } = answer.headers
  const deleted = String(answer.headers['x-deleted-ids'] ?? '')
  return {
    rows,
    ids: rows.map(({ id }) => id),
    deleted: deleted === '' ? [] : deleted.split(',').map(Number),
    next: String(answer.headers['x-updated-since']),
    hasMore: link !== undefined,
  }
}

/** Waits until nothing on this server holds back what was written. */
async function settled(): Promise<void> {
  const text = `select f.final_position > coalesce(max(c.feed_position), 0) as done
    from open_change_feed() f left join record_changes c on true group by f.final_position`
  await expect.poll(async () => (await query(text))[0]).toEqual({ done: true })
}

/** The changes once everything that was written is final. */
async function allChanges(path: string, cursor: string, more = '') {
  await settled()
  return changes(path, cursor, more)
}

/** What a cursor consists of, with some of it replaced. */
function altered(cursor: string, change: (fields: unknown[]) => void): string {
  const [start = '', text = ''] = cursor.split('.')
  const fields = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
  change(fields)
  return `${start}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}`
}

const collections = [
  '/api/customers',
  '/api/vendors',
  '/api/skus',
  '/api/stock',
  '/api/sales-orders',
  '/api/shipments',
  '/api/invoices',
  '/api/payments',
  '/api/credit-memos',
  '/api/purchase-orders',
  '/api/receipts',
  '/api/vendor-bills',
  '/api/returns',
]

/** A business with a record in each collection; returns the sold order. */
async function trade() {
  const desk = await goodsFixture(prizm)
  const purchase = await desk.bought(10, '4.00')
  await desk.billed(purchase, 10, '4.00')
  const order = await desk.sold(5)
  const [invoice] = (await prizm.call('GET', '/api/invoices', { as })).json<Row[]>()
  const customerId = order.customerId
  const paid = { customerId, amount: '1.00', receivedOn: '2026-03-02', method: 'ach' }
  await desk.answered(desk.post('/api/payments', as, { ...paid, reference: 'T-1' }))
  const memo = { invoiceId: invoice?.id, goods: '1.00', reason: 'Late' }
  await desk.answered(desk.post('/api/credit-memos', as, memo))
  await desk.cameBack(order, 1)
  return { desk, order }
}

test('from the beginning, each collection lists the rows of its list, then nothing', async () => {
  await trade()
  for (const path of collections) {
    // oxlint-disable-next-line no-await-in-loop
    const list = (await prizm.call('GET', `${path}?sort=id`, { as })).json<Row[]>()
    expect(list.length, path).toBeGreaterThan(0)
    // oxlint-disable-next-line no-await-in-loop
    const all = await allChanges(path, beginning)
    expect(
      all.rows.toSorted((a, b) => a.id - b.id),
      path,
    ).toEqual(list)
    expect([path, all.deleted, all.hasMore]).toEqual([path, [], false])
    // oxlint-disable-next-line no-await-in-loop
    const later = await changes(path, all.next)
    expect([path, later.ids, later.deleted, later.hasMore]).toEqual([path, [], [], false])
  }
})

test('a sale lists its order, shipment, invoice, customer, SKU and stock', async () => {
  const { desk, order: first } = await trade()
  await settled()
  const cursors = new Map<string, string>()
  for (const path of collections) {
    // oxlint-disable-next-line no-await-in-loop
    cursors.set(path, (await changes(path, beginning)).next)
  }
  const order = await desk.sold(1)
  await settled()
  const found: Record<string, number[]> = {}
  for (const [path, cursor] of cursors) {
    // oxlint-disable-next-line no-await-in-loop
    const { ids } = await changes(path, cursor)
    if (ids.length > 0) found[path] = ids
  }
  expect(found).toEqual({
    '/api/sales-orders': [order.id],
    '/api/shipments': [2],
    '/api/invoices': [2],
    '/api/customers': [first.customerId],
    '/api/skus': [desk.skuId],
    '/api/stock': [desk.skuId],
  })
})

test('the updatedAt of a SKU moves with its stock', async () => {
  const desk = await goodsFixture(prizm)
  // In microseconds, because answers have milliseconds only.
  const read = async () => {
    const text = `select updated_at::text as at, current_stock as "onHand", reserved from skus
      where id = ${desk.skuId}`
    return (await query(text))[0] as { at: string; onHand: number; reserved: number }
  }
  const first = await read()
  await desk.bought(10, '4.00')
  const second = await read()
  const body = { customerId: 1, items: [{ skuId: desk.skuId, quantity: 2 }] }
  await desk.answered(desk.post('/api/orders/create', as, body))
  const third = await read()
  expect([second.onHand, third.reserved]).toEqual([10, 2])
  const moments = [first.at, second.at, third.at]
  expect(moments.toSorted()).toEqual(moments)
  expect(new Set(moments).size).toBe(3)
})

test('a bill is listed again when the payment that was prepared for it is voided', async () => {
  const desk = await goodsFixture(prizm)
  const bill = await desk.posted(10)
  const prepared = desk.prepare({ bills: [{ billId: bill.id, amount: '40.00' }] })
  const payment = await desk.answered<Row>(prepared)
  const planned = await allChanges('/api/vendor-bills', beginning)
  expect(planned.rows.map(({ plannedAmount }) => plannedAmount)).toEqual(['40.00'])
  const url = `/api/vendor-payments/${payment.id}/void`
  await desk.answered(desk.post(url, desk.finance, { reason: 'Too early' }))
  const { rows } = await allChanges('/api/vendor-bills', planned.next)
  expect(rows.map(({ id, plannedAmount }) => [id, plannedAmount])).toEqual([[bill.id, '0.00']])
})

describe('customers', () => {
  const path = '/api/customers'
  const createCustomers = async (count: number) => {
    for (let i = 0; i < count; i++) {
      // oxlint-disable-next-line no-await-in-loop
      await prizm.builders.customer()
    }
    return allChanges(path, beginning)
  }

  test('are listed once, as they are now, in the order of their last change', async () => {
    const { next } = await createCustomers(3)
    await query(`update customers set notes = 'once' where id = 2`)
    await query(`update customers set notes = 'once' where id = 1`)
    await query(`update customers set notes = 'twice' where id = 2`)
    const { rows } = await allChanges(path, next)
    expect(rows.map(({ id, notes }) => [id, notes])).toEqual([
      [1, 'once'],
      [2, 'twice'],
    ])
  })

  test('that are deleted are told as deleted, until they are restored', async () => {
    const { next } = await createCustomers(2)
    await prizm.call('DELETE', `${path}/1`, { as })
    const afterDelete = await allChanges(path, next)
    expect([afterDelete.ids, afterDelete.deleted]).toEqual([[], [1]])
    await prizm.call('POST', `${path}/1/restore`, { as })
    const back = await allChanges(path, afterDelete.next)
    expect([back.ids, back.deleted]).toEqual([[1], []])
    await query('delete from customers where id = 2')
    expect((await allChanges(path, back.next)).deleted).toEqual([2])
  })

  test('come in pages, and a page has at most 200 deletions', async () => {
    await createCustomers(5)
    const first = await changes(path, beginning, '&limit=2')
    expect([first.ids, first.hasMore]).toEqual([[1, 2], true])
    const second = await changes(path, first.next, '&limit=2')
    const third = await changes(path, second.next, '&limit=2')
    expect([second.ids, third.ids, third.hasMore]).toEqual([[3, 4], [5], false])
    await query(`insert into customers (customer_code, name, email, deleted_at)
      select 'D-' || n, 'Deleted', 'd@example.com', now() from generate_series(1, 250) n`)
    const many = await allChanges(path, third.next)
    const lastPage = await changes(path, many.next)
    expect([many.deleted.length, many.hasMore]).toEqual([200, true])
    expect([lastPage.deleted.length, lastPage.hasMore]).toEqual([50, false])
    expect(new Set([...many.deleted, ...lastPage.deleted]).size).toBe(250)
  })

  test('since a moment are those that changed then or later', async () => {
    await createCustomers(2)
    await query(`update record_changes set at = at - interval '1 hour'`)
    const [{ moment }] = await query(`select to_char(clock_timestamp() at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`)
    await query(`update customers set notes = 'later' where id = 2`)
    expect((await allChanges(path, moment)).ids).toEqual([2])
    expect((await changes(path, '2999-01-01T00:00:00Z')).ids).toEqual([])
  })

  test('remain complete when superseded changes are deleted', async () => {
    const { next } = await createCustomers(2)
    await query(`update customers set notes = 'once' where id = 1`)
    await query(`update customers set notes = 'twice' where id = 1`)
    await settled()
    await deleteOldRows(prizm.database.db)
    expect(await query(`select count(*)::int as n from record_changes`)).toEqual([{ n: 2 }])
    expect((await changes(path, next)).ids).toEqual([1])
    expect((await changes(path, beginning)).ids).toEqual([2, 1])
  })

  test('are not listed if the transaction is rolled back', async () => {
    const { next } = await createCustomers(1)
    await query(`begin; update customers set notes = 'x' where id = 1; rollback`)
    expect((await allChanges(path, next)).ids).toEqual([])
  })
})

const onPostgres = test.runIf(process.env['TEST_DATABASE'] === 'postgres')

onPostgres('a transaction that commits after a later one is not missed', async () => {
  await prizm.builders.customer()
  await prizm.builders.customer()
  const { next } = await allChanges('/api/customers', beginning)
  const late = await prizm.database.pool.connect()
  try {
    await late.query('begin')
    await late.query(`update customers set notes = 'late' where id = 1`)
    await query(`update customers set notes = 'early' where id = 2`)
    const during = await changes('/api/customers', next)
    // The later transaction waits for the earlier one, so that the cursor does not pass it.
    expect([during.ids, during.hasMore]).toEqual([[], false])
    await late.query('commit')
    expect((await allChanges('/api/customers', during.next)).ids).toEqual([1, 2])
  } finally {
    late.release()
  }
})

describe('a cursor', () => {
  const path = '/api/customers'
  const refusal = async (url: string, cursor: string, more = '') => {
    const answer = await get(url, cursor, more)
    const { code, detail } = answer.json<{ code: string; detail: string }>()
    return [answer.statusCode, code, detail]
  }

  test('has no filters beside it, because a record could leave them unnoticed', async () => {
    const messageFor = (name: string) =>
      `Send updatedSince without ${name}: it lists the changes of all`
    for (const [url, name] of [
      [path, 'isActive'],
      [path, 'q'],
      [path, 'sort'],
      ['/api/invoices', 'asOf'],
      ['/api/payments', 'asOf'],
      ['/api/vendor-bills', 'asOf'],
    ] as const) {
      const value = { isActive: 'true', q: 'acme', sort: 'id', asOf: '2026-01-01' }[name]
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusal(url, beginning, `&${name}=${value}`)).toEqual([
        422,
        'invalid',
        `${messageFor(name)} records`,
      ])
    }
  })

  test('of another list is refused, and so is anything else', async () => {
    const { next } = await allChanges(path, beginning)
    const message = 'This cursor does not belong to this list'
    expect(await refusal('/api/vendors', next)).toEqual([422, 'invalid', message])
    expect(await refusal(path, 'c1.AAAA')).toEqual([422, 'invalid', message])
    const neither = 'updatedSince: Must be a date and time, or a cursor of this list'
    expect(await refusal(path, 'yesterday')).toEqual([422, 'invalid', neither])
  })

  const restored =
    'The database was restored since this cursor was issued. Read everything again from the start'

  test('of another database is refused: read everything again', async () => {
    const { next } = await allChanges(path, beginning)
    const other = altered(next, (fields) => (fields[0] = 'another'))
    expect(await refusal(path, other)).toEqual([410, 'cursor-expired', restored])
  })

  test('of a time that this database has not reached is refused', async () => {
    const { next } = await allChanges(path, beginning)
    const ahead = altered(next, (fields) => (fields[2] = Number(fields[2]) + 1_000_000))
    expect(await refusal(path, ahead)).toEqual([410, 'cursor-expired', restored])
  })

  test('is refused if the database was set back before it, and went on', async () => {
    await prizm.builders.customer()
    const { next } = await allChanges(path, beginning)
    // Its transactions were given out again: the last change is younger than the cursor.
    await query(`update record_changes set at = at + interval '1 hour'`)
    expect(await refusal(path, next)).toEqual([410, 'cursor-expired', restored])
  })

  test('after a restore on another server, new changes come after the old ones', async () => {
    await prizm.builders.customer()
    await prizm.builders.customer()
    await settled()
    // As in a dump of a server with more transactions.
    await query(`update change_feed set database_identity = 'another/1'`)
    await query(`update record_changes set feed_position = feed_position + 1000000000000`)
    const all = await allChanges(path, beginning)
    expect(all.ids).toEqual([1, 2])
    await query(`update customers set notes = 'new' where id = 1`)
    expect((await allChanges(path, all.next)).ids).toEqual([1])
    expect((await changes(path, beginning)).ids).toEqual([2, 1])
  })
})
