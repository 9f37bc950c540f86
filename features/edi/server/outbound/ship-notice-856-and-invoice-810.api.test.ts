import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Context } from '#platform/server/database/db.ts'
import { pollMailboxes, notifyUnacknowledged } from '../mailbox/jobs.ts'
import { exportInvoices810 } from './invoice-810.ts'
import { exportShipNotices856 } from './ship-notice-856.ts'
import { withControlNumber, sample, withPartner } from '../testing.ts'
import { checkSet } from '../../x12-set-check.ts'
import { splitInterchanges } from '../../x12.ts'

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(() => edi.prizm.close())

const good = sample('850')
const contextOf = (): Context => {
  const { db } = edi.prizm.database
  return { db, user: undefined, now: edi.prizm.clock.now, requestId: 'test', channel: 'worker' }
}

/** The segments of our outbound set of a kind, checked against the grammar. */
async function written(setId: string): Promise<string[]> {
  const found = await edi.query<{ raw: string }>(
    `select i.raw from edi_interchanges i join edi_documents d on d.interchange_id = i.id
     where d.set_id = '${setId}'`,
  )
  expect(found).toHaveLength(1)
  const cut = splitInterchanges(found[0]?.raw ?? '')?.[0]
  const set = (cut?.segments ?? []).filter(([id]) => !['GS', 'ST', 'SE', 'GE'].includes(id ?? ''))
  const body = set.filter(([id]) => id !== 'IEA')
  expect(checkSet(setId, body)).toEqual([])
  return body.map((segment) => segment.join('*'))
}

test('a shipment of an EDI order creates one 856 and one 810', async () => {
  const text = good
    .replace('*6*CA', '*4*CA')
    .replace('CTT*3*130', 'CTT*3')
    .replaceAll(/PO1\*(\d)/g, 'PO1*$10')
    .replace('N3*500 Dock Rd', 'N3*500 Dock Rd*Gate 4')
  const [taken] = (await edi.take(text)).orders
  const manager = await edi.prizm.signIn('manager')
  const [{ id } = { id: 0 }] = await edi.query<{ id: number }>('select id from sales_orders')
  const step = (verb: string, body = {}) =>
    edi.prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as: manager, body })
  await step('process')
  const shipped = await step('ship', { carrier: 'UPS', trackingNumber: '1Z9' })
  expect(shipped.json()).toMatchObject({ status: 'shipped' })
  await edi.query(`update shipments set estimated_delivery = '2026-03-05'`)
  for (let round = 0; round < 2; round += 1) {
    await exportShipNotices856(contextOf())
    await exportInvoices810(contextOf())
  }
  const notice = await written('856')
  expect(notice).toContain('TD5****M*UPS')
  expect(notice).toContain('REF*CN*1Z9')
  expect(notice.filter((line) => line.startsWith('DTM'))).toEqual([
    'DTM*011*20260302',
    'DTM*017*20260305',
  ])
  expect(notice).toContain('PRF*CPO-10045***20260302')
  expect(notice.filter((line) => line.startsWith('SN1'))).toEqual([
    'SN1*10*24*EA',
    'SN1*20*4*CA',
    'SN1*30*100*FT',
  ])
  expect(notice.filter((line) => line.startsWith('LIN'))).toEqual([
    'LIN*10*VN*WID-100',
    'LIN*20*VN*GAD-200',
    'LIN*30*VN*CBL-300',
  ])
  // The store code and the address repeat those of the 850, element by element.
  expect(notice.filter((line) => /^N[134]\*/.test(line))).toEqual([
    'N1*ST*ACME DC EAST*92*0044',
    'N3*500 Dock Rd*Gate 4',
    'N4*Reno*NV*89502*US',
  ])
  const invoice = await written('810')
  const [{ total, number } = { total: '', number: '' }] = await edi.query<{
    total: string
    number: string
  }>('select total, invoice_number as number from invoices')
  expect(invoice[0]).toBe(`BIG*20260302*${number}*20260302*CPO-10045***DI`)
  expect(invoice.filter((line) => line.startsWith('IT1'))).toEqual([
    'IT1*10*24*EA*12.50**VN*WID-100',
    'IT1*20*4*CA*99.99**VN*GAD-200',
    'IT1*30*100*FT*0.35**VN*CBL-300',
  ])
  expect(invoice).toContain(`TDS*${total.replace('.', '')}`)
  expect(taken?.state).toBe('taken')
  expect(await edi.broken()).toEqual([])
})

test('an order entered by hand for the same customer creates no EDI documents', async () => {
  const [{ id: skuId } = { id: 0 }] = await edi.query<{ id: number }>(
    `select id from skus where sku = 'WID-100'`,
  )
  const manager = await edi.prizm.signIn('manager')
  const body = { customerId: edi.customer.id, items: [{ skuId, quantity: 1 }] }
  const made = await edi.prizm.call('POST', '/api/orders/create', { as: manager, body })
  const { order } = made.json<{ order: { id: number } }>()
  for (const verb of ['process', 'ship']) {
    const path = `/api/sales-orders/${order.id}/${verb}`
    await edi.prizm.call('POST', path, { as: manager, body: {} })
  }
  await exportShipNotices856(contextOf())
  await exportInvoices810(contextOf())
  expect(await edi.query('select id from edi_documents')).toEqual([])
})

test('files in a partner’s folder are imported, answered and moved aside', async () => {
  const root = mkdtempSync(join(tmpdir(), 'prizm-edi-'))
  const body = { ...edi.form, folder: 'acme' }
  const path = `/api/edi/partners/${edi.partner.id}`
  expect((await edi.prizm.call('PUT', path, { as: edi.admin, body })).statusCode).toBe(200)
  mkdirSync(join(root, 'acme/in'), { recursive: true, mode: 0o700 })
  writeFileSync(join(root, 'acme/in/order.edi'), good)
  writeFileSync(
    join(root, 'acme/in/stranger.edi'),
    withControlNumber(good, 9).replaceAll('ACMERETAIL', 'X'.repeat(10)),
  )
  await pollMailboxes(contextOf(), root)
  expect(await edi.orders()).toMatchObject([{ po: 'CPO-10045', source: 'edi' }])
  const filesIn = (folder: string) => readdirSync(join(root, 'acme', folder))
  expect([filesIn('in'), filesIn('done'), filesIn('failed')]).toEqual([
    [],
    ['order.edi'],
    ['stranger.edi'],
  ])
  expect(filesIn('out')).toEqual(['AcmeRetail-855-000000002.edi', 'AcmeRetail-997-000000001.edi'])
  // The 855 is not acknowledged within a day; this is reported once.
  const later = { ...contextOf(), now: new Date(Date.now() + 25 * 3_600_000) }
  await notifyUnacknowledged(later)
  await notifyUnacknowledged(later)
  const notifications = await edi.query<{ text: string }>(
    `select distinct text from notifications where title = 'EDI not acknowledged'`,
  )
  expect(notifications).toEqual([
    { text: 'Acme Retail has not acknowledged interchange 000000002 within 24 hours' },
  ])
  rmSync(root, { recursive: true })
})
