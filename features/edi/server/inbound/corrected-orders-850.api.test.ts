import { afterEach, beforeEach, expect, test } from 'vitest'
import { correctionKey } from '#features/intake/rules.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'
import { responseSegments, sample, withPartner } from '../testing.ts'

// An 850 is read with what people corrected in the intake inbox: units of measure and ship-tos.

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(async () => {
  expect(await edi.broken()).toEqual([])
  expect(await differentReplays(edi.prizm)).toEqual([])
  await edi.prizm.close()
})

const good = sample('850')
/** The sample with cases of WID-100, which is sold by the piece for $12.50. */
const inCases = (cases: number, price = '150.00') =>
  good.replace('PO1*1*24*EA*12.50', `PO1*1*${cases}*CA*${price}`)

/** What a person corrected in an email: a case of WID-100 is twelve pieces. */
async function correctCase(): Promise<void> {
  await edi.query(
    `insert into intake_corrections (customer_id, kind, text, key, sku_id, value, factor)
     select ${edi.customer.id}, 'unit', 'cases', 'cases', id, 'EA', 12
     from skus where sku = 'WID-100'`,
  )
}

async function correctShipTo(text: string, address: string): Promise<void> {
  await edi.query(
    `insert into intake_corrections (customer_id, kind, text, key, value)
     values (${edi.customer.id}, 'ship-to', '${text}', '${correctionKey(text)}', '${address}')`,
  )
}

const lines = () =>
  edi.query(
    `select s.sku, i.quantity, i.unit_price as price, i.qty_reserved as reserved
     from sales_order_items i join skus s on s.id = i.sku_id
     where s.sku = 'WID-100'`,
  )
const address = async () => {
  const [order] = await edi.query<{ address: string | null }>(
    'select shipping_address as address from sales_orders',
  )
  return order?.address
}

test('a unit that was corrected is ordered in ours, and acknowledged in theirs', async () => {
  await correctCase()
  const interchange = await edi.take(inCases(2))
  expect(interchange.orders).toMatchObject([{ state: 'taken' }])
  expect(await lines()).toEqual([{ sku: 'WID-100', quantity: 24, price: '12.50', reserved: 24 }])
  expect(responseSegments(interchange, '855').slice(1, 3)).toEqual([
    'PO1*1*2*CA*150.00**VN*WID-100*BP*A-778',
    'ACK*IA*2*CA*068*20260302',
  ])
})

test('what is no whole number of their units is acknowledged in ours', async () => {
  await correctCase()
  const interchange = await edi.take(inCases(9))
  expect(await lines()).toEqual([{ sku: 'WID-100', quantity: 108, price: '12.50', reserved: 100 }])
  expect(responseSegments(interchange, '855').slice(1, 4)).toEqual([
    'PO1*1*9*CA*150.00**VN*WID-100*BP*A-778',
    'ACK*IA*100*EA*068*20260302',
    'ACK*IB*8*EA',
  ])
})

test('the price that they state is that of their unit', async () => {
  await correctCase()
  const interchange = await edi.take(inCases(2, '12.50'))
  expect(interchange.orders).toMatchObject([
    { state: 'held', reason: 'Line 1: customer price $12.50, our price $150.00' },
  ])
  expect(responseSegments(interchange, '855').slice(1, 3)).toEqual([
    'PO1*1*2*CA*150.00**VN*WID-100*BP*A-778',
    'ACK*IP*2*CA',
  ])
})

test('a unit that was not corrected holds the order, with the quantity as sent', async () => {
  const interchange = await edi.take(inCases(2, '12.50'))
  expect(interchange.orders).toMatchObject([
    { state: 'held', reason: 'Line 1: ordered in CA, sold in EA' },
  ])
  expect(await lines()).toMatchObject([{ quantity: 2 }])
})

test('a unit is corrected for one SKU of one customer', async () => {
  await edi.query(
    `insert into intake_corrections (customer_id, kind, text, key, sku_id, value, factor)
     select ${edi.customer.id}, 'unit', 'case', 'case', id, 'FT', 12
     from skus where sku = 'CBL-300'`,
  )
  const other = await edi.prizm.builders.customer({ customerCode: 'OTHER' })
  await edi.query(
    `insert into intake_corrections (customer_id, kind, text, key, sku_id, value, factor)
     select ${other.id}, 'unit', 'case', 'case', id, 'EA', 12 from skus where sku = 'WID-100'`,
  )
  await edi.take(inCases(2, '12.50'))
  expect(await lines()).toMatchObject([{ quantity: 2 }])
})

test('an address that was corrected replaces the one of the 850', async () => {
  const sent = 'ACME DC EAST 500 Dock Rd Reno, NV 89502 US'
  await correctShipTo(sent, '9 Quay St\nReno, NV 89503')
  const interchange = await edi.take(good)
  expect(interchange.orders).toMatchObject([{ state: 'taken' }])
  expect(await address()).toBe('9 Quay St\nReno, NV 89503')
})

const withoutAddress = good
  .replace('N3*500 Dock Rd~\n', '')
  .replace('N4*Reno*NV*89502*US~\n', '')
  .replace('SE*14', 'SE*12')

test.each(['ACME DC EAST, 0044', 'Acme DC East', '0044'])(
  'a store without an address, corrected as %s, needs no review any more',
  async (text) => {
    await correctShipTo(text, '9 Quay St\nReno, NV 89503')
    const interchange = await edi.take(withoutAddress)
    expect(interchange.orders).toMatchObject([{ state: 'taken' }])
    expect(await address()).toBe('9 Quay St\nReno, NV 89503')
  },
)

test('a store whose address a person enters under Corrections is known from then on', async () => {
  const body = {
    customerId: edi.customer.id,
    text: 'acme dc east',
    shippingAddress: '9 Quay St\n\nReno, NV 89503\n',
  }
  const entered = await edi.prizm.call('POST', '/api/intake-corrections', { as: edi.as, body })
  expect([entered.statusCode, entered.json()]).toMatchObject([
    201,
    { customerCode: 'ACME', kind: 'ship-to', sku: null, value: '9 Quay St\nReno, NV 89503' },
  ])
  expect((await edi.take(withoutAddress)).orders).toMatchObject([{ state: 'taken' }])
  expect(await address()).toBe('9 Quay St\nReno, NV 89503')
})

test('a store without an address that nobody corrected holds the order', async () => {
  const interchange = await edi.take(withoutAddress)
  expect(interchange.orders).toMatchObject([
    { state: 'held', reason: 'The ship-to ACME DC EAST, 0044 has no address' },
  ])
})
