import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Replay } from '#features/decisions/contract.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import { differentReplays, orderBuilders } from '../testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let fixture: ReturnType<typeof decisionFixture>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  fixture = decisionFixture(prizm, as)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const decidedNow = (id = 0): Promise<Replay> =>
  fixture.post(`decisions/${id}/replay`, { as: 'now' })
const says = ({ differences }: Replay) => differences.map((each) => each.says)
/** Settings are read again after a second. */
const set = async (values: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(values)) {
    // oxlint-disable-next-line no-await-in-loop
    await prizm.rows(`insert into settings (name, value) values
      ('${name}', '${JSON.stringify(value)}')
      on conflict (name) do update set value = excluded.value`)
  }
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
}

/** An order of two units at 10.00: 36.60 with 8% tax and 15.00 shipping. */
async function placed(buyer: object = {}, item: object = {}) {
  const customerId = await builders.buyer(buyer)
  const skuId = await builders.item(item)
  const items = [{ skuId, quantity: 2 }]
  const { order } = await fixture.post('orders/create', { customerId, items })
  return { id: order.id as number, customerId, skuId }
}
const held = async (id: number, reason: string) => {
  await fixture.post(`sales-orders/${id}/hold`, { reason })
  const [hold] = await fixture.decisionsOf(id)
  expect(hold?.kind).toBe('hold')
  return hold?.id
}
const released = async (id: number) => {
  await fixture.post(`sales-orders/${id}/release`)
  const [release] = await fixture.decisionsOf(id)
  expect(release?.kind).toBe('release')
  return release?.id
}

describe('a hold, as now', () => {
  test('is set on the order as it is today, while the reason of the person stays', async () => {
    const { id, skuId } = await placed()
    const hold = await held(id, 'address')
    const same = await decidedNow(hold)
    expect(same).toMatchObject({ isEqual: true, differences: [], problem: null })
    expect(same.outcome).toMatchObject({ verdict: 'held', holdReason: 'address' })
    await released(id)
    const body = { items: [{ skuId, quantity: 3 }] }
    const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    await fixture.post(`sales-orders/${id}/process`)
    const replay = await decidedNow(hold)
    expect(replay).toMatchObject({ isEqual: true, problem: null })
    expect(says(replay)).toEqual([
      'The status of the order was pending and is processing now.',
      'The order’s total was $36.60 and is $47.40 now.',
    ])
  })

  test('says why the order cannot be put on hold today', async () => {
    const { id } = await placed()
    const hold = await held(id, 'address')
    await fixture.post(`sales-orders/${id}/cancel`, { reason: 'They changed their mind' })
    expect(await decidedNow(hold)).toMatchObject({
      isEqual: false,
      outcome: null,
      sha256: null,
      problem: 'This order is cancelled, so it cannot be put on hold',
      differences: [],
    })
  })
})

describe('a release, as now', () => {
  test('of a hold without credit comes out the same while nothing else holds it', async () => {
    const { id } = await placed()
    await held(id, 'address')
    const release = await released(id)
    const replay = await decidedNow(release)
    expect(replay).toMatchObject({ isEqual: true, differences: [], problem: null })
    expect(replay.outcome).toMatchObject({ verdict: 'approved', holdReason: null })
  })

  test('awaits the margin if the rule does not accept a price at the costs of today', async () => {
    const { id } = await placed({}, { cost: '3.00' })
    await held(id, 'address')
    const release = await released(id)
    await set({ marginBelow: 'hold', minimumMarginPercent: 80 })
    const replay = await decidedNow(release)
    expect(replay.outcome).toMatchObject({ verdict: 'held', holdReason: 'margin' })
    expect(says(replay)).toEqual([
      'The result of the rule Margin was none and is “On hold” now.',
      'The decision was “Approved” and is “On hold” now.',
      'The hold reason was none and is “Margin” now.',
    ])
  })

  test('of a paid order awaits the payment if the money is not there any more', async () => {
    const { id, customerId } = await placed({ paymentTerms: 'Prepaid', creditLimit: '0.00' })
    const finance = await prizm.signIn('finance')
    const body = { customerId, amount: '36.60', method: 'ach' }
    const { id: paymentId } = await fixture.post('payments', body, finance)
    const release = await released(id)
    expect(await decidedNow(release)).toMatchObject({ isEqual: true, differences: [] })
    await fixture.post(`payments/${paymentId}/void`, { reason: 'It bounced' }, finance)
    const replay = await decidedNow(release)
    expect(replay.outcome).toMatchObject({ verdict: 'held', holdReason: 'payment' })
    expect(says(replay)).toEqual([
      'The result of the rule Payment was “Passed” and is “On hold” now.',
      'The unpaid amount was $0.00 and is $36.60 now.',
      'The decision was “Approved” and is “On hold” now.',
      'The hold reason was none and is “Payment” now.',
    ])
  })
})

describe('a change of an order that had been processed, as now', () => {
  /** Two units, of which one has shipped, and then three. */
  const revised = async () => {
    const { id, customerId, skuId } = await placed({ creditLimit: '100.00' }, { currentStock: 6 })
    await fixture.post(`sales-orders/${id}/process`)
    await fixture.post(`sales-orders/${id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
    const body = { items: [{ lineNo: 1, skuId, quantity: 3 }], reason: 'One more' }
    const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    const [amend] = await fixture.decisionsOf(id)
    expect(amend?.kind).toBe('amend')
    return { id, customerId, skuId, amend: amend?.id }
  }

  test('comes out the same, also after its units have shipped', async () => {
    const { id, amend } = await revised()
    expect(await decidedNow(amend)).toMatchObject({ isEqual: true, differences: [] })
    await fixture.post(`sales-orders/${id}/ship`)
    expect(await decidedNow(amend)).toMatchObject({ isEqual: true, differences: [] })
  })

  test('is checked for the credit of what had not shipped', async () => {
    const { customerId, amend } = await revised()
    await prizm.rows(`update customers set credit_limit = 40 where id = ${customerId}`)
    const replay = await decidedNow(amend)
    expect(replay.outcome).toMatchObject({ verdict: 'refused', totals: { total: '47.40' } })
    // 25.80 has shipped and is owed, so 14.20 of credit is left for 21.60.
    expect(says(replay)).toEqual([
      'The credit limit was $100.00 and is $40.00 now.',
      'The available credit was $74.20 and is $14.20 now.',
      'The result of the rule Credit was “Passed” and is “Failed” now.',
      'The decision was “Approved” and is “Not approved” now.',
    ])
  })

  test('needs stock only for the units that are added', async () => {
    const { skuId, amend } = await revised()
    const customerId = await builders.buyer()
    await fixture.post('orders/create', { customerId, items: [{ skuId, quantity: 3 }] })
    const replay = await decidedNow(amend)
    expect(replay).toMatchObject({ isEqual: true, outcome: { verdict: 'approved' } })
    expect(says(replay)).toEqual(['The stock of S-2 was 5 and is 2 now.'])
  })
})
