import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

test('concurrent credit applications each settle only what is still open', async () => {
  const { id } = await fixture.posted()
  const credit = async (creditNumber: string) => {
    const note = { creditNumber, amount: '30.00', account: 'priceVariance', reason: 'Too dear' }
    const body = { vendorId: fixture.vendorId, ...note }
    return (await fixture.post('/api/vendor-credits', fixture.finance, body)).json().id as number
  }
  const credits = [await credit('CN-1'), await credit('CN-2')]
  const answers = await Promise.all(
    credits.map((each) => fixture.post(`/api/vendor-credits/${each}/apply`, fixture.finance, {})),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const applied = answers.map((answer) => answer.json().appliedAmount as string)
  expect(applied.toSorted()).toEqual(['10.00', '30.00'])
  expect(await fixture.bill(id)).toMatchObject({ openAmount: '0.00', standing: 'paid' })
})

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

test.runIf(isPostgres)(
  'a draft that was changed to another order in the meantime is not posted',
  async () => {
    const [first, second] = [await fixture.received(), await fixture.received()]
    const billNumber = 'B-1'
    const draft = await fixture.entered({
      billNumber,
      status: 'draft',
      lines: [fixture.lineOf(first)],
    })
    const holder = await prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query('select id from purchase_orders where id = $1 for update', [first.id])
    const posting = fixture.billAct(draft.id, 'post')
    const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await fixture.query(waits)).length).toBe(1)
    const form = { billNumber, vendorId: fixture.vendorId, docDate: '2026-03-01', status: 'draft' }
    const changed = await prizm.call('PUT', `/api/vendor-bills/${draft.id}`, {
      as: fixture.finance,
      body: { ...form, lines: [fixture.lineOf(second)] },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    await holder.query('commit')
    holder.release()
    expect((await posting).json()).toMatchObject({
      status: 412,
      detail: 'Someone else changed this record since you opened it',
    })
    expect(await fixture.bill(draft.id)).toMatchObject({ status: 'draft' })
    expect((await fixture.billAct(draft.id, 'post')).json()).toMatchObject({ status: 'posted' })
  },
)

test.runIf(isPostgres)(
  'a credit applied while a bill is being voided is applied to the other bills',
  async () => {
    const [first, second] = [await fixture.posted(), await fixture.posted()]
    const note = { creditNumber: 'CN-1', amount: '60.00', account: 'priceVariance', reason: 'Dear' }
    const body = { vendorId: fixture.vendorId, ...note }
    const credit = (await fixture.post('/api/vendor-credits', fixture.finance, body)).json()
      .id as number
    const holder = await prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query('select id from vendor_bills where id = $1 for update', [first.id])
    const applying = fixture.post(`/api/vendor-credits/${credit}/apply`, fixture.finance, {})
    const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await fixture.query(waits)).length).toBe(1)
    expect((await fixture.billAct(second.id, 'void')).json()).toMatchObject({ status: 'void' })
    await holder.query('commit')
    holder.release()
    const applied = await applying
    expect(applied.json(), applied.body).toMatchObject({ appliedAmount: '40.00' })
    expect(await fixture.query('select bill_id, amount from payable_applications')).toEqual([
      { bill_id: first.id, amount: '40.00' },
    ])
    expect(await fixture.bill(second.id)).toMatchObject({ status: 'void' })
  },
)
