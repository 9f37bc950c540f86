import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { notifyExpiringCertificates } from './certificates.ts'

let prizm: TestApp
let buyer: string
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  buyer = await prizm.signIn('purchasing')
  admin = await prizm.signIn('admin')
  await prizm.builders.vendor()
  await prizm.builders.sku({ cost: '4.00', category: 'Food' })
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = buyer) =>
  prizm.call(method, url, { as, ...(body && { body }) })
const notifications = () =>
  query("select entity, action from audit_log where entity in ('vendor', 'sku') order by id")

describe('an offer', () => {
  const offer = { vendorId: 1, skuId: 1, unitPrice: '3.50', leadTimeDays: 6, minimumQuantity: 20 }

  test('is created, updated and deleted, and both histories record it', async () => {
    const made = await call('POST', '/api/vendor-skus', offer)
    expect(made.json()).toMatchObject({ ...offer, rank: 1, sku: 'S-1', vendorCode: 'V-1' })
    const changed = await call('PUT', '/api/vendor-skus/1', { ...offer, rank: 2 })
    expect(changed.json()).toMatchObject({ rank: 2, unitPrice: '3.50', version: 2 })
    expect(await query('select rank, unit_price from vendor_skus')).toEqual([
      { rank: 2, unit_price: '3.50' },
    ])
    expect((await call('DELETE', '/api/vendor-skus/1')).statusCode).toBe(204)
    expect(await query('select id from vendor_skus')).toEqual([])
    const both = (action: string) => ['vendor', 'sku'].map((entity) => ({ entity, action }))
    const all = ['offer_created', 'offer_changed', 'offer_deleted'].flatMap(both)
    expect(await notifications()).toEqual(all)
  })

  test('is unique per vendor and SKU, which must exist, and needs permission', async () => {
    expect((await call('POST', '/api/vendor-skus', offer)).statusCode).toBe(201)
    const again = await call('POST', '/api/vendor-skus', offer)
    expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate-vendor-sku'])
    const lost = await call('POST', '/api/vendor-skus', { ...offer, skuId: 9 })
    expect(lost.json().errors[0].message).toBe('This SKU does not exist')
    const nobody = await call('POST', '/api/vendor-skus', { ...offer, vendorId: 9 })
    expect(nobody.json().errors[0].message).toBe('This vendor does not exist')
    const sales = await prizm.signIn('sales')
    expect((await call('POST', '/api/vendor-skus', offer, sales)).statusCode).toBe(403)
    const stale = await prizm.call('PUT', '/api/vendor-skus/1', {
      as: buyer,
      body: offer,
      headers: { 'if-match': '"9"' },
    })
    expect(stale.statusCode).toBe(412)
  })

  test('shows its price only to roles that may read costs', async () => {
    await call('POST', '/api/vendor-skus', offer)
    const visiblePrice = async (as: string, page = '?limit=5') =>
      (await call('GET', `/api/vendor-skus${page}`, undefined, as)).json()[0].unitPrice
    expect(await visiblePrice(buyer)).toBe('3.50')
    const sales = await prizm.signIn('sales')
    expect(await visiblePrice(sales)).toBeNull()
    expect(await visiblePrice(sales, '')).toBeNull()
    const history = await call('GET', '/api/activity/1?entity=vendor', undefined, sales)
    expect(history.json()[0].changes).not.toHaveProperty('cost')
  })

  test('keeps its price if a role that does not see it sends it back', async () => {
    await call('POST', '/api/vendor-skus', offer)
    await prizm.builders.ownRole({ name: 'Clerk', permissions: ['vendors.read', 'vendors.edit'] })
    const clerk = await prizm.builders.session(await prizm.builders.user({ role: 'Clerk' }))
    const listed = await call('GET', '/api/vendor-skus', undefined, clerk)
    expect(listed.headers['x-total-count']).toBe('1')
    const [read] = listed.json()
    expect(read.unitPrice).toBeNull()
    const changed = await call('PUT', '/api/vendor-skus/1', { ...read, rank: 2 }, clerk)
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await query('select rank, unit_price from vendor_skus')).toEqual([
      { rank: 2, unit_price: '3.50' },
    ])
  })

  test('prices purchase order lines without a price', async () => {
    await call('POST', '/api/vendor-skus', offer)
    const items = [
      { skuId: 1, quantity: 2 },
      { skuId: 1, quantity: 1, unitPrice: '9.00' },
    ]
    const body = { orderNumber: 'PO-1', vendorId: 1, items }
    const order = (await call('POST', '/api/purchase-orders', body)).json()
    const prices = order.items.map(({ unitPrice }: { unitPrice: string }) => unitPrice)
    expect([prices, order.totalAmount]).toEqual([['3.50', '9.00'], '16.00'])
  })
})

describe('a certificate', () => {
  // Today is 2026-03-02.
  const paper = { vendorId: 1, name: 'ISO 9001', category: 'food', expiresOn: '2026-03-01' }
  const states = async () => {
    const answer = await call('GET', '/api/vendor-certificates?vendorId=1&limit=9')
    return answer.json().map(({ state }: { state: string }) => state)
  }
  const order = (orderNumber: string, more: object = {}) => {
    const items = [{ skuId: 1, quantity: 1 }]
    return call('POST', '/api/purchase-orders', { orderNumber, vendorId: 1, items, ...more })
  }
  const mode = (certificateMode: string) => call('PUT', '/api/settings', { certificateMode }, admin)

  test('is valid on its last day, warns 30 days before, and can be renewed', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-04-01', '2026-04-02']
    for (const [index, expiresOn] of days.entries()) {
      await call('POST', '/api/vendor-certificates', { ...paper, name: `P ${index}`, expiresOn })
    }
    expect(await states()).toEqual(['expired', 'expiring', 'expiring', 'valid'])
    const later = { ...paper, name: 'p 0', expiresOn: '2027-01-01' }
    await call('POST', '/api/vendor-certificates', later)
    expect(await states()).toEqual(['renewed', 'expiring', 'expiring', 'valid', 'valid'])
  })

  test('is updated and deleted with permission, and has a history', async () => {
    const made = (await call('POST', '/api/vendor-certificates', paper)).json()
    expect(made).toMatchObject({ name: 'ISO 9001', state: 'expired', version: 1 })
    const url = `/api/vendor-certificates/${made.id}`
    const wrong = await call('PUT', url, { ...paper, validFrom: '2026-04-01' })
    expect(wrong.json().errors[0].message).toBe('Must not end before it begins')
    const next = await call('PUT', url, { ...paper, expiresOn: '2027-01-01' })
    expect(next.json()).toMatchObject({ state: 'valid', version: 2 })
    const sales = await prizm.signIn('sales')
    expect((await call('DELETE', url, undefined, sales)).statusCode).toBe(403)
    expect((await call('DELETE', url)).statusCode).toBe(204)
    expect((await notifications()).map(({ action }) => action)).toEqual([
      'certificate_created',
      'certificate_changed',
      'certificate_deleted',
    ])
  })

  test('that has expired causes a warning on orders in mode warn', async () => {
    await call('POST', '/api/vendor-certificates', paper)
    const made = await order('PO-1')
    expect(made.json().certificates).toEqual([
      {
        id: 1,
        name: 'ISO 9001',
        category: 'food',
        expiresOn: '2026-03-01',
        isExpired: true,
        skus: ['S-1'],
      },
    ])
    const submitted = await call('POST', '/api/purchase-orders/1/submit')
    expect(submitted.statusCode).toBe(200)
  })

  test('that has expired blocks lines, submission and approval in mode block', async () => {
    const made = (await order('PO-1', { status: 'submitted' })).json()
    await order('PO-2')
    await call('POST', '/api/vendor-certificates', paper)
    await mode('block')
    const sentence = 'ISO 9001 of V-1 expired on 3/1/2026, so S-1 cannot be bought there'
    expect((await order('PO-3')).json().errors).toEqual([
      { path: 'items.0.skuId', code: 'invalid', message: sentence },
    ])
    const manager = await prizm.signIn('manager')
    const url = `/api/purchase-orders/${made.id}/approve`
    const refused = await call('POST', url, undefined, manager)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'certificate-expired'])
    expect(refused.json().detail).toBe(sentence)
    const many = { action: 'submit', ids: [2] }
    const { kept } = (await call('POST', '/api/purchase-orders/bulk', many)).json()
    expect(kept).toEqual([{ id: 2, reason: `PO-2: ${sentence}` }])
    await call('POST', '/api/vendor-certificates', { ...paper, expiresOn: '2027-01-01' })
    expect((await call('POST', url, undefined, manager)).statusCode).toBe(200)
  })

  test('for another category blocks nothing', async () => {
    await call('POST', '/api/vendor-certificates', { ...paper, category: 'Toys' })
    await mode('block')
    expect((await order('PO-1')).statusCode).toBe(201)
    await call('POST', '/api/vendor-certificates', { ...paper, category: '' })
    expect((await order('PO-2')).statusCode).toBe(422)
  })

  test('that expires within 30 days notifies buyers once', async () => {
    await call('POST', '/api/vendor-certificates', { ...paper, expiresOn: '2026-04-01' })
    await call('POST', '/api/vendor-certificates', { ...paper, name: 'B', expiresOn: '2026-04-02' })
    const { db } = prizm.database
    const by = { user: undefined, requestId: 'worker', channel: 'worker' }
    const ctx = { db, now: prizm.clock.now, ...by }
    await notifyExpiringCertificates(ctx)
    await notifyExpiringCertificates(ctx)
    const news = (await call('GET', '/api/notifications')).json()
    expect(news).toMatchObject([
      {
        title: 'V-1: ISO 9001 expires soon',
        text: 'On 4/1/2026, for food',
        link: '/vendors?open=V-1&tab=certificates',
      },
    ])
  })
})
