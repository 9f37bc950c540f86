import { type Holder, isBuiltIn, may, type Permission } from '#features/auth/rules.ts'

/** The permission without which a screen of the menu shows nothing. */
const needed: Readonly<Record<string, Permission>> = {
  '/': 'dashboard.read',
  '/customers': 'customers.read',
  '/vendors': 'vendors.read',
  '/skus': 'skus.read',
  '/order-entry': 'orders.create',
  '/purchase-orders': 'purchaseOrders.read',
  '/sales-orders': 'salesOrders.read',
  '/returns': 'returns.read',
  '/ap-reports': 'payables.read',
  '/ar-reports': 'receivables.read',
  '/wms-integration': 'wms.read',
  '/intake': 'intake.read',
}

/**
 * True if the menu shows a screen to a user. Built-in roles have the whole menu of the
 * specification; an own role has the screens that it may see.
 */
export function isInMenu(user: Holder, path: string): boolean {
  const permission = needed[path]
  return isBuiltIn(user.role) || permission === undefined || may(user, permission)
}
