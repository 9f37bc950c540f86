import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { sealHistory } from '#features/audit/server/hash-chain.ts'
import { digestReceipts } from '#features/decisions/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { SealedHistory } from '#features/audit/server/hash-chain.ts'
import { sealAndCheckHistory } from './seal-and-check.ts'

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
const query = async (text: string) => (await prizm.database.pool.query(text)).rows as unknown[]
const read = async () =>
  (await prizm.call('GET', '/api/health/sealed-history', { as: admin })).json<SealedHistory>()
const check = async () => {
  const answer = await prizm.call('POST', '/api/health/sealed-history/check', { as: admin })
  expect(answer.statusCode).toBe(200)
  return answer.json<SealedHistory>()
}

/** Creates customers; each creation adds one audit-log row. */
async function acts(count: number, from = 1) {
  for (let n = from; n < from + count; n++) {
    const body = { customerCode: `C-${n}`, name: 'Acme', email: 'a@acme.example' }
    const made = await prizm.call('POST', '/api/customers', { as: admin, body })
    expect(made.statusCode).toBe(201)
  }
}

/** Runs a statement that only the database owner could run. */
const asOwner = (statement: string) =>
  query(`begin; set local session_replication_role = replica; ${statement}; commit`)

const slipIn = `insert into audit_log (id, entity, entity_id, action)
  overriding system value values (2, 'customer', 9, 'delete')`

describe('the audit log', () => {
  test.each([
    'update audit_log set action = action',
    'delete from audit_log',
    'truncate audit_log',
    'update audit_seals set hash = hash',
    'delete from audit_seals',
    'truncate audit_seals',
    'delete from audit_checks',
    'truncate approvals',
    'truncate stock_moves',
    'truncate journal_entries, journal_lines',
  ])('is append-only: %s', async (statement) => {
    await acts(1)
    await check()
    await query(`insert into approvals (entity, entity_id, action, approver_id)
                 values ('customer', 1, 'x', 1)`)
    await expect(query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('is sealed up to its last row, each seal chained to the previous one', async () => {
    await acts(3)
    expect(await read()).toMatchObject({ sealCount: 0, waiting: 3, lastCheck: null })
    await sealHistory(ctx())
    await sealHistory(ctx())
    await acts(1, 4)
    const { lastHash, lastCheck, ...rest } = await check()
    expect(rest).toMatchObject({ sealCount: 2, waiting: 0 })
    expect(lastHash).toMatch(/^[0-9a-f]{64}$/)
    expect(lastCheck).toMatchObject({ sealCount: 2, rowCount: 4, faultCount: 0, firstFault: null })
    expect(await query('select from_id, to_id, row_count from audit_seals order by to_id')).toEqual(
      [
        { from_id: 1, to_id: 3, row_count: 3 },
        { from_id: 4, to_id: 4, row_count: 1 },
      ],
    )
    const [second] = await query(`select b.previous_hash = a.hash as follows
      from audit_seals a join audit_seals b on b.from_id = a.to_id + 1`)
    expect(second).toEqual({ follows: true })
  })

  test('is sealed and verified in several batches', async () => {
    await query(`insert into audit_log (entity, entity_id, action)
                 select 'customer', n, 'update' from generate_series(1, 44001) n`)
    const { sealCount, lastCheck } = await check()
    expect({ sealCount, checked: lastCheck?.sealCount }).toEqual({ sealCount: 23, checked: 23 })
    expect(lastCheck).toMatchObject({ rowCount: 44_001, faultCount: 0 })
    await asOwner('delete from audit_log where id = 43000')
    expect((await check()).lastCheck).toMatchObject({
      faultCount: 1,
      firstFault: 'Acts 42001 to 44000 were 2000 and are 1999',
    })
  })

  test.each([
    ['one is taken away', 'delete from audit_log where id = 2', 'Acts 1 to 3 were 3 and are 2'],
    [
      'the last is taken away',
      'delete from audit_log where id = 4',
      'Acts 4 to 4 were 1 and are 0',
    ],
    [
      'one is changed',
      `update audit_log set actor_id = 77 where id = 2`,
      'Acts 1 to 3 are not what they were',
    ],
    [
      'one is exchanged for another',
      `delete from audit_log where id = 2; ${slipIn}`,
      'Acts 1 to 3 are not what they were',
    ],
    [
      'one is slipped in before the first',
      slipIn.replace('(2,', '(-2,'),
      'Acts were slipped in before the first one',
    ],
    [
      'a seal is taken away with its acts',
      'delete from audit_log where id < 4; delete from audit_seals where to_id = 3',
      'The seal before acts 4 to 4 is not the one it was',
    ],
    [
      'the last seal is taken away with its acts',
      'delete from audit_log where id = 4; delete from audit_seals where to_id = 4',
      'The last seal of the check of 2026-03-02 is gone',
    ],
    [
      'a seal is made anew over changed acts',
      `update audit_log set reason = 'x' where id = 1;
       update audit_seals s
       set hash = (select h.hash from audit_seal_hash(s.previous_hash, 1, 3, s.sealed_at) h)
       where s.to_id = 3`,
      'The seal before acts 4 to 4 is not the one it was',
    ],
  ])('is detected as altered if %s', async (_what, tampering, sentence) => {
    await acts(3)
    await sealHistory(ctx())
    await acts(1, 4)
    expect((await check()).lastCheck).toMatchObject({ faultCount: 0 })
    await asOwner(tampering)
    expect((await check()).lastCheck).toMatchObject({ faultCount: 1, firstFault: sentence })
    // The fault persists, and administrators are notified once.
    expect((await check()).lastCheck).toMatchObject({ faultCount: 1, firstFault: sentence })
    expect(await query(`select title, text from notifications where kind = 'system'`)).toEqual([
      { title: 'The audit history was altered', text: sentence },
    ])
  })

  test('reports a row inserted under an unused id', async () => {
    await acts(1)
    await query(`select nextval(pg_get_serial_sequence('audit_log', 'id'))`)
    await acts(1, 2)
    expect((await check()).lastCheck).toMatchObject({ rowCount: 2, faultCount: 0 })
    await asOwner(slipIn)
    expect((await check()).lastCheck).toMatchObject({
      firstFault: 'Acts 1 to 3 were 2 and are 3',
    })
  })

  test('verifies the same in any session time zone', async () => {
    await acts(2)
    await check()
    const there = await inTransaction(ctx(), async ({ db }) => {
      await rows(db, { name: '', text: `set local timezone = 'Asia/Tokyo'` })
      return rows(db, { name: '', text: 'select fault from audit_seal_faults(0, 9)' })
    })
    expect(there).toEqual([{ fault: null }])
  })

  test('is sealed every minute and verified once a day', async () => {
    const checks = () => query('select row_count::int as acts from audit_checks order by id')
    await acts(1)
    await sealAndCheckHistory(ctx())
    await acts(1, 2)
    await sealAndCheckHistory(ctx())
    expect(await checks()).toEqual([{ acts: 1 }])
    expect(await read()).toMatchObject({ sealCount: 2, waiting: 0 })
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 24 * 3_600_000)
    await sealAndCheckHistory(ctx())
    expect(await checks()).toEqual([{ acts: 1 }, { acts: 2 }])
  })

  test('is sealed although the receipts of decisions cannot be digested', async () => {
    await acts(1)
    await query('alter table decision_receipts rename to unreadable_receipts')
    try {
      await expect(digestReceipts(ctx())).rejects.toThrow('decision_receipts')
      await sealAndCheckHistory(ctx())
    } finally {
      await query('alter table unreadable_receipts rename to decision_receipts')
    }
    expect(await read()).toMatchObject({ sealCount: 1, waiting: 0 })
  })

  test('is shown only to users with permission', async () => {
    const sales = await prizm.signIn('sales')
    const url = '/api/health/sealed-history'
    expect((await prizm.call('GET', url, { as: sales })).statusCode).toBe(403)
    expect((await prizm.call('POST', `${url}/check`, { as: sales })).statusCode).toBe(403)
  })
})

// The embedded database has one connection, so it has no concurrent writers.
describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('beside open transactions', () => {
  test('rows are not sealed before all concurrent writers have committed', async () => {
    const slow = await prizm.database.pool.connect()
    const insert = `insert into audit_log (entity, entity_id, action) values ('customer', 1, 'x')`
    await slow.query('begin')
    await slow.query(insert)
    await acts(1)
    await sealHistory(ctx())
    expect(await read()).toMatchObject({ sealCount: 0 })
    const sealing = sealHistory(ctx())
    await slow.query('commit')
    slow.release()
    await sealing
    expect(await query('select from_id, to_id, row_count from audit_seals')).toEqual([
      { from_id: 1, to_id: 2, row_count: 2 },
    ])
    expect((await check()).lastCheck).toMatchObject({ faultCount: 0, rowCount: 2 })
  })

  test('two nodes that seal concurrently build one chain', async () => {
    await acts(3)
    await Promise.all(Array.from({ length: 6 }, () => sealHistory(ctx())))
    expect(await query('select from_id, to_id from audit_seals')).toEqual([
      { from_id: 1, to_id: 3 },
    ])
  })
})
