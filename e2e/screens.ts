import type { VendorBill } from '#features/payables/contract.ts'
import type { Payment } from '#features/receivables/contract.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { Requisition } from '#features/requisitions/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { TestData } from './fixtures.ts'
import type { Place } from './crawl/press-controls.ts'
import { createSku } from './journeys/fill-order-entry.ts'
import { createPurchaseOrder } from './journeys/create-purchase-order.ts'

/** The addresses that this run tests: all, unless `CRAWL_SCREENS` lists the changed ones. */
const chosen = process.env['CRAWL_SCREENS']?.split(',')

function isChosen(address: string): boolean {
  return chosen?.includes(address.replace(/\?.*/, '')) ?? true
}

/** Every screen behind sign-in. */
export const everyScreen = [
  '/',
  '/customers',
  '/vendors',
  '/skus',
  '/order-entry',
  '/purchase-orders',
  '/sales-orders',
  '/returns',
  '/ap-reports',
  '/ar-reports',
  '/wms-integration',
  '/system-health',
  '/help',
  '/journal',
  '/requisitions',
  '/purchase-proposals',
  '/edi',
  '/intake',
  '/settings',
  '/company-profile',
  '/unsent-orders',
] as const

/** The screens that this run tests. */
export const plainScreens = everyScreen.filter(isChosen)

/** Every list with a screen or tab of its own, and its API path. */
const everyList: readonly (readonly [address: string, call: string])[] = [
  ['/customers', '/api/customers'],
  ['/vendors', '/api/vendors'],
  ['/skus', '/api/skus'],
  ['/sales-orders', '/api/sales-orders'],
  ['/purchase-orders', '/api/purchase-orders'],
  ['/returns', '/api/returns'],
  ['/requisitions', '/api/requisitions'],
  ['/purchase-proposals', '/api/purchase-proposals'],
  ['/journal', '/api/journal'],
  ['/edi', '/api/edi/documents'],
  ['/intake', '/api/intake-messages'],
  ['/intake?tab=corrections', '/api/intake-corrections'],
  ['/edi?tab=files', '/api/edi/interchanges'],
  ['/edi?tab=partners', '/api/edi/partners'],
  ['/ap-reports', '/api/reports/ap-orders'],
  ['/ap-reports?tab=documents', '/api/reports/ap-documents'],
  ['/ap-reports?tab=bills', '/api/vendor-bills'],
  ['/ap-reports?tab=credits', '/api/vendor-credits'],
  ['/ap-reports?tab=payments', '/api/vendor-payments'],
  ['/ap-reports?tab=performance', '/api/reports/ap-vendors'],
  ['/ar-reports', '/api/reports/ar-orders'],
  ['/ar-reports?tab=documents', '/api/reports/ar-documents'],
  ['/ar-reports?tab=invoices', '/api/invoices'],
  ['/ar-reports?tab=payments', '/api/payments'],
  ['/ar-reports?tab=memos', '/api/credit-memos'],
  ['/ar-reports?tab=refunds', '/api/refunds'],
  ['/ar-reports?tab=reminders', '/api/dunning/letters'],
  ['/ar-reports?tab=collections', '/api/reports/ar-collections'],
  ['/ar-reports?tab=credit', '/api/reports/ar-credit'],
]

/** The lists that this run tests. */
export const lists = everyList.filter(([address]) => isChosen(address))

type World = Awaited<ReturnType<typeof createTestRecords>>
type ScreenAddress = [string, (world: World) => string]

/** True if this run tests a screen; record names in the address are ignored. */
function isNamedChosen([, pathOf]: ScreenAddress): boolean {
  return isChosen(pathOf({} as World))
}

/** Pages of the settings without a list; the first page is the address without a tab. */
export const settingsWithoutList = [
  'email',
  'tax',
  'credit',
  'purchasing',
  'receivables',
  'accounting',
  'warehouse',
  'security',
  'backtest',
  'single-sign-on',
].map((page) => `/settings?tab=${page}`)
export const settingsWithList = [
  'api',
  'users',
  'roles',
  'webhooks',
  'history',
  'bulk-changes',
].map((page) => `/settings?tab=${page}`)
const settingsPages = [...settingsWithoutList, ...settingsWithList]

/** The screens, the dialogs that an address opens over them, and their tabs. */
const everyPlace: readonly ScreenAddress[] = [
  ...everyScreen.map((path): [string, () => string] => [path, () => path]),
  ['a customer', ({ customer }) => `/customers?open=${customer}`],
  ['a vendor', ({ vendor }) => `/vendors?open=${vendor}`],
  ['a SKU', ({ sku }) => `/skus?open=${sku}`],
  ['a sales order', ({ order }) => `/sales-orders?open=${order}`],
  ['a purchase order', ({ purchase }) => `/purchase-orders?open=${purchase}`],
  ['a return', ({ goods }) => `/returns?open=${goods}`],
  ['a requisition', ({ requisition }) => `/requisitions?open=${requisition}`],
  ['a payment', ({ payment }) => `/ar-reports?tab=payments&open=${payment}`],
  ['a new customer', () => '/customers?new=1'],
  ['a new vendor', () => '/vendors?new=1'],
  ['a new SKU', () => '/skus?new=1'],
  ['a new sales order', () => '/sales-orders?new=1'],
  ['a new purchase order', () => '/purchase-orders?new=1'],
  ['a new RMA', () => '/returns?new=rma'],
  ['a report', () => '/?report=stock-valuation'],
  ['a bill', ({ bill }) => `/ap-reports?tab=bills&open=${bill}`],
  ['an import', () => '/purchase-orders?view=import'],
  ['a stock count', () => '/skus?view=count'],
  ['planned prices', () => '/skus?view=planned'],
  ['stock values', () => '/skus?view=stock-values'],
  ['a new requisition', () => '/requisitions?new=1'],
  ['a new payment', () => '/ar-reports?tab=payments&new=payment'],
  ['a new remittance', () => '/ar-reports?tab=payments&new=remittance'],
  ...tabs().map((tab): [string, () => string] => [tab, () => tab]),
]

/** The tabs of the screens that this run tests. */
export const screenTabs = tabs().filter(isChosen)

/** The screens, dialogs and tabs that this run tests. */
export const screens = everyPlace.filter(isNamedChosen)

/** The tabs of the screens; the screens themselves are listed above. */
function tabs(): string[] {
  return [
    ...[
      'aging',
      'documents',
      'bills',
      'credits',
      'payments',
      'schedule',
      'overdue',
      'months',
      'performance',
    ].map((tab) => `/ap-reports?tab=${tab}`),
    ...['invoices', 'payments', 'memos', 'refunds', 'aging', 'reminders'].map(
      (tab) => `/ar-reports?tab=${tab}`,
    ),
    ...['documents', 'collections', 'trends', 'overdue', 'credit'].map(
      (tab) => `/ar-reports?tab=${tab}`,
    ),
    ...['data-flow', 'exports', 'imports'].map((tab) => `/wms-integration?tab=${tab}`),
    ...['balance', 'periods'].map((tab) => `/journal?tab=${tab}`),
    ...['files', 'partners'].map((tab) => `/edi?tab=${tab}`),
    ...settingsPages,
  ]
}

const skuTabs = ['movements', 'value', 'orders', 'pos', 'vendors', 'prices', 'activity']

/** The other tabs of records: addresses with `tab`, shown in the record's dialog. */
const everyRecordTab: readonly ScreenAddress[] = [
  ...ofRecord('order', '/sales-orders', [
    'lines',
    'shipments',
    'invoices',
    'related',
    'documents',
    'revisions',
    'decisions',
    'warehouse',
    'timeline',
  ]),
  ...ofRecord('purchase', '/purchase-orders', [
    'lines',
    'receipts',
    'related',
    'documents',
    'warehouse',
    'bills',
    'timeline',
  ]),
  ...ofRecord('customer', '/customers', [
    'orders',
    'returns',
    'receivables',
    'prices',
    'emails',
    'edi',
    'activity',
  ]),
  ...ofRecord('vendor', '/vendors', [
    'pos',
    'skus',
    'certificates',
    'performance',
    'returns',
    'payables',
    'emails',
    'credits',
    'payments',
    'activity',
  ]),
  ...ofRecord('sku', '/skus', skuTabs),
  ...ofRecord('goods', '/returns', ['lines', 'receipts', 'credit', 'related', 'timeline']),
]

/** The record tabs that this run tests. */
export const recordTabs = everyRecordTab.filter(isNamedChosen)

function ofRecord(kind: keyof World, path: string, names: readonly string[]) {
  return names.map((tab): [string, (world: World) => string] => [
    `${path} ${tab}`,
    (world) => `${path}?open=${world[kind]}&tab=${tab}`,
  ])
}

/** Where to look for the controls of an address; those of the frame are tested once elsewhere. */
export function placeOf(path: string): Place {
  if (/[?&]open=.*[?&]tab=/.test(path)) return '[role=dialog] [role=tabpanel]'
  if (/[?&](open|new|report|view)=/.test(path)) return '[role=dialog]'
  // The pages of the settings are no tabs.
  const isTab = path.includes('?tab=') && !path.startsWith('/settings')
  return isTab ? '[role=tabpanel]' : 'main'
}

/** A shipped and invoiced order, its return, and its payment. */
async function createReturnAndPayment(
  testData: TestData,
  sold: { customerId: number; skuId: number },
) {
  const { customerId, skuId } = sold
  const body = { customerId, items: [{ skuId, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  for (const step of ['process', 'ship'])
    await testData.made(`/api/sales-orders/${order.id}/${step}`, {})
  const goods = await testData.made<GoodsReturn>('/api/returns', {
    type: 'rma',
    originalOrderId: order.id,
    reason: 'Wrong item',
    items: [{ skuId, quantity: 1 }],
  })
  // Dated in a past month, so that there is a month to close.
  const paid = { customerId, amount: '5.00', method: 'wire', receivedOn: '2026-01-15' }
  return { goods, payment: await testData.made<Payment>('/api/payments', paid) }
}

/** Creates one record of each kind, so that every list has a row. */
export async function createTestRecords(testData: TestData) {
  const { customerCode: customer, id: customerId } = await testData.customer({
    creditLimit: '1000.00',
    address: '1 Main Street',
  })
  const item = await createSku(testData)
  const items = [{ skuId: item.id, quantity: 2 }]
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', {
    customerId,
    items,
  })
  const { order: purchase, vendor } = await createPurchaseOrder(testData)
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BC'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })
  const requisition = await testData.made<Requisition>('/api/requisitions', {
    reason: 'For the shelf',
    items: [{ skuId: item.id, quantity: 2 }],
  })
  const { goods, payment } = await createReturnAndPayment(testData, { customerId, skuId: item.id })
  return {
    customer,
    goods: goods.returnNumber,
    payment: payment.paymentNumber,
    requisition: requisition.requisitionNumber,
    vendor: vendor.vendorCode,
    sku: item.sku,
    order: order.orderNumber,
    purchase: purchase.orderNumber,
    bill: String(bill.id),
  }
}
