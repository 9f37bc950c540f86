import type { Role } from '#features/auth/rules.ts'

/**
 * One tour step: its address, purpose, instructions, and the names of its control in order of
 * preference. `Retry …` matches the control in the first row whose name continues with its record.
 */
export type TourStep = { title: string; text: string; href: string; at: readonly string[] }

const phoneOrder: TourStep = {
  title: 'Take a phone order',
  text:
    'Type a customer, a SKU and a quantity; Enter goes on. Ctrl+Enter validates credit and ' +
    'stock, Ctrl+Enter again creates the order.',
  href: '/order-entry',
  at: ['Customer'],
}
const findOrder: TourStep = {
  title: 'Find an order by its PO',
  text:
    'Ctrl+K, then the customer’s PO number, from any screen. Spaces and dashes do not matter. ' +
    'Enter opens the order.',
  href: '/sales-orders',
  at: ['Search'],
}
const lateOrders: TourStep = {
  title: 'See what should have left',
  text: 'The views above a list are filters with a name. Change one, and save it as your own.',
  href: '/sales-orders?f.status=pending,processing&sort=shipDate',
  at: ['To ship today'],
}
const approvePurchases: TourStep = {
  title: 'Approve purchase orders',
  text:
    'Tick the orders that wait, or Ctrl+A for all of them, and press A. Nobody approves an order ' +
    'of their own.',
  href: '/purchase-orders?f.status=submitted',
  at: ['Select this page'],
}
const buyWhatRunsOut: TourStep = {
  title: 'Buy what will run out',
  text: 'Each proposal says why. Tick some, and they become draft orders, one for each vendor.',
  href: '/purchase-proposals',
  at: ['Select this page'],
}
const lowStock: TourStep = {
  title: 'See what runs low',
  text: 'Stock is red at or below its minimum. A SKU’s details show every movement of it.',
  href: '/skus?f.stock=low',
  at: ['Low stock'],
}
const syncProblem: TourStep = {
  title: 'Mend a sync problem',
  text: 'Every problem says what is wrong in words. Retry it, or dismiss it once it is seen to.',
  href: '/wms-integration',
  at: ['Retry …', 'Full Sync'],
}
const aging: TourStep = {
  title: 'Age what is owed',
  text: 'Choose a day, press a bucket to see its invoices, and take it away by Export or Print.',
  href: '/ar-reports?tab=aging',
  at: ['As of'],
}
const payment: TourStep = {
  title: 'Record a payment',
  text: 'Say who paid and how much: the oldest invoices are settled first, or those you choose.',
  href: '/ar-reports?tab=payments',
  at: ['Record Payment'],
}
const bills: TourStep = {
  title: 'Release a blocked bill',
  text: 'A bill that does not match its order says which line and by how much.',
  href: '/ap-reports?tab=bills&f.standing=blocked',
  at: ['Status: Blocked'],
}
const returns: TourStep = {
  title: 'Take goods back',
  text: 'Create RMA finds the order and knows what of it can still come back.',
  href: '/returns',
  at: ['Create RMA'],
}
const health: TourStep = {
  title: 'See why it is slow',
  text: 'Every call is measured all day. The bars tell when it began, the incidents why.',
  href: '/system-health',
  at: ['Refresh'],
}
const help: TourStep = {
  title: 'Ask for help',
  text: 'F1 opens the topic of the screen you are on, and ? lists every key.',
  href: '/help',
  at: ['Find in help'],
}

const desk = [phoneOrder, findOrder, lateOrders, returns, help]
const watch = [phoneOrder, approvePurchases, syncProblem, aging, health]

/** The five most common tasks of each role; all of them use existing data. */
export const tours: Record<Role, readonly TourStep[]> = {
  admin: watch,
  manager: watch,
  sales: desk,
  user: desk,
  viewer: [findOrder, lateOrders, lowStock, aging, help],
  purchasing: [buyWhatRunsOut, approvePurchases, lowStock, findOrder, help],
  warehouse: [syncProblem, lowStock, findOrder, returns, help],
  finance: [aging, payment, bills, findOrder, help],
}
