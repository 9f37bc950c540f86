import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

// Behavior shared by customers, vendors and SKUs; what only one has is tested in its feature.

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
  {
    url: '/api/customers',
    table: 'customers',
    code: 'customerCode',
    noun: 'customer',
    form: contact,
  },
  { url: '/api/vendors', table: 'vendors', code: 'vendorCode', noun: 'vendor', form: contact },
  { url: '/api/skus', table: 'skus', code: 'sku', noun: 'SKU', form: priced },
]

describe.each(masters)('$table', ({ url, table, code, noun, form }) => {
  const entity = noun.toLowerCase()
  const formOf = (value: string, fields: object = {}) => ({ [code]: value, ...form, ...fields })
  const create = async (value: string, fields: object = {}) => {
    const answer = await prizm.call('POST', url, { as, body: formOf(value, fields) })
    expect(answer.statusCode).toBe(201)
    return answer.json<{ id: number; version: number }>()
  }
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
    prizm.call(method, `${url}${path}`, { as, ...(body && { body }) })
  const rowsOf = async (columns: string) =>
    (await prizm.database.pool.query(`select ${columns} from ${table} order by id`)).rows
  const actsOn = async (id: number) => {
    const answer = await prizm.call('GET', `/api/activity/${id}?entity=${entity}`, { as })
    return answer.json<{ action: string }[]>().map(({ action }) => action)
  }
  const codes = (answer: { json(): Record<string, unknown>[] }) =>
    answer.json().map((record) => record[code])

  test('a record is the same when created, read and listed', async () => {
    const made = await create('A-1')
    expect((await call('GET', `/${made.id}`)).json()).toEqual(made)
    expect((await call('GET')).json()).toEqual([made])
    expect((await call('GET', '?limit=10')).json()).toEqual([made])
    expect(await actsOn(made.id)).toEqual(['create'])
  })

  test('a list is filtered by an exact code or name, or by several', async () => {
    for (const value of ['F-1', 'F-2', 'F-3']) await create(value, { name: `Name of ${value}` })
    expect(codes(await call('GET', `?${code}=F-2`))).toEqual(['F-2'])
    expect(codes(await call('GET', `?${code}=F-3,F-1&sort=-id`))).toEqual(['F-3', 'F-1'])
    expect(codes(await call('GET', '?name=Name of F-1'))).toEqual(['F-1'])
    expect(codes(await call('GET', `?${code}=F`))).toEqual([])
  })

  test('a code in use is rejected in any case, and nothing is written', async () => {
    await create('ab-1')
    const answer = await call('POST', '', formOf('AB-1'))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: `duplicate-${noun === 'SKU' ? 'sku' : `${noun}-code`}`,
      detail:
        noun === 'SKU' ? 'That SKU code is already taken' : `That ${noun} code is already taken`,
      errors: [{ path: code, message: 'Already taken' }],
    })
    expect(await rowsOf('id')).toHaveLength(1)
  })

  test('concurrent creates with one code create one record and one refusal', async () => {
    const both = await Promise.all([1, 2].map(() => call('POST', '', formOf('A-1'))))
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await rowsOf('id')).toHaveLength(1)
  })

  test('an update to a code in use is rejected as well', async () => {
    await create('A-1')
    const { id } = await create('A-2')
    expect((await call('PUT', `/${id}`, formOf('a-1'))).statusCode).toBe(409)
    expect((await call('PUT', `/${id}`, formOf('a-2'))).statusCode).toBe(200)
  })

  test('an update keeps omitted fields and is recorded field by field', async () => {
    const made = await create('A-1', { isActive: false })
    const answer = await call('PUT', `/${made.id}`, formOf('A-1', { name: 'Renamed' }))
    expect(answer.json()).toEqual({
      ...made,
      name: 'Renamed',
      version: made.version + 1,
      updatedAt: expect.any(String),
    })
    const acts = await prizm.call('GET', `/api/activity/${made.id}?entity=${entity}`, { as })
    expect(acts.json()[0]).toMatchObject({
      action: 'update',
      actor: 'manager-1',
      changes: { name: { from: form.name, to: 'Renamed' } },
    })
  })

  test('of two updates of one version one wins; the other gets the current record', async () => {
    const { id, version } = await create('A-1')
    const headers = { 'if-match': `"${version}"` }
    const both = await Promise.all(
      ['One', 'Two'].map((name) =>
        prizm.call('PUT', `${url}/${id}`, { as, headers, body: formOf('A-1', { name }) }),
      ),
    )
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    const won = both.find((answer) => answer.statusCode === 200)
    const lost = both.find((answer) => answer.statusCode === 412)
    expect(won?.headers['etag']).toBe(`"${version + 1}"`)
    expect(lost?.json()).toMatchObject({ code: 'stale', current: won?.json() })
    expect(await actsOn(id)).toEqual(['update', 'create'])
  })

  test('a record that changed since it was read is not deleted', async () => {
    const { id } = await create('A-1')
    await call('PUT', `/${id}`, formOf('A-1', { name: 'Renamed' }))
    const headers = { 'if-match': '"1"' }
    const answer = await prizm.call('DELETE', `${url}/${id}`, { as, headers })
    expect(answer.statusCode).toBe(412)
    expect((await call('GET', `/${id}`)).statusCode).toBe(200)
  })

  test('a deleted record disappears everywhere and is restored unchanged', async () => {
    const made = await create('A-1')
    expect((await call('DELETE', `/${made.id}`)).statusCode).toBe(204)
    expect((await call('GET', `/${made.id}`)).statusCode).toBe(404)
    expect((await call('PUT', `/${made.id}`, formOf('A-1'))).statusCode).toBe(404)
    expect((await call('DELETE', `/${made.id}`)).statusCode).toBe(404)
    expect((await call('GET')).json()).toEqual([])
    expect(codes(await call('GET', '/deleted'))).toEqual(['A-1'])
    const back = await call('POST', `/${made.id}/restore`)
    const moved = { version: made.version + 2, updatedAt: expect.any(String) }
    expect(back.json()).toEqual({ ...made, ...moved })
    expect((await call('POST', `/${made.id}/restore`)).statusCode).toBe(404)
    expect(await actsOn(made.id)).toEqual(['restore', 'delete', 'create'])
  })

  test('the code of a deleted record can be reused, which prevents its restore', async () => {
    const { id } = await create('A-1')
    await call('DELETE', `/${id}`)
    await create('a-1')
    const answer = await call('POST', `/${id}/restore`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().detail).toBe(
      `Another ${noun} now uses this ${noun} code. Change that ${noun} first`,
    )
    expect(codes(await call('GET', '/deleted'))).toEqual(['A-1'])
  })

  test('a deleted record cannot be restored after thirty days', async () => {
    const { id } = await create('A-1')
    await call('DELETE', `/${id}`)
    await prizm.database.pool.query(`update ${table} set deleted_at = now() - interval '31 days'`)
    expect((await call('GET', '/deleted')).json()).toEqual([])
    expect((await call('POST', `/${id}/restore`)).statusCode).toBe(404)
  })

  test('unknown ids return 404', async () => {
    for (const id of ['999', '0', '-1', '2147483648', '99999999999999999999', 'abc', '1e1']) {
      expect([id, (await call('GET', `/${id}`)).statusCode]).toEqual([id, 404])
      expect([id, (await call('DELETE', `/${id}`)).statusCode]).toEqual([id, 404])
    }
  })

  test('a search ranks the exact code, then code prefixes, names, and the rest', async () => {
    const all = { 'A-BOLT': 'Small', 'B-1': 'Bolt of steel', 'BOLT-9': 'Nine', BOLT: 'Zinc' }
    for (const [own, name] of Object.entries(all)) await create(own, { name })
    const found = codes(await call('GET', '?q=bolt&limit=8&sort=relevance'))
    expect(found).toEqual(['BOLT', 'BOLT-9', 'B-1', 'A-BOLT'])
  })
})
