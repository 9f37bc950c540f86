import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import type { Sending } from '../contract.ts'
import { textIn } from './testing.ts'

// What we pay vendors is hidden from roles without costs, also in what others sent. No mail server
// is needed: the messages stay queued.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>
let admin: string

beforeEach(async () => {
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  fixture = await purchasingFixture(prizm)
  admin = await prizm.signIn('admin')
  const sender = { companyName: 'Prizm Supplies', companyAddress: '1 Main Street' }
  const body = { ...sender, mailSender: 'office@prizm.example' }
  await prizm.call('PUT', '/api/settings', { as: admin, body })
})
afterEach(() => prizm.close())

const to = 'sales@vendor.example'
const refusal = 'This document shows costs, which your role may not see'

const send = async (path: string, as: string, words: { subject: string; message: string }) => {
  const answer = await prizm.call('POST', `${path}/sendings`, { as, body: { to, ...words } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Sending>()
}
const pdfOf = (id: number, as: string) => prizm.call('GET', `/api/sendings/${id}/pdf`, { as })

test('sales opens no return form to a vendor that was sent with its total', async () => {
  const { id, items } = await fixture.made({ items: fixture.lines(10), status: 'received' }, admin)
  // 3 units at 4.00 are 12.00.
  const lines = [{ originalItemId: items[0]?.id, quantity: 3 }]
  const body = { type: 'rtv', originalOrderId: id, reason: 'Broken', items: lines }
  const made = await prizm.call('POST', '/api/returns', { as: admin, body })
  expect(made.statusCode, made.body).toBe(201)
  const path = `/api/returns/${made.json<{ id: number }>().id}`
  const words = { subject: 'Return', message: 'Please find it.' }
  const sales = await prizm.signIn('sales')
  const whole = await send(path, fixture.buyer, words)
  const refused = await pdfOf(whole.id, sales)
  expect([refused.statusCode, refused.json().detail]).toEqual([403, refusal])
  expect(await textIn((await pdfOf(whole.id, fixture.buyer)).rawPayload)).toContain('12.00')
  // What sales sends itself has no total, and stays readable.
  const own = await pdfOf((await send(path, sales, words)).id, sales)
  expect(own.statusCode).toBe(200)
  expect(await textIn(own.rawPayload)).not.toContain('12.00')
})

test('a sent purchase order shows its costs only to roles that see costs', async () => {
  // 10 units at 4.00 are 40.00. The own texts of a company may have the field {order.total}.
  const { id } = await fixture.approved(10)
  const path = `/api/purchase-orders/${id}`
  const words = { subject: 'Order of $40.00', message: 'Total: $40.00' }
  const { id: sendingId, fileName } = await send(path, fixture.buyer, words)
  const permissions = ['purchaseOrders.read', 'purchaseOrders.send', 'documents.send'] as const
  await prizm.builders.ownRole({ name: 'Mailer', permissions })
  const mailer = await prizm.builders.session(await prizm.builders.user({ role: 'Mailer' }))
  const refused = await pdfOf(sendingId, mailer)
  expect([refused.statusCode, refused.json().detail]).toEqual([403, refusal])
  const get = async (url: string, as: string) =>
    (await prizm.call('GET', url, { as })).json<Sending[]>()
  const shown = { id: sendingId, subject: fileName.replace('.pdf', ''), message: '' }
  const last = `/api/sendings?name=purchase-order&ids=${id}`
  expect(await get(last, mailer)).toMatchObject([shown])
  for (const role of ['sales', 'viewer']) {
    const listed = await get(`${path}/sendings`, await prizm.signIn(role))
    expect(listed).toMatchObject([shown])
    expect(JSON.stringify(listed)).not.toContain('40.00')
  }
  expect(await get(`${path}/sendings`, fixture.buyer)).toMatchObject([{ ...words }])
})
