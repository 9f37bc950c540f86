import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import { decisionFixture } from './testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let fixture: ReturnType<typeof decisionFixture>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('admin')
  fixture = decisionFixture(prizm, as)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const order = async () => ({
  customerId: await builders.buyer(),
  items: [{ skuId: await builders.item(), quantity: 2 }],
})
/** Settings are read again after a second. */
const put = async (body: object) => {
  const answer = await prizm.call('PUT', '/api/settings', { as, body })
  expect(answer.statusCode, answer.body).toBe(200)
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
}
const versionsOf = async (id: number, by = as) =>
  new Map((await fixture.read(id, by)).settingVersions?.map(({ name, ...each }) => [name, each]))
const isDefault = { isDefault: true, knownFrom: null, changedBy: null }

test('a receipt says since when each setting was so, and who set it', async () => {
  await put({ shippingFlat: '9.00' })
  const { decisionId } = await fixture.post('orders/validate', await order())
  const [{ at, name } = { at: '', name: '' }] = await prizm.rows<Record<string, string>>(
    `select v.known_from as at, u.username as name
     from setting_versions v cross join users u where v.name = 'shippingFlat'`,
  )
  const versions = await versionsOf(decisionId)
  expect([...versions.keys()]).toEqual([
    'taxDefaultRate',
    'shippingFlat',
    'shippingFreeFrom',
    'creditOver',
    'marginBelow',
    'stockOldHours',
    'stockOldMeans',
    'creditZeroMeans',
    'creditOverdueDays',
    'creditOverduePercent',
  ])
  expect(versions.get('shippingFlat')).toEqual({
    value: '9.00',
    isDefault: false,
    knownFrom: at,
    changedBy: name,
  })
  expect(versions.get('stockOldHours')).toEqual({ value: 24, ...isDefault })
  // A later change does not touch what an earlier decision used.
  await put({ shippingFlat: '12.00' })
  expect((await versionsOf(decisionId)).get('shippingFlat')?.value).toBe('9.00')
  const later = await fixture.post('orders/validate', await order())
  expect((await versionsOf(later.decisionId)).get('shippingFlat')?.value).toBe('12.00')
})

test('they are in no hash, and the person is for those who may change settings', async () => {
  await put({ shippingFlat: '9.00' })
  const { decisionId } = await fixture.post('orders/validate', await order())
  const [{ canonical } = { canonical: '' }] = await fixture.receipts()
  expect(canonical).not.toContain('settingVersions')
  const manager = await prizm.signIn('manager')
  const seen = (await versionsOf(decisionId, manager)).get('shippingFlat')
  expect(seen).toMatchObject({ value: '9.00', isDefault: false, changedBy: null })
  expect(seen?.knownFrom).toMatch(/^\d{4}-/)
})

test('a decision from before past values were kept has none', async () => {
  const { decisionId } = await fixture.post('orders/validate', await order())
  await prizm.rows('alter table decision_receipts disable trigger decision_receipts_unchanged')
  await prizm.rows(`update decision_receipts set decided_at = '2020-01-01'`)
  await prizm.rows('alter table decision_receipts enable trigger decision_receipts_unchanged')
  expect((await fixture.read(decisionId)).settingVersions).toBeUndefined()
})
