import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WmsProblem } from '../contract.ts'
import { raiseProblem } from './problems.ts'
import { type WarehouseFixture, warehouseFixture } from './testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const act = async (id: number | undefined, verb: string, as = fixture.manager) => {
  const answer = await fixture.post(`/api/wms/problems/${id}/${verb}`, {}, as)
  return { status: answer.statusCode, body: answer.json<WmsProblem & { detail: string }>() }
}

/** A customer whose export failed, and its problem. */
async function refusedCustomer(): Promise<WmsProblem | undefined> {
  await fixture.builders.buyer()
  await fixture.run('customers')
  const [sent] = await fixture.query<{ id: number }>(
    `update wms_exports set state = 'failed', attempts = 10, sent_at = null returning id`,
  )
  await reportProblem('export', `export:${sent?.id}`, sent?.id)
  return (await fixture.problems())[0]
}

function reportProblem(
  kind: 'export' | 'short' | 'count',
  key: string,
  exportId: number | null = null,
) {
  const base = { dataType: 'customers', direction: 'export', record: 'C-1' } as const
  const words = { title: 'Customer C-1 was rejected', reason: 'No postal code' }
  return raiseProblem(fixture.context(), { ...base, ...words, kind, key, exportId })
}

const exportStates = () => fixture.query('select state from wms_exports order by id')

test('a dismissed problem can be reopened and retried', async () => {
  const problem = await refusedCustomer()
  expect((await act(problem?.id, 'reopen')).body.detail).toBe(
    'This problem is open, so it cannot be reopened',
  )
  expect((await act(problem?.id, 'dismiss')).body.state).toBe('dismissed')
  expect(await exportStates()).toEqual([{ state: 'dismissed' }])
  const reopened = await act(problem?.id, 'reopen')
  expect(reopened).toMatchObject({ status: 200, body: { state: 'open', endedAt: null } })
  expect(await exportStates()).toEqual([{ state: 'failed' }])
  expect((await act(problem?.id, 'retry')).status).toBe(200)
  await fixture.settle()
  expect(await exportStates()).toEqual([{ state: 'sent' }])
  expect(await fixture.problems()).toEqual([])
})

test('reopening needs wms.mend and an existing problem', async () => {
  const problem = await refusedCustomer()
  await act(problem?.id, 'dismiss')
  expect((await act(problem?.id, 'reopen', fixture.clerk)).status).toBe(403)
  expect((await act(9999, 'reopen')).status).toBe(404)
})

test('a superseded, discarded or repeated problem cannot be reopened', async () => {
  const problem = await refusedCustomer()
  await act(problem?.id, 'dismiss')
  await fixture.query(
    `insert into wms_exports (kind, record_id, code, version, action, payload, state)
     select kind, record_id, code, version + 1, action, payload, 'sent' from wms_exports`,
  )
  const why = async (id: number | undefined) => {
    const { status, body } = await act(id, 'reopen')
    return [status, body.detail]
  }
  expect(await why(problem?.id)).toEqual([409, 'A later version of the document has replaced it'])
  await reportProblem('count', 'count-guard')
  const [count] = await fixture.problems()
  await act(count?.id, 'dismiss')
  expect(await why(count?.id)).toEqual([
    409,
    'That count was discarded. The next one is checked again',
  ])
  await reportProblem('short', 'short:1')
  const [short] = await fixture.problems()
  await act(short?.id, 'dismiss')
  await reportProblem('short', 'short:1')
  expect(await why(short?.id)).toEqual([409, 'The same problem is already open again'])
})

test.each([
  ['waiting', 'The document is already waiting to be sent'],
  ['sent', 'The document was sent in the meantime, so there is nothing to retry'],
])('a problem about a document that is %s cannot be reopened', async (state, sentence) => {
  const problem = await refusedCustomer()
  await act(problem?.id, 'dismiss')
  await fixture.query(`update wms_exports set state = '${state}'`)
  expect(await act(problem?.id, 'reopen')).toMatchObject({
    status: 409,
    body: { detail: sentence },
  })
  expect(await exportStates()).toEqual([{ state }])
  expect(await fixture.problems()).toEqual([])
})

test.each([
  ['parked', 'The import is already being retried'],
  ['partial', 'The import was applied in the meantime, so there is nothing to retry'],
])('a problem about an import that is %s cannot be reopened', async (state, sentence) => {
  const [made] = await fixture.query<{ id: number }>(
    `insert into wms_imports (kind, external_id, state, data)
     values ('receipt.posted', 'R-1', 'failed', '{}') returning id`,
  )
  const words = { record: 'R-1', title: 'R-1 was rejected', reason: 'No such order' }
  const where = { kind: 'import', dataType: 'purchase_orders', direction: 'import' } as const
  await raiseProblem(fixture.context(), {
    ...where,
    ...words,
    key: 'import:1',
    importId: made?.id ?? 0,
  })
  const [problem] = await fixture.problems()
  await act(problem?.id, 'dismiss')
  await fixture.query(`update wms_imports set state = '${state}'`)
  expect(await act(problem?.id, 'reopen')).toMatchObject({
    status: 409,
    body: { detail: sentence },
  })
  expect(await fixture.query('select state from wms_imports')).toEqual([{ state }])
  expect(await fixture.problems()).toEqual([])
})

test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a problem that is overtaken while the request waits for its lock is not reopened',
  async () => {
    const problem = await refusedCustomer()
    await act(problem?.id, 'dismiss')
    const holder = await fixture.prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query('select id from wms_exports for update')
    const reopening = act(problem?.id, 'reopen')
    const waits = `select pid from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await fixture.query(waits)).length).toBe(1)
    await holder.query(
      `insert into wms_exports (kind, record_id, code, version, action, payload, state)
       select kind, record_id, code, version + 1, action, payload, 'sent' from wms_exports`,
    )
    await holder.query('commit')
    holder.release()
    expect(await reopening).toMatchObject({
      status: 409,
      body: { detail: 'A later version of the document has replaced it' },
    })
    expect(await exportStates()).toEqual([{ state: 'dismissed' }, { state: 'sent' }])
  },
)
