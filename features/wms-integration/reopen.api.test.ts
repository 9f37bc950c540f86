import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WmsProblem } from './contract.ts'
import { raise } from './problems.ts'
import { type Beside, besideWarehouse } from './testing.ts'

let beside: Beside

beforeEach(async () => {
  beside = await besideWarehouse()
})
afterEach(() => beside.close())

const act = async (id: number | undefined, verb: string, as = beside.manager) => {
  const answer = await beside.post(`/api/wms/problems/${id}/${verb}`, {}, as)
  return { status: answer.statusCode, body: answer.json<WmsProblem & { detail: string }>() }
}

/** A customer whose export failed, and the problem of it. */
async function refusedCustomer(): Promise<WmsProblem | undefined> {
  await beside.given.buyer()
  await beside.run('customers')
  const [sent] = await beside.query<{ id: number }>(
    `update wms_exports set state = 'failed', attempts = 10, sent_at = null returning id`,
  )
  await told('export', `export:${sent?.id}`, sent?.id)
  return (await beside.problems())[0]
}

function told(kind: 'export' | 'short' | 'count', key: string, exportId: number | null = null) {
  const base = { dataType: 'customers', direction: 'export', record: 'C-1' } as const
  const words = { title: 'Customer C-1 was not taken', reason: 'No postal code' }
  return raise(beside.context(), { ...base, ...words, kind, key, exportId })
}

const exportStates = () => beside.query('select state from wms_exports order by id')

test('a dismissed problem is reopened, and what it is about can be tried again', async () => {
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
  await beside.settle()
  expect(await exportStates()).toEqual([{ state: 'sent' }])
  expect(await beside.problems()).toEqual([])
})

test('only who mends may reopen, and only a problem that there is', async () => {
  const problem = await refusedCustomer()
  await act(problem?.id, 'dismiss')
  expect((await act(problem?.id, 'reopen', beside.clerk)).status).toBe(403)
  expect((await act(9999, 'reopen')).status).toBe(404)
})

test('what was overtaken, given up or told again is not reopened', async () => {
  const problem = await refusedCustomer()
  await act(problem?.id, 'dismiss')
  await beside.query(
    `insert into wms_exports (kind, record_id, code, version, action, payload, state)
     select kind, record_id, code, version + 1, action, payload, 'sent' from wms_exports`,
  )
  const why = async (id: number | undefined) => {
    const { status, body } = await act(id, 'reopen')
    return [status, body.detail]
  }
  expect(await why(problem?.id)).toEqual([
    409,
    'A later version of the document has taken its place',
  ])
  await told('count', 'count-guard')
  const [count] = await beside.problems()
  await act(count?.id, 'dismiss')
  expect(await why(count?.id)).toEqual([
    409,
    'That count was given up; the next one is looked at anew',
  ])
  await told('short', 'short:1')
  const [short] = await beside.problems()
  await act(short?.id, 'dismiss')
  await told('short', 'short:1')
  expect(await why(short?.id)).toEqual([409, 'The same problem is open again already'])
})
