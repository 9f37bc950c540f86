import type { Role } from '#features/auth/rules.ts'

/**
 * One tour step: its address, purpose, instructions, and the names of its control in order of
 * preference. `Retry …` matches the control in the first row whose name continues with its record.
 */
export type TourStep = {
  title: string
  text: string
  /** The instructions on a touch screen, if the others name keys. */
  touchText?: string
  href: string
  at: readonly string[]
}

const phoneOrder: TourStep = {
  title: 'Enter a phone order',
  text:
    'Enter a customer, a SKU and a quantity. Ctrl+Enter checks credit and ' +
    'stock; Ctrl+Enter again creates the order.',
  touchText:
    'Enter a customer, a SKU and a quantity. Validate checks credit and stock; then create the ' +
    'order.',
  href: '/order-entry',
  at: ['Customer'],
}
const findOrder: TourStep = {
  title: 'Find an order by its PO',
  text:
    'Press Ctrl+K on any screen and type the customer’s PO number, with or without dashes. ' +
    'Enter opens the order.',
  touchText:
    'Search on any screen by the customer’s PO number, with or without dashes, and open the order.',
  href: '/sales-orders',
  at: ['Search'],
}
const lateOrders: TourStep = {
  title: 'See orders that are due to ship',
  text: 'The views above a list are filters with a name. Change one, and save it as your own.',
  href: '/sales-orders?f.status=pending,processing&sort=shipDate',
  at: ['To ship today'],
}
const approvePurchases: TourStep = {
  title: 'Approve purchase orders',
  text:
    'Press Ctrl+A to select all orders, or select some, then press A. You cannot approve your ' +
    'own orders.',
  touchText: 'Select some orders, then choose Approve. You cannot approve your own orders.',
  href: '/purchase-orders?f.status=submitted',
  at: ['Select this page'],
}
const buyWhatRunsOut: TourStep = {
  title: 'Buy SKUs before they run out',
  text: 'Each proposal shows its reason. Select some to create draft orders, one for each vendor.',
  href: '/purchase-proposals',
  at: ['Select this page'],
}
const lowStock: TourStep = {
  title: 'See low stock',
  text: 'Stock is red at or below its minimum. A SKU’s details show every movement of it.',
  href: '/skus?f.stock=low',
  at: ['Low stock'],
}
const syncProblem: TourStep = {
  title: 'Resolve a sync problem',
  text: 'Each problem explains what is wrong. Retry it, or dismiss it once it is resolved.',
  href: '/wms-integration',
  at: ['Retry …', 'Full Sync'],
}
const aging: TourStep = {
  title: 'See how old receivables are',
  text: 'Choose a day, and click a bucket to see its invoices. Export or print the report.',
  href: '/ar-reports?tab=aging',
  at: ['As of'],
}
const payment: TourStep = {
  title: 'Record a payment',
  text: 'Enter who paid and how much. The oldest invoices are paid first, or those you choose.',
  href: '/ar-reports?tab=payments',
  at: ['Record Payment'],
}
const bills: TourStep = {
  title: 'Release a blocked bill',
  text: 'A blocked bill shows which line differs from its order, and by how much.',
  href: '/ap-reports?tab=bills&f.standing=blocked',
  at: ['Status: Blocked', 'Filters and tools, 1 active'],
}
const returns: TourStep = {
  title: 'Create a customer return',
  text: 'Create RMA finds the order and shows what can still be returned.',
  href: '/returns',
  at: ['Create RMA'],
}
const health: TourStep = {
  title: 'See why the program is slow',
  text: 'Every call is measured. The bars show when a problem began; the incidents show its cause.',
  href: '/system-health',
  at: ['Refresh'],
}
const help: TourStep = {
  title: 'Get help',
  text: 'Press F1 for help on this screen, and ? for all keyboard shortcuts.',
  touchText: 'Search the help by any word, or choose a topic.',
  href: '/help',
  at: ['Find in help'],
}

const salesSteps = [phoneOrder, findOrder, lateOrders, returns, help]
const watch = [phoneOrder, approvePurchases, syncProblem, aging, health]

/** The five most common tasks of each role; all of them use existing data. */
export const tours: Record<Role, readonly TourStep[]> = {
  admin: watch,
  manager: watch,
  sales: salesSteps,
  user: salesSteps,
  viewer: [findOrder, lateOrders, lowStock, aging, help],
  purchasing: [buyWhatRunsOut, approvePurchases, lowStock, findOrder, help],
  warehouse: [syncProblem, lowStock, findOrder, returns, help],
  finance: [aging, payment, bills, findOrder, help],
}
