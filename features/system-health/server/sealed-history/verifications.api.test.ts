import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { HistoryVerification, SealedHistory } from '../../contract.ts'
import { runHistoryVerification } from './verifications.ts'

let prizm: TestApp
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

const url = '/api/health/sealed-history'
const ctx = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'test' }
}
const query = async (text: string) => (await prizm.database.pool.query(text)).rows as unknown[]
const plant = (count: number) =>
  query(`insert into audit_log (entity, entity_id, action)
         select 'customer', n, 'update' from generate_series(1, ${count}) n`)
/** Runs a statement that only the owner of the database could run. */
const asOwner = (statement: string) =>
  query(`begin; set local session_replication_role = replica; ${statement}; commit`)

async function start(as = admin): Promise<HistoryVerification> {
  const answer = await prizm.call('POST', `${url}/verifications`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<HistoryVerification>()
}
const read = async () =>
  (await prizm.call('GET', url, { as: admin })).json<SealedHistory>().verification

test('a verification runs in the background and stores its result', async () => {
  await plant(4500)
  expect(await read()).toBeNull()
  const started = await start()
  expect(started).toMatchObject({ state: 'waiting', sealsVerified: 0, faultCount: null })
  await runHistoryVerification(ctx())
  const done = await read()
  expect(done).toMatchObject({
    id: started.id,
    state: 'done',
    sealCount: 3,
    sealsVerified: 3,
    faultCount: 0,
    firstFault: null,
    failure: null,
    doneAt: expect.any(String),
  })
  const [entries] = await prizm.rows<{ count: number; last: number }>(
    'select count(*) as count, max(id) as last from audit_log',
  )
  expect(done).toMatchObject({ rowCount: entries?.count, lastEntryId: entries?.last })
  expect(await query('select fault_count::int as faults from audit_checks')).toEqual([
    { faults: 0 },
  ])
})

test('a second click joins the verification that waits, whoever clicks', async () => {
  await plant(1)
  const finance = await prizm.signIn('finance')
  const [first, second] = await Promise.all([start(), start(finance)])
  expect(second).toEqual(first)
  await runHistoryVerification(ctx())
  await runHistoryVerification(ctx())
  expect(await query('select count(*)::int as n from audit_checks')).toEqual([{ n: 1 }])
  expect((await start()).id).not.toBe(first?.id)
})

test('another node takes a verification over only after the lease of the first one', async () => {
  await plant(1)
  const { id } = await start()
  await query(`update history_verifications
    set attempts = 1, leased_until = now() + interval '1 minute'`)
  await runHistoryVerification(ctx())
  expect(await read()).toMatchObject({ id, state: 'waiting' })
  await query(`update history_verifications set leased_until = now() - interval '1 minute'`)
  await runHistoryVerification(ctx())
  expect(await read()).toMatchObject({ id, state: 'done', faultCount: 0 })
})

test('a verification that is interrupted three times fails with a sentence', async () => {
  await start()
  await query('update history_verifications set attempts = 3')
  await runHistoryVerification(ctx())
  expect(await read()).toMatchObject({
    state: 'failed',
    faultCount: null,
    failure: 'It was interrupted 3 times. Start it again',
  })
})

test('a changed entry is found, named and reported to the administrators', async () => {
  await plant(3)
  await start()
  await runHistoryVerification(ctx())
  const [last] = await prizm.rows<{ id: number }>('select max(to_id) as id from audit_seals')
  await asOwner(`update audit_log set reason = 'x' where id = 1`)
  await start()
  await runHistoryVerification(ctx())
  const fault = `Acts 1 to ${last?.id} are not what they were`
  expect(await read()).toMatchObject({ state: 'done', faultCount: 1, firstFault: fault })
  expect(await query(`select text from notifications where kind = 'system'`)).toEqual([
    { text: fault },
  ])
})

test('the file has the result and all hashes, which an outsider can chain', async () => {
  await plant(4500)
  const { id } = await start()
  const early = await prizm.call('GET', `${url}/verifications/${id}/file`, { as: admin })
  expect(early.statusCode).toBe(409)
  expect(early.json()).toMatchObject({ code: 'verification-not-done' })
  await runHistoryVerification(ctx())
  // Entries and seals after the verification are not part of its file.
  await plant(1)
  await start()
  await runHistoryVerification(ctx())
  const answer = await prizm.call('GET', `${url}/verifications/${id}/file`, { as: admin })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain(`history-verification-${id}.json`)
  type Seal = { previousHash: string; hash: string; toId: number; sealedAt: string }
  type File = HistoryVerification & { result: string; lastSealedAt: string; seals: Seal[] }
  const file = answer.json<File>()
  expect(file).toMatchObject({ result: 'No changes found', id, faultCount: 0 })
  expect(file.seals).toHaveLength(3)
  expect(file.seals[0]?.previousHash).toBe('0'.repeat(64))
  expect(file.seals[1]?.previousHash).toBe(file.seals[0]?.hash)
  expect(file.seals[2]?.previousHash).toBe(file.seals[1]?.hash)
  expect(file.seals[2]).toMatchObject({
    hash: file.lastHash,
    toId: file.lastEntryId,
    sealedAt: file.lastSealedAt,
  })
})

test('only those who may read the sealed history verify it', async () => {
  const { id } = await start()
  for (const role of ['sales', 'warehouse', 'viewer', 'user'] as const) {
    const as = await prizm.signIn(role)
    expect((await prizm.call('POST', `${url}/verifications`, { as })).statusCode).toBe(403)
    const file = await prizm.call('GET', `${url}/verifications/${id}/file`, { as })
    expect(file.statusCode).toBe(403)
  }
  const unknown = await prizm.call('GET', `${url}/verifications/999/file`, { as: admin })
  expect(unknown.statusCode).toBe(404)
})
