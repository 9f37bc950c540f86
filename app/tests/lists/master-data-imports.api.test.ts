import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { termsForms } from '#features/customers/payment-terms.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { brokenInvariants, startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

type Options = { query?: string; by?: string; key?: string; type?: string }

/** Imports a CSV file into one feature. */
function importInto(room: string, file: string | Buffer, options: Options = {}) {
  const { query = '', by = as, key, type = 'text/csv' } = options
  return prizm.app.inject({
    method: 'POST',
    url: `/api/${room}/import${query}`,
    headers: { cookie: by, 'content-type': type, ...(key && { 'idempotency-key': key }) },
    payload: file,
  })
}

const sample = (name: string) => readFileSync(join(projectRoot, 'app/public/samples', name))
const count = async (table: string) =>
  (await prizm.database.pool.query(`select count(*) from ${table} where deleted_at is null`))
    .rows[0].count as number
const list = async (room: string) => (await prizm.call('GET', `/api/${room}`, { as })).json()
const undo = (room: string, id: number, by = as) =>
  prizm.call('POST', `/api/${room}/import/${id}/undo`, { as: by })

test.each([
  ['customers', 'customers-clean.csv', 8],
  ['vendors', 'vendors.csv', 5],
  ['skus', 'skus.csv', 8],
])('%s are imported from their sample file, and undo removes them', async (room, name, rows) => {
  const checked = await importInto(room, sample(name), { query: '?dryRun=true' })
  const expected = { rows, created: rows, updated: 0, skipped: 0, unchanged: 0, ignored: [] }
  expect(checked.json()).toEqual({ ...expected, errors: [], importId: null })
  expect(await count(room)).toBe(0)
  const made = await importInto(room, sample(name))
  expect(made.json()).toMatchObject(expected)
  expect(await count(room)).toBe(rows)
  const again = await importInto(room, sample(name), { query: '?existing=update' })
  expect(again.json()).toMatchObject({ created: 0, updated: 0, unchanged: rows })
  const undone = await undo(room, made.json().importId)
  expect([undone.json().done.length, undone.json().kept, await count(room)]).toEqual([rows, [], 0])
  expect((await undo(room, made.json().importId)).json().code).toBe('already-undone')
  expect((await undo(room, 99)).statusCode).toBe(404)
})

test('reports each error by row and field, and writes nothing', async () => {
  const checked = await importInto('customers', sample('customers-errors.csv'), {
    query: '?dryRun=true',
  })
  const errorPositions = checked
    .json()
    .errors.map(({ row, field }: Record<string, unknown>) => [row, field])
  expect(errorPositions).toEqual([
    [2, 'customerCode'],
    [3, 'name'],
    [4, 'email'],
    [5, 'creditLimit'],
    [6, 'priceLevel'],
  ])
  const refused = await importInto('customers', sample('customers-errors.csv'))
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    detail: '5 rows have errors, so nothing was imported',
    errors: expect.arrayContaining([
      { path: '4.email', code: 'invalid', message: 'Invalid input' },
    ]),
  })
  expect(await count('customers')).toBe(0)
})

test('reports exactly the 37 planted errors among 5,000 rows', async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => {
    const email = index % 135 === 7 ? 'nobody' : `c${index}@example.com`
    return `C-${index},Customer ${index},${email},${index}.50`
  })
  const file = (rows: string[]) =>
    ['Customer Code,Company Name,Email,Credit Limit', ...rows].join('\n')
  const checked = await importInto('customers', file(lines), { query: '?dryRun=true' })
  const errors = checked.json().errors as { row: number; field: string }[]
  expect(errors).toHaveLength(37)
  expect(errors.every(({ row, field }) => (row - 2) % 135 === 7 && field === 'email')).toBe(true)
  const correctedLines = lines.map((line) => line.replace('nobody', 'somebody@example.com'))
  const made = await importInto('customers', file(correctedLines))
  expect(made.json()).toMatchObject({ created: 5000, errors: [] })
  expect(await count('customers')).toBe(5000)
  await undo('customers', made.json().importId)
  expect(await count('customers')).toBe(0)
})

test('existing records are skipped, or updated with the non-empty cells', async () => {
  await prizm.builders.customer({ customerCode: 'C-9', name: 'Old', phone: '1', city: 'Boston' })
  const file = 'customerCode,name,email,phone,city\nc-9,New,new@example.com,,Denver\n'
  const skipped = await importInto('customers', file)
  expect(skipped.json()).toMatchObject({ created: 0, skipped: 1, updated: 0 })
  expect(await list('customers')).toMatchObject([{ name: 'Old', city: 'Boston' }])
  const updated = await importInto('customers', file, { query: '?existing=update' })
  expect(updated.json()).toMatchObject({ created: 0, skipped: 0, updated: 1 })
  const [customer] = await list('customers')
  const now = { customerCode: 'C-9', name: 'New', city: 'Denver', phone: '1', version: 2 }
  expect(customer).toMatchObject(now)
  const acts = await prizm.call('GET', `/api/activity/${customer.id}?entity=customer`, { as })
  expect(acts.json()[0]).toMatchObject({
    action: 'update',
    channel: 'csv',
    changes: { name: { from: 'Old', to: 'New' }, city: { from: 'Boston', to: 'Denver' } },
  })
  await undo('customers', updated.json().importId)
  expect(await list('customers')).toMatchObject([{ name: 'Old', city: 'Boston', phone: '1' }])
})

test('an undo keeps records changed since or in use', async () => {
  const head = 'customerCode,name,email\n'
  const rows = ['A', 'B', 'C'].map((code) => `${code},Name,office@example.com`).join('\n')
  const { importId } = (await importInto('customers', head + rows)).json()
  const [a, b] = await list('customers')
  const body = { customerCode: 'A', name: 'Changed', email: 'office@example.com' }
  await prizm.call('PUT', `/api/customers/${a.id}`, { as, body, headers: { 'if-match': '"1"' } })
  const { id: skuId } = await prizm.builders.sku({ price: '1.00' })
  const price = { customerId: b.id, skuId, contractPrice: '1.00' }
  await prizm.call('POST', '/api/contract-pricing', { as, body: price })
  const outcome = (await undo('customers', importId)).json()
  expect(outcome.done).toHaveLength(1)
  expect(outcome.kept).toEqual([
    { id: a.id, reason: 'A was changed after the import' },
    { id: b.id, reason: 'B has 1 contract price. Deactivate it instead.' },
  ])
})

test('our own export imports without changes', async () => {
  const risky = { name: "=cmd|' /C calc'!A0", notes: '-1, "two"\nlines', city: '@x', phone: "'+1" }
  await prizm.builders.customer({ ...risky, creditLimit: '1234.50' })
  const exported = await prizm.call('GET', '/api/customers/export.csv', { as })
  const update = { query: '?existing=update' }
  const same = await importInto('customers', exported.body, update)
  expect(same.json()).toMatchObject({ unchanged: 1, updated: 0, errors: [] })
  expect(same.json().ignored).toContain('availableCredit')
  await prizm.database.pool.query('delete from customers')
  await importInto('customers', exported.body)
  expect(await list('customers')).toMatchObject([{ ...risky, creditLimit: '1234.50' }])
})

test('an imported stock is posted as an adjustment, and its undo as another', async () => {
  await prizm.builders.sku({ sku: 'S-1', cost: '1.00', price: '2.00' })
  const file = 'SKU Code,Product Name,Cost,Selling Price,Current Stock\nS-1,Bolt,"$1,000",2,40\n'
  const made = await importInto('skus', file, { query: '?existing=update' })
  expect(await list('skus')).toMatchObject([{ name: 'Bolt', cost: '1000.00', currentStock: 40 }])
  await undo('skus', made.json().importId)
  const [sku] = await list('skus')
  expect(sku).toMatchObject({ cost: '1.00', currentStock: 0 })
  const moves = await prizm.call('GET', `/api/skus/${sku.id}/moves`, { as })
  expect(moves.json().slice(0, 2)).toMatchObject([
    { kind: 'adjust', onHandDelta: -40, reason: 'CSV import undone' },
    { kind: 'adjust', onHandDelta: 40, reason: 'CSV import' },
  ])
  expect(await brokenInvariants()).toEqual([])
})

test('reports missing and invalid values and duplicate codes of rows', async () => {
  const file = [
    'sku,name,cost,price,minimumStock,isActive',
    'A,One,1,2,many,true',
    'B,Two,1,2.555,3,perhaps',
    'a,Three,1,2,3,no',
    ',Four,1,2,3,no',
  ].join('\n')
  const { errors } = (await importInto('skus', file, { query: '?dryRun=true' })).json()
  expect(errors).toEqual([
    { row: 2, field: 'minimumStock', message: 'Must be a whole number' },
    { row: 3, field: 'isActive', message: 'Must be yes or no' },
    { row: 3, field: 'price', message: 'Must be an amount with at most two decimals' },
    { row: 4, field: 'sku', message: 'Duplicate of row 2' },
    { row: 5, field: 'sku', message: 'Required' },
  ])
  const columns = await importInto('skus', 'sku,name\nA,One')
  expect([columns.statusCode, columns.json().detail]).toEqual([
    422,
    'The file has no column for: Cost, Selling Price',
  ])
})

test.each([
  ['customers', 'customerCode'],
  ['vendors', 'vendorCode'],
])('%s with payment terms that cannot be parsed are refused at their row', async (room, code) => {
  const file = `${code},name,email,paymentTerms\nX-1,One,a@b.co,N60\nX-2,Two,a@b.co,60 eggs\n`
  const refused = await importInto(room, file)
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    [{ path: '3.paymentTerms', code: 'invalid', message: termsForms }],
  ])
  expect(await count(room)).toBe(0)
})

test('managers import; vendor payment terms need finance or an administrator', async () => {
  const manager = await prizm.signIn('manager')
  const terms = await importInto('vendors', sample('vendors.csv'), {
    by: manager,
    query: '?dryRun=true',
  })
  expect(terms.json().errors[0]).toEqual({
    row: 2,
    field: 'paymentTerms',
    message: 'Your role cannot change payment terms of vendors',
  })
  for (const role of ['sales', 'finance', 'viewer', 'user'] as const) {
    const by = await prizm.signIn(role)
    expect((await importInto('customers', 'a,b\n1,2', { by })).statusCode).toBe(403)
    expect((await undo('customers', 1, by)).statusCode).toBe(403)
  }
})

test('P37 a file that is not CSV, too large or mislabeled is rejected at once', async () => {
  const refused: [string | Buffer, number, string?][] = [
    [Buffer.from('\uFEFFa,b\n1,2', 'utf16le'), 422],
    [Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1000)]), 422],
    [Buffer.from([0x61, 0xe9, 0x0a, 0x62]), 422],
    [Buffer.alloc(10 * 1024 * 1024 + 1, 'x'), 413],
    [Buffer.alloc(5 * 1024 * 1024, 'x'), 413],
    [Buffer.alloc(1_000_000, ','), 413],
    ['{}', 415, 'application/json'],
    ['x', 415, 'application/octet-stream'],
    ['', 422],
  ]
  for (const [file, status, type] of refused) {
    const answer = await importInto('customers', file, { ...(type && { type }) })
    expect([status, answer.json().detail]).toEqual([answer.statusCode, expect.any(String)])
  }
  const elsewhere = await prizm.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: 'a,b',
  })
  expect(elsewhere.statusCode).toBe(415)
})

test('one file under one key is imported once; a dry run needs another key', async () => {
  const file = 'customerCode,name,email\nA,One,one@example.com\n'
  const [first, second] = await Promise.all([
    importInto('customers', file, { key: 'one' }),
    importInto('customers', file, { key: 'one' }),
  ])
  expect(first.json()).toEqual(second.json())
  expect(await count('customers')).toBe(1)
  const other = await importInto('customers', file, { key: 'one', query: '?dryRun=true' })
  expect(other.json()).toMatchObject({
    code: 'idempotency-key-reused',
    detail:
      'The first attempt with this Idempotency-Key had other content and may be saved. ' +
      'Check it before you send this as well',
  })
})

test('concurrent imports of the same new codes create each once', async () => {
  const rows = ['A', 'B', 'C'].map((code) => `${code},x,x@example.com`)
  const file = ['customerCode,name,email', ...rows].join('\n')
  const answers = await Promise.all([importInto('customers', file), importInto('customers', file)])
  const statuses = answers.map((answer) => answer.statusCode)
  expect(statuses).toContain(200)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect(await count('customers')).toBe(3)
})
