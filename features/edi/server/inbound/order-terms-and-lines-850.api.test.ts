import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { responseSegments, sample, withPartner } from '../testing.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'

// Segments of an 850 that change price, tax, terms, ship-to or delivery hold its order.

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(async () => {
  expect(await differentReplays(edi.prizm)).toEqual([])
  await edi.prizm.close()
})

const good = sample('850')

/** The sample with segments inserted before another one and its segment count corrected. */
function withSegments(before: string, ...added: string[]): string {
  const text = good.replace(before, `${added.map((each) => `${each}~\n`).join('')}${before}`)
  return text.replace('SE*14', `SE*${14 + added.length}`)
}
const inHeader = (...added: string[]) => withSegments('DTM*002', ...added)
const inLine = (...added: string[]) => withSegments('PO1*2', ...added)
const withTerms = (itd: string) => good.replace('ITD*01*3*2**10**30', itd)

const rows: [string, string, string][] = [
  [
    'terms other than the customer’s',
    withTerms('ITD*01*3*5**15**45'),
    'The partner expects 5/15 net 45; the customer has 2/10 net 30',
  ],
  [
    'terms that are not among ours',
    withTerms('ITD*01*2*2**10**30'),
    'The partner’s terms (ITD*01*2*2**10**30) are unknown',
  ],
  [
    'terms of a line, though they are the customer’s',
    inLine('ITD*01*3*2**10**30'),
    'Line 1: has different payment terms (ITD*01*3*2**10**30)',
  ],
  [
    'a line that is wanted in parts',
    inLine('SCH*12*EA***002*20260310', 'SCH*12*EA***002*20260320'),
    'Line 1: has a partial schedule (SCH*12*EA***002*20260310 SCH*12*EA***002*20260320)',
  ],
  [
    'a line of which a part alone is scheduled',
    inLine('SCH*12*EA***002*20260310'),
    'Line 1: has a partial schedule (SCH*12*EA***002*20260310)',
  ],
  [
    'another price of a line',
    inLine('CTP**NET*11.00'),
    'Line 1: The partner’s price differs from ours (CTP**NET*11.00)',
  ],
  [
    'a discount',
    inHeader('DIS*001*02*5*01*1'),
    'The partner expects a discount (DIS*001*02*5*01*1)',
  ],
  [
    'payment in installments',
    inHeader('INC*01*MO*3*1'),
    'The partner pays in installments (INC*01*MO*3*1)',
  ],
  [
    'an amount of a line',
    inLine('PAM****1*250.00'),
    'Line 1: The partner sent an additional amount (PAM****1*250.00)',
  ],
  [
    'a substitute of a line',
    inLine('PO3*AB*****24*EA'),
    'Line 1: The partner requests a substitute (PO3*AB*****24*EA)',
  ],
  [
    'an exemption from tax',
    withSegments('ITD*01', 'TAX*123456789*SP*NV'),
    'The partner states the tax (TAX*123456789*SP*NV)',
  ],
  [
    'a tax of a line',
    inLine('TAX*123456789'),
    'Line 1: The partner states the tax (TAX*123456789)',
  ],
  [
    'a tax amount',
    withSegments('N1*ST', 'TXI*ST*5.00'),
    'The partner states the tax (TXI*ST*5.00)',
  ],
  [
    'a price of a hundred units',
    good.replace('PO1*1*24*EA*12.50**', 'PO1*1*24*EA*12.50*HP*'),
    'Line 1: The price is not per unit (PO105 is HP)',
  ],
  [
    'delivery as a whole',
    withSegments('ITD*01', 'CSH*SC'),
    'The partner states how backorders are delivered (CSH*SC)',
  ],
  [
    'delivery of a line as a whole, by its CSH',
    inLine('CSH*SC'),
    'Line 1: The partner states how backorders are delivered (CSH*SC)',
  ],
  [
    'delivery of a line as a whole',
    inLine('IT8*SC'),
    'Line 1: The partner states how backorders are delivered (IT8*SC)',
  ],
  [
    'several places to ship to',
    withSegments('PO1*1', 'N1*ST*ACME DC WEST*92*0045', 'N3*9 Quay St', 'N4*Reno*NV*89503*US'),
    'The order has 2 ship-to addresses',
  ],
  [
    'a place of a line',
    inLine('N1*ST*ACME DC WEST*92*0045'),
    'Line 1: has a different ship-to location (N1*ST*ACME DC WEST*92*0045)',
  ],
]

test.each(rows)('%s', async (_, text, why) => {
  const interchange = await edi.take(text)
  expect(interchange).toMatchObject({ state: 'accepted', orders: [{ state: 'held', reason: why }] })
  const order = `select hold_reason as hold, hold_note as why, payment_terms as terms
                 from sales_orders`
  expect(await edi.query(order)).toEqual([{ hold: 'manual', why, terms: '2% 10 net 30' }])
  expect(responseSegments(interchange, '855').filter((line) => line.startsWith('ACK'))).toEqual([
    'ACK*IH*24*EA',
    'ACK*IH*6*CA',
    'ACK*IH*100*FT',
  ])
})

test("terms written differently but equal to the customer's do not hold the order", async () => {
  const interchange = await edi.take(withTerms('ITD*08*1*2.00**10**30'))
  expect(interchange).toMatchObject({ state: 'accepted', orders: [{ state: 'taken' }] })
  expect(await edi.query('select hold_reason as hold from sales_orders')).toEqual([{ hold: null }])
})

test.each([
  ['their number', 'BP*CBL-300'],
  ['their number of an item', 'IN*CBL-300'],
  ['a 14-digit GTIN of an EAN that we keep', 'UK*00036000291452'],
])('an item is found by %s', async (_, name) => {
  await edi.query(`update skus set barcode = '0036000291452' where sku = 'CBL-300'`)
  await edi.take(good.replace('VN*CBL-300', name))
  const items = `select s.sku from sales_order_items i join skus s on s.id = i.sku_id
                 order by i.line_no`
  expect(await edi.query(items)).toEqual([
    { sku: 'WID-100' },
    { sku: 'GAD-200' },
    { sku: 'CBL-300' },
  ])
})

describe('the ship-to that determines the tax', () => {
  const taxed = async (place: string) => {
    const body = { country: 'US', state: 'FL', rate: '0.07', effectiveDate: '2026-01-01' }
    const made = await edi.prizm.call('POST', '/api/tax-rates', { as: edi.admin, body })
    expect(made.statusCode).toBe(201)
    const interchange = await edi.take(good.replace('N4*Reno*NV*89502*US', place))
    const order = 'select tax_notice as notice, subtotal, tax_amount as tax from sales_orders'
    return { taken: interchange, orders: await edi.query(order) }
  }

  test.each(['N4*Miami*FL*33101*USA', 'N4*Miami*fl*33101', 'N4*Miami, Florida**33101*US'])(
    'is taxed in Florida: %s',
    async (place) => {
      const { orders } = await taxed(place)
      expect(orders).toEqual([{ notice: null, subtotal: '934.94', tax: '65.45' }])
    },
  )

  test('is rejected if the state is not a two-letter code, as the standard requires', async () => {
    const { taken, orders } = await taxed('N4*Miami*Florida*33101*US')
    expect(taken).toMatchObject({ state: 'rejected' })
    expect(orders).toEqual([])
  })
})

test('conditions beyond the length of a hold note are counted', async () => {
  // Each is 'The partner expects a charge D240 of $0.05', 42 characters; 10 with '. ' after each
  // are 440 of the 450 that leave room for the count, and 2 are left.
  const charges = Array.from({ length: 12 }, () => 'SAC*C*D240***5')
  await edi.take(withSegments('ITD*01', ...charges))
  const [order] = await edi.query('select hold_reason as hold, hold_note as why from sales_orders')
  const shown = Array.from({ length: 10 }, () => 'The partner expects a charge D240 of $0.05')
  expect(order).toMatchObject({
    hold: 'manual',
    why: [...shown, 'And 2 more in the 850 under EDI'].join('. '),
  })
})
