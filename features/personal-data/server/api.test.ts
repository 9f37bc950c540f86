// One file: exports and erasures of customers and users share their persons.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Activity, HistoryEntry } from '#features/audit/contract.ts'
import { checkHistory, sealHistory } from '#features/audit/server/hash-chain.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Erasure } from '../contract.ts'
import { personalColumns, personalNames } from '../personal-columns.ts'

let prizm: TestApp
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

const ctx = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'test' }
}
const reason = 'Request of the person'
const person = {
  customerCode: 'ACME',
  name: 'Jane Miller',
  email: 'jane@miller.example',
  phone: '555-0100',
  address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zipCode: '73301',
  country: 'US',
  notes: 'Likes tea',
  contactName: 'Joe Miller',
  contactEmail: 'joe@miller.example',
  contactPhone: '555-0101',
}

async function createPerson(): Promise<number> {
  const made = await prizm.call('POST', '/api/customers', { as: admin, body: person })
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ id: number }>().id
}
const erase = (path: string, headers: Record<string, string> = {}) =>
  prizm.call('POST', `/api/${path}/personal-data/erase`, { as: admin, body: { reason }, headers })

test('every column that may hold personal data is classified', async () => {
  const found = await prizm.rows<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.table_name <> 'migrations'
       and c.data_type in ('text', 'character varying', 'character', 'jsonb')
       and c.column_name ~ '${personalNames}'`,
  )
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(personalColumns).toSorted())
})

test('a column that is kept says why, and an erased one is of a customer or a user', () => {
  for (const [name, { of, erasure, because }] of Object.entries(personalColumns)) {
    expect(erasure === 'kept' ? Boolean(because) : ['customer', 'user'].includes(of), name).toBe(
      true,
    )
  }
})

describe('a customer', () => {
  test('is exported with everything that is stored about it', async () => {
    const id = await createPerson()
    await prizm.call('POST', '/api/comments', {
      as: admin,
      body: { entity: 'customer', entityId: id, text: 'Called Joe' },
    })
    const answer = await prizm.call('GET', `/api/customers/${id}/personal-data`, { as: admin })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-disposition']).toContain(`personal-data-of-customer-${id}.json`)
    const file = answer.json<Record<string, Record<string, unknown>[]>>()
    expect(Object.keys(file)).toEqual([
      'exportedAt',
      'customer',
      'salesOrders',
      'reminders',
      'emailedDocuments',
      'emailRecipients',
      'comments',
      'history',
    ])
    expect(file['customer']).toMatchObject([
      { id, name: 'Jane Miller', contact_name: 'Joe Miller', zip_code: '73301' },
    ])
    expect(file['comments']).toMatchObject([{ body: 'Called Joe' }])
    expect(file['history']).toMatchObject([{ action: 'create' }, { action: 'comment' }])
  })

  test('is erased in every field that holds personal data, and nothing else', async () => {
    const id = await createPerson()
    const answer = await erase(`customers/${id}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json<Erasure>()).toMatchObject({ id, pseudonym: `Erased customer ${id}` })
    const [row] = await prizm.rows<Record<string, unknown>>(`select * from customers`)
    expect(row).toMatchObject({
      customer_code: 'ACME',
      name: `Erased customer ${id}`,
      email: `erased-customer-${id}@erased.invalid`,
      state: 'TX',
      country: 'US',
      is_active: false,
      version: 2,
    })
    const ofCustomer = Object.entries(personalColumns).flatMap(([name, { of, erasure }]) =>
      name.startsWith('customers.') && of === 'customer' && erasure === 'erased'
        ? [name.replace('customers.', '')]
        : [],
    )
    for (const column of [...ofCustomer, 'notes', 'document_note']) {
      if (column === 'name' || column === 'email') continue
      expect(row?.[column], column).toBeNull()
    }
    expect(JSON.stringify(row)).not.toMatch(/miller|jane|555-?010|main street|likes tea/i)
  })

  test('is erased in what an undo of an import or an upsert would restore, too', async () => {
    const id = await createPerson()
    const records = [{ customerCode: 'ACME', name: 'Jane Smith', city: 'Reno' }]
    await prizm.call('POST', '/api/customers/upsert', { as: admin, body: { records } })
    const before = () => prizm.rows('select record_id as id, before from import_rows')
    expect(await before()).toEqual([{ id, before: { name: 'Jane Miller', city: 'Austin' } }])
    expect((await erase(`customers/${id}`)).statusCode).toBe(200)
    expect(await before()).toEqual([{ id, before: {} }])
    const [change] = (await prizm.call('GET', '/api/bulk-changes', { as: admin })).json()
    const undo = await prizm.call('POST', `/api/bulk-changes/${change.id}/undo`, { as: admin })
    expect([undo.statusCode, undo.json().errors]).toMatchObject([
      409,
      [{ message: 'ACME was changed after the upsert' }],
    ])
  })

  test('is recorded as erased without the values, which the history shows no more', async () => {
    const id = await createPerson()
    await prizm.call('PATCH', `/api/customers/${id}`, {
      as: admin,
      headers: { 'content-type': 'application/merge-patch+json', 'if-match': '"1"' },
      body: { contactName: 'Jim Miller', creditLimit: '50.00' },
    })
    await erase(`customers/${id}`)
    const activity = await prizm.call('GET', `/api/activity/${id}?entity=customer`, { as: admin })
    const history = await prizm.call('GET', `/api/history?entity=customer`, { as: admin })
    for (const answer of [activity, history]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toMatch(/miller/i)
      const entries = answer.json<(Activity | HistoryEntry)[]>()
      expect(entries.map(({ action }) => action)).toEqual(['erase', 'update', 'create'])
      expect(entries[0]).toMatchObject({ reason, changes: { erasedFields: { from: null } } })
      expect(entries[1]?.changes).toEqual({
        contactName: { from: '(erased)', to: '(erased)' },
        creditLimit: { from: '0.00', to: '50.00' },
        availableCredit: { from: '0.00', to: '50.00' },
      })
    }
    // The entries themselves are unchanged, so the seal still holds.
    const [stored] = await prizm.rows<{ to: string }>(
      `select changes #>> '{contactName,to}' as to from audit_log where action = 'update'`,
    )
    expect(stored?.to).toBe('Jim Miller')
    await sealHistory(ctx())
    expect(await checkHistory(ctx())).toMatchObject({ faultCount: 0 })
  })

  test('is not erased while it has open documents, and says which', async () => {
    const id = await createPerson()
    const sku = await prizm.builders.sku({ price: '10.00', currentStock: 9 })
    await prizm.call('PUT', `/api/customers/${id}`, {
      as: admin,
      headers: { 'if-match': '"1"' },
      body: { ...person, creditLimit: '1000.00' },
    })
    for (const quantity of [1, 2]) {
      const body = { customerId: id, items: [{ skuId: sku.id, quantity }] }
      const made = await prizm.call('POST', '/api/orders/create', { as: admin, body })
      expect(made.statusCode, made.body).toBe(201)
    }
    await prizm.call('POST', '/api/payments', {
      as: admin,
      body: { customerId: id, amount: '5.00', method: 'check' },
    })
    const answer = await erase(`customers/${id}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'has-open-documents',
      detail: 'ACME has 2 open sales orders, 1 unapplied payment. Finish that first',
    })
    const [row] = await prizm.rows<{ name: string }>('select name from customers')
    expect(row?.name).toBe('Jane Miller')
    const erased = await prizm.rows(`select from audit_log where action = 'erase'`)
    expect(erased).toHaveLength(0)
  })

  test('of another version is not erased', async () => {
    const id = await createPerson()
    expect((await erase(`customers/${id}`, { 'if-match': '"7"' })).statusCode).toBe(412)
    expect((await erase(`customers/${id}`, { 'if-match': '"1"' })).statusCode).toBe(200)
  })

  test('of two erasures at the same time both end, and the second changes no name', async () => {
    const id = await createPerson()
    const answers = await Promise.all([erase(`customers/${id}`), erase(`customers/${id}`)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [row] = await prizm.rows<{ name: string }>('select name from customers')
    expect(row?.name).toBe(`Erased customer ${id}`)
  })
})

describe('a user', () => {
  const createUser = async (username = 'jane.miller') => {
    const user = await prizm.builders.user({ username, role: 'purchasing' })
    const session = await prizm.builders.session(user)
    return { ...user, session }
  }
  const deactivate = (id: number) =>
    prizm.call('PUT', `/api/users/${id}`, { as: admin, body: { isActive: false } })

  test('is exported without hashes of passwords, keys and sessions', async () => {
    const { id } = await createUser()
    const answer = await prizm.call('GET', `/api/users/${id}/personal-data`, { as: admin })
    expect(answer.statusCode, answer.body).toBe(200)
    const file = answer.json<Record<string, Record<string, unknown>[]>>()
    expect(file['user']).toMatchObject([{ id, username: 'jane.miller', role: 'purchasing' }])
    expect(file['sessions']).toHaveLength(1)
    expect(answer.body).not.toMatch(/sha256|hash|argon/i)
  })

  test('is not erased while active or with open documents, and says which', async () => {
    const { id, session } = await createUser()
    const sku = await prizm.builders.sku({ sku: 'S-1' })
    const made = await prizm.call('POST', '/api/requisitions', {
      as: session,
      body: { reason: 'Low', items: [{ skuId: sku.id, quantity: 1 }] },
    })
    expect(made.statusCode, made.body).toBe(201)
    const answer = await erase(`users/${id}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      detail: 'jane.miller has an active account, 1 open requisition. Finish that first',
    })
    const [row] = await prizm.rows<{ username: string }>(
      `select username from users where id = ${id}`,
    )
    expect(row?.username).toBe('jane.miller')
  })

  test('is erased: no name or session remains, and the history has the pseudonym', async () => {
    const { id, session } = await createUser()
    await prizm.call('POST', '/api/vendors', {
      as: session,
      body: { vendorCode: 'V-1', name: 'Vendor', email: 'v@example.com' },
    })
    expect((await deactivate(id)).statusCode).toBe(200)
    await prizm.rows(
      `with waiting as (
         insert into account_emails (kind, email_folded) values ('reset', 'jane.miller@example.com')
         returning 1),
       link as (
         insert into account_links (token_sha256, kind, user_id)
         values ('\\x01', 'invitation', ${id})
         returning 1),
       passkey as (
         insert into passkeys
           (user_id, credential_id, public_key, counter, transports, name, is_synced)
         values (${id}, 'credential', '\\x03', 0, '{}', 'Phone of Jane', false)
         returning 1),
       identity as (
         insert into single_sign_on_identities (issuer, subject, user_id)
         values ('https://id.example', 'jane.miller', ${id})
         returning 1),
       code as (
         insert into recovery_codes (code_sha256, user_id) values ('\\x02', ${id}) returning 1)
       insert into second_factors (user_id, secret, confirmed_at) values (${id}, 'A', now())
       returning 1`,
    )
    await prizm.rows(`update users set pending = 'invitation' where id = ${id} returning 1`)
    const answer = await erase(`users/${id}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const deleted = ['account_emails', 'account_links', 'recovery_codes', 'second_factors']
    for (const table of [...deleted, 'passkeys', 'single_sign_on_identities']) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await prizm.rows(`select 1 from ${table}`), table).toEqual([])
    }
    const [row] = await prizm.rows<Record<string, unknown>>(`select * from users where id = ${id}`)
    expect(row).toMatchObject({
      username: `Erased user ${id}`,
      email: `erased-user-${id}@erased.invalid`,
      preferences: {},
      is_active: false,
      pending: null,
    })
    expect(JSON.stringify(row)).not.toMatch(/miller/i)
    expect(await prizm.rows(`select from sessions where user_id = ${id}`)).toHaveLength(0)
    const history = await prizm.call('GET', '/api/history?entity=vendor', { as: admin })
    expect(history.json()).toMatchObject([{ action: 'create', actor: `Erased user ${id}` }])
    const signIn = await prizm.call('POST', '/api/login', {
      body: { username: `Erased user ${id}`, password: 'correct horse battery' },
    })
    expect(signIn.statusCode).toBe(401)
    // The name is free again.
    await createUser()
  })
})

test.each(['manager', 'finance', 'sales', 'viewer', 'user'] as const)(
  'the role %s neither exports nor erases personal data',
  async (role) => {
    const id = await createPerson()
    const as = await prizm.signIn(role)
    for (const path of [`customers/${id}`, 'users/1']) {
      const file = await prizm.call('GET', `/api/${path}/personal-data`, { as })
      expect(file.statusCode).toBe(403)
      const body = { reason }
      const erased = await prizm.call('POST', `/api/${path}/personal-data/erase`, { as, body })
      expect(erased.statusCode).toBe(403)
    }
    expect(await prizm.rows(`select from customers where name = 'Jane Miller'`)).toHaveLength(1)
  },
)
