import type { VendorBill } from '#features/payables/contract.ts'
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
  ['a bill', ({ bill }) => `/ap-reports?tab=bills&open=${bill}`],
  ['a new requisition', () => '/requisitions?new=1'],
  ['a new payment', () => '/ar-reports?tab=payments&new=payment'],
]

/** What stands behind the tabs of a screen; the screen itself is pressed once, above. */
const tabs: readonly string[] = [
  ...['aging', 'bills', 'credits', 'payments', 'schedule', 'overdue', 'months', 'performance'].map(
    (tab) => `/ap-reports?tab=${tab}`,
  ),
  ...['invoices', 'payments', 'memos', 'refunds', 'aging', 'reminders'].map(
    (tab) => `/ar-reports?tab=${tab}`,
  ),
  ...['collections', 'trends', 'overdue', 'credit'].map((tab) => `/ar-reports?tab=${tab}`),
  ...['data-flow', 'exports', 'imports'].map((tab) => `/wms-integration?tab=${tab}`),
  ...['balance', 'periods'].map((tab) => `/journal?tab=${tab}`),
  ...['files', 'partners'].map((tab) => `/edi?tab=${tab}`),
]

/** Each role meets each size and each theme, each size each theme; keys wide, taps narrow. */
const looks = [
  { role: 'admin', width: 1280, theme: 'light', how: 'Enter' },
  { role: 'admin', width: 360, theme: 'dark', how: 'click' },
  { role: 'user', width: 1280, theme: 'dark', how: 'Enter' },
  { role: 'user', width: 360, theme: 'light', how: 'click' },
] as const satisfies readonly { role: string; width: number; theme: string; how: How }[]

for (const { role, width, theme, how } of looks) {
  for (const [name, pathOf] of [...screens, ...tabs.map(asScreen)]) {
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
      const place = name === '/' ? 'body' : placeOf(path)
      const { names, dead, unexplained } = await deadControls(page, path, place, how)
      expect(names.length).toBeGreaterThan(0)
      expect({ dead, unexplained }).toEqual({ dead: [], unexplained: [] })
      expect(await page.locator('a[href="#"]').count()).toBe(0)
    })
  }
}

function asScreen(tab: string): [string, () => string] {
  return [tab, () => tab]
}

/** Where the controls of an address are looked for: those of its frame have had their turn. */
function placeOf(path: string) {
  if (/[?&](open|new|report)=/.test(path)) return '[role=dialog]'
  return path.includes('?tab=') ? '[role=tabpanel]' : 'main'
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
  const bill = await given.made<VendorBill>('/api/vendor-bills', {
    billNumber: given.code('BC'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })
  return {
    customer,
    vendor: vendor.vendorCode,
    sku: item.sku,
    order: order.orderNumber,
    purchase: purchase.orderNumber,
    bill: String(bill.id),
  }
}
