import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesDesk } from './testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof payablesDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await payablesDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

test('concurrent credit applications each settle only what is still open', async () => {
  const { id } = await desk.posted()
  const credit = async (creditNumber: string) => {
    const note = { creditNumber, amount: '30.00', account: 'priceVariance', reason: 'Too dear' }
    const body = { vendorId: desk.vendorId, ...note }
    return (await desk.post('/api/vendor-credits', desk.finance, body)).json().id as number
  }
  const credits = [await credit('CN-1'), await credit('CN-2')]
  const answers = await Promise.all(
    credits.map((each) => desk.post(`/api/vendor-credits/${each}/apply`, desk.finance, {})),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const applied = answers.map((answer) => answer.json().appliedAmount as string)
  expect(applied.toSorted()).toEqual(['10.00', '30.00'])
  expect(await desk.bill(id)).toMatchObject({ openAmount: '0.00', standing: 'paid' })
})

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

test.runIf(isPostgres)(
  'a draft that was changed to another order in the meantime is not posted',
  async () => {
    const [first, second] = [await desk.received(), await desk.received()]
    const billNumber = 'B-1'
    const draft = await desk.entered({ billNumber, status: 'draft', lines: [desk.lineOf(first)] })
    const holder = await prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query('select id from purchase_orders where id = $1 for update', [first.id])
    const posting = desk.billAct(draft.id, 'post')
    const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await desk.query(waits)).length).toBe(1)
    const form = { billNumber, vendorId: desk.vendorId, docDate: '2026-03-01', status: 'draft' }
    const changed = await prizm.call('PUT', `/api/vendor-bills/${draft.id}`, {
      as: desk.finance,
      body: { ...form, lines: [desk.lineOf(second)] },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    await holder.query('commit')
    holder.release()
    expect((await posting).json()).toMatchObject({
      status: 412,
      detail: 'Someone else changed this record since you opened it',
    })
    expect(await desk.bill(draft.id)).toMatchObject({ status: 'draft' })
    expect((await desk.billAct(draft.id, 'post')).json()).toMatchObject({ status: 'posted' })
  },
)

test.runIf(isPostgres)(
  'a credit applied while a bill is being voided is applied to the other bills',
  async () => {
    const [first, second] = [await desk.posted(), await desk.posted()]
    const note = { creditNumber: 'CN-1', amount: '60.00', account: 'priceVariance', reason: 'Dear' }
    const body = { vendorId: desk.vendorId, ...note }
    const credit = (await desk.post('/api/vendor-credits', desk.finance, body)).json().id as number
    const holder = await prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query('select id from vendor_bills where id = $1 for update', [first.id])
    const applying = desk.post(`/api/vendor-credits/${credit}/apply`, desk.finance, {})
    const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await desk.query(waits)).length).toBe(1)
    expect((await desk.billAct(second.id, 'void')).json()).toMatchObject({ status: 'void' })
    await holder.query('commit')
    holder.release()
    const applied = await applying
    expect(applied.json(), applied.body).toMatchObject({ appliedAmount: '40.00' })
    expect(await desk.query('select bill_id, amount from payable_applications')).toEqual([
      { bill_id: first.id, amount: '40.00' },
    ])
    expect(await desk.bill(second.id)).toMatchObject({ status: 'void' })
  },
)
