import { type Holder, isBuiltIn, may, type Permission, type Role } from '#features/auth/rules.ts'
import type { Address } from '#platform/web/screen-address.ts'

type MainAct = { label: string; address: Address; permission: Permission }

// As the views To ship and To receive show them, the earliest first.
const toShip = { 'f.status': 'processing', 'f.held': 'false', sort: 'orderDate' }
const toReceive = { 'f.status': 'approved', sort: 'expectedDate' }

/** What a person most often begins on a phone, in the order in which an own role gets them. */
const acts = {
  enterOrder: {
    label: 'Enter Order',
    address: { to: '/order-entry' },
    permission: 'orders.create',
  },
  ship: {
    label: 'Ship Orders',
    address: { to: '/sales-orders', search: toShip },
    permission: 'salesOrders.ship',
  },
  receive: {
    label: 'Receive Goods',
    address: { to: '/purchase-orders', search: toReceive },
    permission: 'purchaseOrders.receive',
  },
  recordPayment: {
    label: 'Record Payment',
    address: { to: '/ar-reports', search: { tab: 'payments', new: 'payment' } },
    permission: 'receivables.collect',
  },
  approvePurchases: {
    label: 'Approve POs',
    address: { to: '/purchase-orders', search: { 'f.status': 'submitted' } },
    permission: 'purchaseOrders.approve',
  },
  createPurchase: {
    label: 'New PO',
    address: { to: '/purchase-orders', search: { new: '1' } },
    permission: 'purchaseOrders.create',
  },
  proposals: {
    label: 'Proposals',
    address: { to: '/purchase-proposals' },
    permission: 'purchaseOrders.create',
  },
  addCustomer: {
    label: 'New Customer',
    address: { to: '/customers', search: { new: '1' } },
    permission: 'customers.edit',
  },
  bills: {
    label: 'Bills',
    address: { to: '/ap-reports', search: { tab: 'bills' } },
    permission: 'payables.read',
  },
  orders: {
    label: 'Sales Orders',
    address: { to: '/sales-orders' },
    permission: 'salesOrders.read',
  },
  stock: { label: 'Stock', address: { to: '/skus' }, permission: 'skus.read' },
} as const satisfies Readonly<Record<string, MainAct>>

export type MainActId = keyof typeof acts

/** The two main acts of each built-in role. */
const actsOfRoles: Readonly<Record<Role, readonly [MainActId, MainActId]>> = {
  admin: ['enterOrder', 'approvePurchases'],
  manager: ['enterOrder', 'approvePurchases'],
  sales: ['enterOrder', 'addCustomer'],
  purchasing: ['createPurchase', 'proposals'],
  warehouse: ['ship', 'receive'],
  finance: ['recordPayment', 'bills'],
  viewer: ['orders', 'stock'],
  user: ['enterOrder', 'createPurchase'],
}

/** The main acts that a user may do, at most two. */
export function mainActsOf(user: Holder): readonly ({ id: MainActId } & MainAct)[] {
  const ids = isBuiltIn(user.role) ? actsOfRoles[user.role] : (Object.keys(acts) as MainActId[])
  return ids
    .map((id) => ({ id, ...acts[id] }))
    .filter(({ permission }) => may(user, permission))
    .slice(0, 2)
}
