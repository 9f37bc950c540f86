import { expect, test } from 'vitest'
import {
  type Address,
  hrefOf,
  parseAddress,
  type ScreenPath,
  type SearchOf,
} from './screen-address.ts'

test.each(['/skus?f.stock=low', '/sales-orders', '/ar-reports?tab=invoices&f.state=open,overdue'])(
  'the link %s is an address and the address is the link',
  (link) => {
    expect(hrefOf(parseAddress(link, 'https://prizm.example'))).toBe(link)
  },
)

test('a misspelled screen, filter or parameter of a link does not compile', () => {
  const addresses: Address[] = [
    { to: '/sales-orders', search: { 'f.status': 'pending', open: 'SO-1' } },
    // @ts-expect-error a screen that does not exist
    { to: '/sale-orders' },
    // @ts-expect-error a filter that the list does not have
    { to: '/sales-orders', search: { 'f.stauts': 'pending' } },
    // @ts-expect-error a parameter that the screen does not have
    { to: '/order-entry', search: { costumer: 7 } },
    // @ts-expect-error a filter of another list
    { to: '/customers', search: { 'f.holdReason': 'credit' } },
  ]
  expect(addresses).toHaveLength(5)
  const search: SearchOf<'/ar-reports'> = { tab: 'invoices', 'f.bucket': 'over90' }
  expect(search).toEqual({ tab: 'invoices', 'f.bucket': 'over90' })
  // @ts-expect-error a screen that does not exist
  const path: ScreenPath = '/setings'
  expect(path).toBe('/setings')
})
