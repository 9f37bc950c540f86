import type { SalesOrder } from '#features/sales-orders/contract.ts'
import { type Given, expect, test } from './app.ts'
import { type How, deadControls } from './crawler.ts'
import { givenSku } from './order-desk.ts'
import { givenOrder } from './purchase-orders.ts'
import { plainScreens } from './screens.ts'

// Every control does something: a change of the address or of what is shown, a call, a file, a
// print; and a disabled one says why. It takes minutes, so `npm test` leaves it out:
// `npm run crawl`.

test.setTimeout(600_000)

type World = Awaited<ReturnType<typeof givenWorld>>

/** The screens, and the dialogs that an address opens over them. */
const screens: readonly [string, (world: World) => string][] = [
  ...plainScreens.map((path): [string, () => string] => [path, () => path]),
  ['a customer', ({ customer }) => `/customers?open=${customer}`],
  ['a vendor', ({ vendor }) => `/vendors?open=${vendor}`],
  ['a SKU', ({ sku }) => `/skus?open=${sku}`],
  ['a sales order', ({ order }) => `/sales-orders?open=${order}`],
  ['a purchase order', ({ purchase }) => `/purchase-orders?open=${purchase}`],
  ['a new customer', () => '/customers?new=1'],
  ['a new vendor', () => '/vendors?new=1'],
  ['a new SKU', () => '/skus?new=1'],
  ['a new sales order', () => '/sales-orders?new=1'],
  ['a new purchase order', () => '/purchase-orders?new=1'],
  ['a new RMA', () => '/returns?new=rma'],
  ['a report', () => '/?report=stock-valuation'],
]

/** Each role meets each size and each theme, each size each theme; keys wide, taps narrow. */
const looks = [
  { role: 'admin', width: 1280, theme: 'light', how: 'Enter' },
  { role: 'admin', width: 360, theme: 'dark', how: 'click' },
  { role: 'user', width: 1280, theme: 'dark', how: 'Enter' },
  { role: 'user', width: 360, theme: 'light', how: 'click' },
] as const satisfies readonly { role: string; width: number; theme: string; how: How }[]

for (const { role, width, theme, how } of looks) {
  for (const [name, pathOf] of screens) {
    test(`${name}: every control does something, ${role} ${width} ${theme} @crawl`, async ({
      page,
      signIn,
      given,
    }) => {
      const world = await givenWorld(given)
      await signIn(role)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const path = pathOf(world)
      const isOver = /[?&](open|new|report)=/.test(path)
      const place = name === '/' ? 'body' : isOver ? '[role=dialog]' : 'main'
      const { names, dead, unexplained } = await deadControls(page, path, place, how)
      expect(names.length).toBeGreaterThan(0)
      expect({ dead, unexplained }).toEqual({ dead: [], unexplained: [] })
      expect(await page.locator('a[href="#"]').count()).toBe(0)
    })
  }
}

/** One record of each kind, so that every list has a first row. */
async function givenWorld(given: Given) {
  const { customerCode: customer, id: customerId } = await given.customer({
    creditLimit: '1000.00',
    address: '1 Main Street',
  })
  const item = await givenSku(given)
  const items = [{ skuId: item.id, quantity: 2 }]
  const { order } = await given.made<{ order: SalesOrder }>('/api/orders/create', {
    customerId,
    items,
  })
  const { order: purchase, vendor } = await givenOrder(given)
  return {
    customer,
    vendor: vendor.vendorCode,
    sku: item.sku,
    order: order.orderNumber,
    purchase: purchase.orderNumber,
  }
}
