import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Replay } from '#features/decisions/contract.ts'
import { canonicalReceipt } from '#features/decisions/rules.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import { orderBuilders } from '../testing.ts'
import { checkReplays } from './check-replays.ts'

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
  await prizm.close()
})

const replayed = (id: number, mode: 'then' | 'now', by = as): Promise<Replay> =>
  fixture.post(`decisions/${id}/replay`, { as: mode }, by)
const says = ({ differences }: Replay) => differences.map((each) => each.says)

/** Two units at 10.00: 36.60 with 8% tax and 15.00 shipping. */
type TwoUnits = { customerId: number; items: [{ skuId: number; quantity: number }] }
const orderOf = async (): Promise<TwoUnits> => ({
  customerId: await builders.buyer(),
  items: [{ skuId: await builders.item(), quantity: 2 }],
})

describe('the data check of past decisions', () => {
  const checked = async () => {
    const admin = await prizm.signIn('admin')
    const answer = await prizm.call('POST', '/api/health/data-checks', { as: admin })
    expect(answer.statusCode, answer.body).toBe(201)
    const broken = answer.json<{ broken: { name: string }[] }>().broken
    return broken.find(({ name }) => name === 'past_decisions')
  }
  const plant = async (text: string, other: string) => {
    await prizm.rows('alter table decision_receipts disable trigger decision_receipts_unchanged')
    await prizm.rows(`update decision_receipts
      set canonical = replace(canonical, '${text}', '${other}'),
          sha256 = sha256(convert_to(replace(canonical, '${text}', '${other}'), 'UTF8'))`)
    await prizm.rows('alter table decision_receipts enable trigger decision_receipts_unchanged')
  }

  test('finds no difference, and names the receipts that come out otherwise', async () => {
    const { decisionId } = await fixture.post('orders/validate', await orderOf())
    expect(await checkReplays(fixture.context())).toEqual([])
    expect(await checked()).toBeUndefined()
    // The hash is that of the text, but no rule comes to this total.
    await plant('"total":"36.60"', '"total":"36.61"')
    expect(await checkReplays(fixture.context())).toEqual([decisionId])
    expect(await checked()).toEqual({
      name: 'past_decisions',
      says: 'A past decision that is recalculated from its own facts has the same result and hash.',
      count: 1,
      records: [`decision record ${decisionId}`],
    })
    expect(says(await replayed(decisionId, 'then'))).toEqual([
      'The total was $36.61 and is $36.60 now.',
    ])
  })

  test('names a receipt whose facts the rules refuse to decide', async () => {
    const { decisionId } = await fixture.post('orders/validate', await orderOf())
    await plant('"unitPrice":"10.00"', '"unitPrice":"9999999999.00"')
    expect(await checkReplays(fixture.context())).toEqual([decisionId])
    expect(await replayed(decisionId, 'then')).toMatchObject({
      isEqual: false,
      outcome: null,
      problem: 'The amounts of this order are too large',
    })
  })

  test('leaves out changes of processed orders from before receipts had what shipped', async () => {
    const order = await orderOf()
    const { order: made } = await fixture.post('orders/create', order)
    await fixture.post(`sales-orders/${made.id}/process`)
    const body = { items: order.items.map((each) => ({ ...each, quantity: 3 })), reason: 'More' }
    const changed = await prizm.call('PUT', `/api/sales-orders/${made.id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    const [amend] = await fixture.decisionsOf(made.id)
    const receipt = (await fixture.receipts()).find(({ id }) => id === amend?.id)
    const { facts, outcome } = JSON.parse(receipt?.canonical ?? '')
    const { processed: _, ...earlier } = facts
    const text = canonicalReceipt({ kind: 'amend', facts: earlier, outcome })
    const [old] = await prizm.rows<{ id: number }>(
      `insert into decision_receipts (kind, channel, canonical, sha256)
       values ('amend', 'api', '${text}', sha256(convert_to('${text}', 'UTF8'))) returning id`,
    )
    for (const mode of ['then', 'now']) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fixture.refused(`decisions/${old?.id}/replay`, { as: mode })).toMatchObject({
        status: 409,
        code: 'not-replayable',
      })
    }
    expect(await checkReplays(fixture.context())).toEqual([])
  })

  test('leaves out receipts whose facts meant something else', async () => {
    const { decisionId } = await fixture.post('orders/validate', await orderOf())
    await plant('"form":1', '"form":2')
    expect(await checkReplays(fixture.context())).toEqual([])
    expect(await fixture.refused(`decisions/${decisionId}/replay`, { as: 'then' })).toMatchObject({
      status: 409,
      code: 'not-replayable',
    })
  })
})
