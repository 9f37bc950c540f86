import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

// Bulk actions and exports of customers, vendors and SKUs.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const contact = { name: 'Acme', email: 'office@acme.example' }
const priced = { name: 'Widget', cost: '4.00', price: '10.00' }
const masters = [
  { url: '/api/customers', entity: 'customer', code: 'customerCode', form: contact },
  { url: '/api/vendors', entity: 'vendor', code: 'vendorCode', form: contact },
  { url: '/api/skus', entity: 'sku', code: 'sku', form: priced },
]

describe.each(masters)('$url', ({ url, entity, code, form }) => {
  const create = async (value: string, fields: object = {}) => {
    const body = { [code]: value, ...form, ...fields }
    const answer = await prizm.call('POST', url, { as, body })
    return answer.json<{ id: number }>().id
  }
  const bulk = (body: object, by = as) => prizm.call('POST', `${url}/bulk`, { as: by, body })
  const listed = async (query = '') => {
    const answer = await prizm.call('GET', `${url}${query}`, { as })
    return answer.json<Record<string, unknown>[]>().map((record) => record[code])
  }
  const lastAct = async (id: number) => {
    const answer = await prizm.call('GET', `/api/activity/${id}?entity=${entity}`, { as })
    return answer.json()[0]
  }

  test('a bulk deactivation records each record and reports the rest', async () => {
    const [one, two] = [await create('A-1'), await create('A-2')]
    const off = await create('A-3', { isActive: false })
    const answer = await bulk({ action: 'deactivate', ids: [two, one, off, 999] })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      done: [one, two],
      kept: [
        { id: off, reason: 'A-3 is already inactive' },
        { id: 999, reason: 'That record was not found' },
      ],
    })
    expect(await listed('?isActive=true')).toEqual([])
    expect(await lastAct(one)).toMatchObject({
      action: 'deactivate',
      changes: { isActive: { from: true, to: false } },
    })
    expect((await bulk({ action: 'activate', ids: [one, two] })).json()).toEqual({
      done: [one, two],
      kept: [],
    })
  })

  test('all records of a filter are deleted at once, and restored at once', async () => {
    const [one, two] = [await create('X-1'), await create('X-2')]
    await create('Y-1')
    const answer = await bulk({ action: 'delete', filters: { q: 'x-' } })
    expect(answer.json()).toEqual({ done: [one, two], kept: [] })
    expect(await listed()).toEqual(['Y-1'])
    await create('x-1')
    const back = await bulk({ action: 'restore', ids: [one, two, 999] })
    expect(back.json()).toEqual({
      done: [two],
      kept: [
        { id: one, reason: 'X-1 is now used by another record' },
        { id: 999, reason: 'That record was not found' },
      ],
    })
    expect(await lastAct(two)).toMatchObject({ action: 'restore', actor: 'manager-1' })
    expect(await listed()).toEqual(['x-1', 'X-2', 'Y-1'])
  })

  test('filters select the records that the list shows for them', async () => {
    const inactive = await create('A-1', { isActive: false })
    await create('A-2')
    await create('INACTIVE-3')
    expect(await listed('?q=inactive')).toEqual(['A-1'])
    const answer = await bulk({ action: 'delete', filters: { q: 'inactive' } })
    expect(answer.json()).toEqual({ done: [inactive], kept: [] })
    expect(await listed()).toEqual(['A-2', 'INACTIVE-3'])
  })

  test.each([
    ['limit', 1],
    ['offset', 1],
    ['cursor', 'last'],
    ['count', 'exact'],
    ['sort', 'id'],
  ])('filters are refused with %s, because all of their records change', async (name, value) => {
    await create('A-1')
    const answer = await bulk({ action: 'delete', filters: { [name]: value } })
    expect(answer.statusCode).toBe(422)
    const error = { path: `filters.${name}`, code: 'unknown-field' }
    expect(answer.json().errors).toMatchObject([error])
    expect(await listed()).toEqual(['A-1'])
  })

  test('of two deleted records with one code only one can be restored', async () => {
    const first = await create('A-1')
    await bulk({ action: 'delete', ids: [first] })
    const second = await create('A-1')
    await bulk({ action: 'delete', ids: [second] })
    const back = await bulk({ action: 'restore', ids: [first, second] })
    expect(back.json()).toEqual({
      done: [second],
      kept: [{ id: first, reason: 'A-1 is now used by another record' }],
    })
  })

  test('concurrent bulk deletes of the same records delete them once', async () => {
    const ids = [await create('A-1'), await create('A-2')]
    const both = await Promise.all([
      bulk({ action: 'delete', ids }),
      bulk({ action: 'delete', ids: ids.toReversed() }),
    ])
    const done = both.flatMap((answer) => answer.json<{ done: number[] }>().done)
    expect(done.toSorted((a, b) => a - b)).toEqual(ids)
  })

  test('rejects a request with neither or both of ids and filter, or too many', async () => {
    for (const body of [
      { action: 'delete' },
      { action: 'delete', ids: [] },
      { action: 'delete', ids: [1], filters: {} },
      { action: 'delete', ids: ['1'] },
      { action: 'restore', filters: {} },
      { action: 'explode', ids: [1] },
      { action: 'delete', ids: Array.from({ length: 10_001 }, (_, index) => index + 1) },
    ]) {
      expect([body.action, (await bulk(body)).statusCode]).toEqual([body.action, 422])
    }
  })

  test('a role that may edit but not delete cannot bulk delete', async () => {
    const id = await create('A-1')
    const editor = await prizm.signIn(entity === 'customer' ? 'sales' : 'purchasing')
    expect((await bulk({ action: 'delete', ids: [id] }, editor)).statusCode).toBe(403)
    expect((await bulk({ action: 'restore', ids: [id] }, editor)).statusCode).toBe(403)
    expect((await bulk({ action: 'deactivate', ids: [id] }, editor)).statusCode).toBe(200)
    expect(await listed()).toEqual(['A-1'])
  })

  test('the export has every matching record, in the requested order and columns', async () => {
    await create('A-1', { name: 'One' })
    await create('A-2', { name: 'Two' })
    await create('A-3', { name: 'Two' })
    const path = `${url}/export.csv?q=two&sort=-${code}&columns=name,${code},isActive`
    const answer = await prizm.call('GET', path, { as })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=${url.slice(5)}-2026-03-02.csv`,
    })
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(answer.rawPayload.subarray(3).toString()).toBe(
      `name,${code},isActive\r\nTwo,A-3,true\r\nTwo,A-2,true\r\n`,
    )
  })

  test('an export without records has a header, and an unknown column is rejected', async () => {
    const answer = await prizm.call('GET', `${url}/export.csv?columns=name`, { as })
    expect(answer.payload).toBe('\uFEFFname\r\n')
    const strange = await prizm.call('GET', `${url}/export.csv?columns=name,password`, { as })
    expect(strange.statusCode).toBe(422)
    expect(strange.json().errors[0].path).toBe('columns')
    expect((await prizm.call('GET', `${url}/export.csv`)).statusCode).toBe(401)
  })

  test('no exported text is a formula', async () => {
    const names = ["=cmd|' /C calc'!A0", '+1', '-1', '@x', "'=1", 'plain, "quoted"']
    for (const [index, name] of names.entries()) await create(`A-${index}`, { name })
    const answer = await prizm.call('GET', `${url}/export.csv?columns=name`, { as })
    expect(answer.payload.split('\r\n').slice(1, -1)).toEqual([
      "'=cmd|' /C calc'!A0",
      "'+1",
      "'-1",
      "'@x",
      "''=1",
      '"plain, ""quoted"""',
    ])
  })
})

test('records used by an order or a contract price are not deleted, with the count', async () => {
  const { builders } = prizm
  const [used, free] = [
    await builders.customer({ creditLimit: '9000.00' }),
    await builders.customer(),
  ]
  const [sold, priced1] = [await builders.sku({ currentStock: 9 }), await builders.sku()]
  await builders.contractPrice({ customerId: used.id, skuId: priced1.id })
  for (let count = 0; count < 2; count += 1) {
    const items = [
      { skuId: sold.id, quantity: 1 },
      { skuId: sold.id, quantity: 1 },
    ]
    await prizm.call('POST', '/api/orders/create', { as, body: { customerId: used.id, items } })
  }
  const customers = { action: 'delete', ids: [used.id, free.id] }
  expect((await prizm.call('POST', '/api/customers/bulk', { as, body: customers })).json()).toEqual(
    {
      done: [free.id],
      kept: [{ id: used.id, reason: 'C-1 has 2 orders. Deactivate it instead.' }],
    },
  )
  const one = await prizm.call('DELETE', `/api/customers/${used.id}`, { as })
  expect(one.statusCode).toBe(409)
  expect(one.json()).toMatchObject({
    code: 'referenced',
    detail: 'C-1 has 2 orders. Deactivate it instead.',
  })
  const skus = { action: 'delete', ids: [sold.id, priced1.id] }
  expect((await prizm.call('POST', '/api/skus/bulk', { as, body: skus })).json()).toEqual({
    done: [],
    kept: [
      { id: sold.id, reason: 'S-1 has 2 orders. Deactivate it instead.' },
      { id: priced1.id, reason: 'S-2 has 1 contract price. Deactivate it instead.' },
    ],
  })
})

test('every table that references a master record prevents its deletion', async () => {
  const { rows } = await prizm.database.pool.query<{ key: string }>(
    `select conrelid::regclass || ' → ' || confrelid::regclass as key from pg_constraint
     where contype = 'f' and confrelid::regclass::text in ('customers', 'vendors', 'skus')
     order by key`,
  )
  // A new table here must be added to the `references` of the master's store.ts. Not references: a
  // SKU's own movements, values, prices, adjustments and counts, which stay with it; postings,
  // refunds, letters and document lines, whose document or order is the reference; certificates and
  // offers, which stay with a deleted vendor or SKU; delivery counts, whose orders already protect
  // the vendor; messages of the intake inbox and their corrections, which stay too; and approvals,
  // which expire.
  expect(rows.map(({ key }) => key)).toEqual([
    'contract_pricing → customers',
    'contract_pricing → skus',
    'credit_memo_lines → skus',
    'credit_memos → customers',
    'customer_payments → customers',
    'dunning_letters → customers',
    'edi_partners → customers',
    'intake_corrections → customers',
    'intake_corrections → skus',
    'intake_messages → customers',
    'invoice_lines → skus',
    'invoices → customers',
    'journal_lines → customers',
    'journal_lines → vendors',
    'order_approvals → customers',
    'purchase_order_items → skus',
    'purchase_orders → vendors',
    'refunds → customers',
    'requisition_items → skus',
    'requisition_items → vendors',
    'return_items → skus',
    'returns → customers',
    'returns → vendors',
    'sales_order_items → skus',
    'sales_order_revision_lines → skus',
    'sales_orders → customers',
    'sku_prices → skus',
    'stock_adjustments → skus',
    'stock_moves → skus',
    'stock_ring_fences → customers',
    'stock_ring_fences → skus',
    'stock_shortages → skus',
    'stock_values → skus',
    'vendor_bills → vendors',
    'vendor_certificates → vendors',
    'vendor_credits → vendors',
    'vendor_deliveries → vendors',
    'vendor_payments → vendors',
    'vendor_skus → skus',
    'vendor_skus → vendors',
    'wms_drift → skus',
  ])
})

test('a role that does not see costs changes no SKUs by a filter of them', async () => {
  await prizm.builders.sku({ sku: 'S-1', cost: '4.00' })
  await prizm.builders.ownRole({ name: 'Clerk', permissions: ['skus.read', 'skus.edit'] })
  const by = await prizm.builders.session(await prizm.builders.user({ role: 'Clerk' }))
  const body = { action: 'deactivate', filters: { cost: '5.00' } }
  const answer = await prizm.call('POST', '/api/skus/bulk', { as: by, body })
  expect(answer.statusCode, answer.body).toBe(422)
  const message = 'Your role cannot filter by this'
  expect(answer.json().errors).toEqual([{ path: 'filters.cost', code: 'forbidden', message }])
  const [sku] = (await prizm.call('GET', '/api/skus', { as })).json()
  expect(sku.isActive).toBe(true)
})
