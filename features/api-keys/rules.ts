import type { Permission } from '#features/auth/rules.ts'

/** The scopes of an API key. A call needs both the scope and the permission of the user's role. */
export const keyScopes = [
  'read',
  'orders',
  'masterData',
  'purchasing',
  'finance',
  'warehouse',
  'approve',
  'override',
  'release',
  'close',
  'writeOff',
  'refund',
  'journal',
  'metrics',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** Display names of the scopes. */
export const scopeNames: Record<KeyScope, string> = {
  read: 'Read everything its user may read',
  orders: 'Orders and returns',
  masterData: 'Customers, vendors, SKUs and prices',
  purchasing: 'Purchasing',
  finance: 'Invoices, bills and payments',
  warehouse: 'Warehouse steps and stock',
  approve: 'Approve',
  override: 'Override',
  release: 'Release',
  close: 'Close purchase orders',
  writeOff: 'Write off',
  refund: 'Refund',
  journal: 'Journal entries',
  metrics: 'Metrics',
}

/** What each scope allows, for the administrator who creates a key. */
export const scopeSentences: Record<KeyScope, string> = {
  read:
    'Reads the records, lists and reports that its user may read, and changes nothing. ' +
    'Order drafts, reminders, deleted records and proposals also need the scope of their task.',
  orders: 'Creates, changes, holds and cancels sales orders, and creates customer returns.',
  masterData: 'Creates, changes and deletes customers, vendors, SKUs and prices.',
  purchasing: 'Creates and submits requisitions and purchase orders, and returns goods to vendors.',
  finance: 'Enters invoices, bills and payments, sends reminders and completes returns.',
  warehouse:
    'Starts, ships and delivers orders, receives and counts goods, runs the data exchange.',
  approve: 'Approves, rejects or cancels orders, returns and adjustments that others submitted.',
  override:
    'Overrides prices and credit limits, recalls orders from the warehouse, moves reserved ' +
    'stock between orders, and ring-fences stock.',
  release: 'Releases orders on hold, blocked bills and payments to vendors; pays sales tax.',
  close: 'Closes purchase orders that were not fully received.',
  writeOff: 'Writes off amounts that customers will not pay.',
  refund: 'Releases and cancels refunds to customers.',
  journal: 'Enters, reverses and posts manual journal entries.',
  metrics: 'Reads the metrics of the program.',
}

/** The permissions that each scope grants. */
export const scopePermissions = {
  read: [
    'profile.own',
    'views.own',
    'notifications.own',
    'reports.own',
    'settings.read',
    'activity.read',
    'audit.read',
    'customers.read',
    'vendors.read',
    'skus.read',
    'skus.cost',
    'pricing.read',
    'salesOrders.read',
    'purchaseOrders.read',
    'returns.read',
    'requisitions.read',
    'ledger.read',
    'receivables.read',
    'payables.read',
    'wms.read',
    'edi.read',
    'reports.payables',
    'reports.receivables',
    'dashboard.read',
    'search.all',
    'health.read',
  ],
  orders: [
    'orders.validate',
    'orders.create',
    'orders.backorder',
    'orders.import',
    'salesOrders.edit',
    'salesOrders.hold',
    'salesOrders.cancel',
    'salesOrders.process',
    'salesOrders.send',
    'returns.create',
    'returns.createRma',
    'returns.replace',
    'returns.send',
    'documents.send',
  ],
  masterData: [
    'customers.edit',
    'customers.terms',
    'customers.delete',
    'customers.import',
    'vendors.edit',
    'vendors.terms',
    'vendors.delete',
    'vendors.import',
    'skus.edit',
    'skus.cost',
    'skus.delete',
    'skus.import',
    'pricing.edit',
  ],
  purchasing: [
    'purchaseOrders.create',
    'purchaseOrders.import',
    'purchaseOrders.send',
    'requisitions.create',
    'returns.create',
    'returns.createRtv',
    'returns.send',
    'documents.send',
    'skus.cost',
  ],
  finance: [
    'receivables.collect',
    'receivables.credit',
    'receivables.dun',
    'receivables.send',
    'payables.enter',
    'payables.pay',
    'returns.complete',
    'documents.send',
  ],
  warehouse: [
    'salesOrders.process',
    'salesOrders.ship',
    'salesOrders.deliver',
    'purchaseOrders.receive',
    'returns.receive',
    'skus.adjust',
    'skus.importCount',
    'skus.cost',
    'wms.run',
    'wms.mend',
  ],
  approve: [
    'purchaseOrders.approve',
    'purchaseOrders.cancel',
    'requisitions.decide',
    'returns.approve',
    'returns.decide',
    'skus.approveAdjust',
  ],
  override: [
    'orders.overridePrice',
    'orders.belowCost',
    'salesOrders.overrideCredit',
    'salesOrders.recall',
    'salesOrders.reallocate',
    'skus.ringFence',
  ],
  release: [
    'salesOrders.release',
    'salesOrders.releaseMargin',
    'payables.release',
    'payables.releasePayment',
    'ledger.payTax',
  ],
  close: ['purchaseOrders.close'],
  writeOff: ['receivables.writeOff'],
  refund: ['receivables.refund'],
  journal: ['ledger.enter', 'ledger.post'],
  metrics: [],
} as const satisfies Record<KeyScope, readonly Permission[]>

/**
 * Permissions that no key can have: accounts, keys, settings, backtests, connections, webhooks,
 * the intake inbox, periods, personal data and the key of a browser. A message becomes an order
 * only by a person. Whoever stole a key could otherwise have every
 * event sent to an address of theirs.
 */
export const peopleOnly = [
  'device.own',
  'users.manage',
  'settings.manage',
  'backtests.run',
  'webhooks.manage',
  'demoData.load',
  'wms.manage',
  'edi.manage',
  'edi.mend',
  'intake.read',
  'intake.work',
  'ledger.softClose',
  'ledger.close',
  'comments.write',
  'health.note',
  'health.check',
  'personalData.manage',
] as const satisfies readonly Permission[]

type Placed = (typeof scopePermissions)[KeyScope][number] | (typeof peopleOnly)[number]
type UnscopedPermission = Exclude<Permission, Placed>
// Fails to compile if a permission is neither in a scope nor in `peopleOnly`.
true satisfies [UnscopedPermission] extends [never] ? true : UnscopedPermission

/** A call as its endpoint declares it. */
type Call = {
  method: string
  permission: string
  /** True for a call that only reads although it has a body. */
  changesNothing?: boolean | undefined
}

/**
 * Whether the scopes of a key allow a call: one of them must grant the permission. Reading also
 * needs `read`, and a write needs a scope other than `read`. Permissions in `peopleOnly` are never
 * allowed.
 */
export function keyMay(
  scopes: readonly string[],
  { method, permission, changesNothing = false }: Call,
): boolean {
  if (peopleOnly.some((each) => each === permission)) return false
  if (method === 'GET' || changesNothing) {
    return scopes.includes('read') && permissionsOf(scopes).has(permission)
  }
  const writeScopes = keyScopes.filter((scope) => scope !== 'read' && scopes.includes(scope))
  return writeScopes.some((scope) => grants(scope, permission))
}

/** The permissions granted by a key's scopes, for checks inside a call. */
export function permissionsOf(scopes: readonly string[]): ReadonlySet<string> {
  const grantedScopes = keyScopes.filter((scope) => scopes.includes(scope))
  return new Set<string>(grantedScopes.flatMap((scope) => [...scopePermissions[scope]]))
}

function grants(scope: KeyScope, permission: string): boolean {
  return scopePermissions[scope].some((each) => each === permission)
}

/** Prefix of every key, for secret scanners and to distinguish keys from session tokens. */
export const keyPrefix = 'prizm_'

/** How many characters of a key are stored in plain text, so that users can recognize it. */
export const visibleKeyLength = keyPrefix.length + 6

/** The most calls per minute that a key may be given. */
export const mostCallsPerMinute = 100_000

/** The most addresses and ranges of a key. */
export const mostAddresses = 20

/** The longest time for which the old secret of a rotated key works: 7 days. */
export const longestOverlapHours = 168
