/** What an API key may be made for; beside its scopes it holds what its user's role holds. */
export const keyScopes = [
  'read',
  'orders',
  'masterData',
  'purchasing',
  'finance',
  'warehouse',
  'metrics',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** What people are told of a scope. */
export const scopeNames: Record<KeyScope, string> = {
  read: 'Read everything its user may read',
  orders: 'Orders and returns',
  masterData: 'Customers, vendors, SKUs and prices',
  purchasing: 'Purchasing',
  finance: 'Invoices, bills and payments',
  warehouse: 'Warehouse steps and stock',
  metrics: 'Metrics',
}

/** The first word of the permissions of the writes that a scope opens. */
const writesOf: Record<KeyScope, readonly string[]> = {
  read: [],
  orders: ['orders', 'salesOrders', 'returns'],
  masterData: ['customers', 'vendors', 'skus', 'pricing'],
  purchasing: ['purchaseOrders', 'requisitions', 'returns'],
  finance: ['receivables', 'payables', 'ledger'],
  warehouse: ['wms', 'salesOrders', 'purchaseOrders', 'returns', 'skus'],
  metrics: [],
}

/**
 * Whether a key with these scopes may make a call, as far as the key goes. Accounts, keys and
 * settings are changed by people alone.
 */
export function keyMay(
  scopes: readonly string[],
  { method, permission }: { method: string; permission: string },
): boolean {
  if (permission === 'users.manage' || permission === 'settings.manage') return false
  if (method === 'GET') return scopes.includes('read')
  const [area = ''] = permission.split('.')
  return keyScopes.some((scope) => scopes.includes(scope) && writesOf[scope].includes(area))
}

/** How every key begins, so that a secret scanner and a session's token can be told from it. */
export const keyPrefix = 'prizm_'

/** So much of a key is kept in clear, for people to know it again. */
export const shownKeyLength = keyPrefix.length + 6
