import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { responseSegments, sample, withPartner } from '../testing.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'

// Conditions of an 850 outside its lines are applied, saved in the notes, or hold the order.

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

const readOrders = () =>
  edi.query<Record<string, unknown>>(
    `select hold_reason as hold, hold_note as why, ship_date as day, cancel_after as last, notes
     from sales_orders`,
  )

describe('a condition that changes price, place, currency or commitment holds the order', () => {
  const shipTo = /N1\*ST[\s\S]*N4\*Reno\*NV\*89502\*US~\n/
  const rows: [string, string, string][] = [
    [
      'a store without an address',
      good.replace(shipTo, 'N1*ST**92*0044~\n').replace('SE*14', 'SE*12'),
      'The ship-to 0044 has no address',
    ],
    [
      'a ship-to by name only',
      good.replace(shipTo, 'N1*ST*ACME DC WEST~\n').replace('SE*14', 'SE*12'),
      'The ship-to ACME DC WEST has no address',
    ],
    [
      'quantities for several stores',
      withSegments('PO1*2', 'SDQ*EA*92*0044*12*0045*12'),
      'Line 1: ships to several stores (SDQ*EA*92*0044*12*0045*12)',
    ],
    [
      'an allowance of the whole order',
      withSegments('ITD*01', 'SAC*A*F800***1250'),
      'The partner expects an allowance F800 of $12.50',
    ],
    [
      'a charge of a line',
      withSegments('PO1*2', 'SAC*C*D240***5'),
      'Line 1: The partner expects a charge D240 of $0.05',
    ],
    ['another currency', good.replace('CUR*BY*USD', 'CUR*BY*CAD'), 'ordered in CAD'],
    [
      'a blanket order',
      good.replace('BEG*00*SA', 'BEG*00*BK'),
      'BEG02 is BK, which is not a firm order',
    ],
    [
      'a cancel-after day that is past',
      withSegments('DTM*002', 'DTM*001*20260301'),
      'Cancel after 3/1/2026 is in the past',
    ],
    [
      'a last day to ship that is past',
      withSegments('DTM*002', 'DTM*038*20260301'),
      'Ship no later than 3/1/2026 is in the past',
    ],
    [
      'a last day to deliver that is past',
      withSegments('DTM*002', 'DTM*063*20260301'),
      'Do not deliver after 3/1/2026 is in the past',
    ],
    [
      'a last day of one line that is past',
      withSegments('PO1*2', 'DTM*063*20260301'),
      'Line 1: Do not deliver after 3/1/2026 is in the past',
    ],
  ]
  test.each(rows)('%s', async (_, text, why) => {
    const interchange = await edi.take(text)
    expect(interchange).toMatchObject({
      state: 'accepted',
      orders: [{ state: 'held', reason: why }],
    })
    expect(await readOrders()).toMatchObject([{ hold: 'manual', why }])
    expect(responseSegments(interchange, '855').filter((line) => line.startsWith('ACK'))).toEqual([
      'ACK*IH*24*EA',
      'ACK*IH*6*CA',
      'ACK*IH*100*FT',
    ])
  })
})

test('a requested delivery date is not the ship date, and all dates become notes', async () => {
  const dates = ['DTM*010*20260310', 'DTM*001*20260401', 'DTM*064*20260312']
  await edi.take(withSegments('DTM*002', ...dates))
  expect(await readOrders()).toEqual([
    {
      hold: null,
      why: null,
      day: '2026-03-10',
      last: '2026-04-01',
      notes: [
        'Terms 2/10 net 30',
        'Requested ship date 2026-03-10',
        'Cancel after 2026-04-01',
        'Do not deliver before 2026-03-12',
        'Delivery requested 2026-01-22',
      ].join('\n'),
    },
  ])
})

test.each([
  {
    what: 'the first day to ship is the ship date',
    segments: ['DTM*037*20260315'],
    day: '2026-03-15',
    notes: ['Ship not before 2026-03-15'],
  },
  {
    what: 'a requested ship date is the ship date, whatever the first day to ship',
    segments: ['DTM*037*20260305', 'DTM*010*20260310'],
    day: '2026-03-10',
    notes: ['Ship not before 2026-03-05', 'Requested ship date 2026-03-10'],
  },
  {
    what: 'last days that are to come are kept',
    segments: ['DTM*038*20260401', 'DTM*063*20260405'],
    day: null,
    notes: ['Ship no later than 2026-04-01', 'Do not deliver after 2026-04-05'],
  },
  {
    what: 'a date that has no name here is kept by its number',
    segments: ['DTM*999*20260401'],
    day: null,
    notes: ['Date 999 2026-04-01'],
  },
])('dates of an order: $what', async ({ segments, day, notes }) => {
  await edi.take(withSegments('DTM*002', ...segments))
  const all = ['Terms 2/10 net 30', ...notes, 'Delivery requested 2026-01-22'].join('\n')
  expect(await readOrders()).toEqual([{ hold: null, why: null, day, last: null, notes: all }])
})

test('dates of one line are noted for that line and do not apply to the order', async () => {
  const dates = ['DTM*010*20260310', 'DTM*037*20260309', 'DTM*001*20260401', 'DTM*999*20260402']
  await edi.take(withSegments('PO1*2', ...dates))
  expect(await readOrders()).toEqual([
    {
      hold: null,
      why: null,
      day: null,
      last: null,
      notes: [
        'Terms 2/10 net 30',
        'Delivery requested 2026-01-22',
        'Line 1: Requested ship date 2026-03-10',
        'Line 1: Ship not before 2026-03-09',
        'Line 1: Cancel after 2026-04-01',
        'Line 1: Date 999 2026-04-02',
      ].join('\n'),
    },
  ])
})

test('references, routing and messages are saved in the notes', async () => {
  const ordered = withSegments('N1*ST', 'TD5****M*UPS GROUND', 'N9*L1*SPECIAL', 'MSG*Call us')
    .replace('ITD*01', 'REF*DP*042~\nREF*IA*88123~\nITD*01')
    .replace('SE*17', 'SE*19')
  await edi.take(ordered)
  expect(await readOrders()).toMatchObject([
    {
      hold: null,
      notes: [
        'Department 042',
        'Vendor number 88123',
        'Terms 2/10 net 30',
        'Delivery requested 2026-01-22',
        'Carrier UPS GROUND',
        'L1 SPECIAL',
        'Call us',
      ].join('\n'),
    },
  ])
})

test('nothing of a reference, a party, the routing or the head is dropped', async () => {
  const ordered = withSegments(
    'N1*ST',
    'TD5*B*2*UPSN*M*UPS*******ND',
    'N9*L1**CALL BEFORE DELIVERY',
    'N9*AH*A-1*SEE AGREEMENT',
    'N1*BT*ACME AP*92*0001',
    'N3*1 Ledger St',
  )
    .replace('BEG*00*SA*CPO-10045**20260115', 'BEG*00*SA*CPO-10045*R-7*20260115*C-9')
    .replace('ITD*01', 'REF*CO*77*RUSH JOB~\nITD*01')
    .replace('SE*20', 'SE*21')
  await edi.take(ordered)
  expect(await readOrders()).toMatchObject([
    {
      hold: null,
      notes: [
        'Release R-7',
        'Contract C-9',
        'Reference CO 77 RUSH JOB',
        'Terms 2/10 net 30',
        'Delivery requested 2026-01-22',
        'Carrier UPSN UPS (TD5*B*2*UPSN*M*UPS*******ND)',
        'L1 CALL BEFORE DELIVERY',
        'AH A-1 SEE AGREEMENT',
        'Also: N1*BT*ACME AP*92*0001',
        'Also: N3*1 Ledger St',
      ].join('\n'),
    },
  ])
})

test('line segments that change nothing are saved in the notes', async () => {
  const extraSegments = ['CTP**RTL*19.99', 'PO4*12', 'CSH*Y', 'FOB*CC', 'SCH*24*EA***002*20260310']
  await edi.take(withSegments('PO1*2', ...extraSegments))
  const [order] = await readOrders()
  expect(order).toMatchObject({ hold: null, why: null })
  expect(String(order?.['notes']).split('\n').toSorted()).toEqual([
    'Delivery requested 2026-01-22',
    'Line 1: Also: CSH*Y',
    'Line 1: Also: CTP**RTL*19.99',
    'Line 1: Also: FOB*CC',
    'Line 1: Also: PO4*12',
    'Line 1: scheduled: SCH*24*EA***002*20260310',
    'Terms 2/10 net 30',
  ])
})

test('the tax notice is stored and reported if the order has no readable address', async () => {
  const body = { country: 'US', state: 'FL', rate: '0.07', effectiveDate: '2026-01-01' }
  const made = await edi.prizm.call('POST', '/api/tax-rates', { as: edi.admin, body })
  expect(made.statusCode).toBe(201)
  const interchange = await edi.take(good.replace('N4*Reno*NV*89502*US', 'N4*Reno'))
  const notice = expect.stringMatching(
    /^Sales tax uses the default rate: no country and state were recognized/,
  )
  expect(interchange.orders).toMatchObject([{ state: 'taken', reason: notice }])
  expect(await edi.query('select tax_notice from sales_orders')).toEqual([{ tax_notice: notice }])
})

test('identifiers in lowercase match the partner and us', async () => {
  const text = good
    .replace('*ZZ*ACMERETAIL ', '*ZZ*AcmeRetail ')
    .replace('*ZZ*PRIZM ', '*ZZ*prizm ')
  expect(await edi.take(text)).toMatchObject({ state: 'accepted', partnerName: 'Acme Retail' })
})

test('a TA1 that accepts with errors rejects nothing, and a rejection needs review', async () => {
  await edi.take(good)
  const ta1 = (number: string, fate: string) =>
    `${good.slice(0, 106).replace('000000101', `00000020${number}`)}\n` +
    `TA1*000000002*260302*0930*${fate}*000~\nIEA*0*00000020${number}~\n`
  const states = () =>
    edi.query(`select d.state from edi_documents d join edi_interchanges i
               on i.id = d.interchange_id where i.direction = 'out' and d.set_id = '855'`)
  await edi.take(ta1('1', 'E'))
  expect(await states()).toEqual([{ state: 'waiting' }])
  await edi.take(ta1('2', 'R'))
  expect(await states()).toEqual([{ state: 'rejected' }])
})

describe('an item is matched', () => {
  const items = () =>
    edi.query(`select s.sku from sales_order_items i join skus s on s.id = i.sku_id
               order by i.line_no`)

  test('not by a size, even if the size equals one of our SKUs', async () => {
    await edi.prizm.builders.sku({ sku: 'XL', price: '0.35', currentStock: 100 })
    const interchange = await edi.take(good.replace('VN*CBL-300', 'IZ*XL'))
    expect(await items()).toEqual([{ sku: 'WID-100' }, { sku: 'GAD-200' }])
    expect(interchange.orders[0]?.reason).toContain('1 of its lines cannot be delivered')
  })

  test('by a 12-digit UPC that is stored as its 13-digit EAN', async () => {
    await edi.query(`update skus set barcode = '0036000291452' where sku = 'CBL-300'`)
    await edi.take(good.replace('VN*CBL-300', 'UP*036000291452'))
    expect(await items()).toEqual([{ sku: 'WID-100' }, { sku: 'GAD-200' }, { sku: 'CBL-300' }])
  })

  test('by our SKU before the barcode of another SKU', async () => {
    await edi.query(`update skus set barcode = '036000291452' where sku = 'GAD-200'`)
    await edi.take(good.replace('VN*CBL-300', 'UP*036000291452*VN*CBL-300'))
    expect((await items()).at(-1)).toEqual({ sku: 'CBL-300' })
  })
})
