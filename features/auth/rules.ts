// One file: roles, permissions and the limits of sign-in are read together.
import { Refusal } from '#platform/kernel/refusal.ts'

/** The built-in roles. A company adds roles of its own beside them (`own_roles`). */
export const roles = [
  'admin',
  'manager',
  'sales',
  'purchasing',
  'warehouse',
  'finance',
  'viewer',
  'user',
] as const
export type Role = (typeof roles)[number]

const allRoles = roles
const managerRoles = ['admin', 'manager'] as const
const salesRoles = ['admin', 'manager', 'sales', 'user'] as const
const purchasingRoles = ['admin', 'manager', 'purchasing', 'user'] as const

/**
 * The permission matrix: each permission and the roles that hold it. Unlisted permissions are
 * denied. `user` is the role of self-registered accounts: it covers the calls of the specification.
 */
export const permissions = {
  'profile.own': allRoles,
  // The key of a browser; no API key has one.
  'device.own': allRoles,
  'users.manage': ['admin'],
  'settings.read': allRoles,
  'settings.manage': ['admin'],
  'webhooks.manage': ['admin'],
  // Testing a draft on past orders also needs the permissions to change what it changes.
  'backtests.run': ['admin', 'manager', 'purchasing', 'finance', 'user'],
  'demoData.load': ['admin'],
  'audit.read': ['admin', 'manager', 'finance'],
  'personalData.manage': ['admin'],
  'activity.read': allRoles,
  // Commenting also requires the permission to read the record.
  'comments.write': ['admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance', 'user'],
  // Email is sent in the company's name, so self-registered accounts may not send any.
  'documents.send': ['admin', 'manager', 'sales', 'purchasing', 'finance'],
  'salesOrders.send': ['admin', 'manager', 'sales'],
  'purchaseOrders.send': ['admin', 'manager', 'purchasing'],
  'returns.send': ['admin', 'manager', 'sales', 'purchasing'],
  'receivables.send': ['admin', 'manager', 'sales', 'finance'],

  'customers.read': allRoles,
  'customers.edit': ['admin', 'manager', 'sales', 'finance', 'user'],
  'customers.terms': ['admin', 'manager', 'finance', 'user'],
  'customers.delete': ['admin', 'manager', 'user'],

  'vendors.read': allRoles,
  'vendors.edit': purchasingRoles,
  'vendors.terms': ['admin', 'finance', 'user'],
  'vendors.delete': ['admin', 'manager', 'user'],

  'skus.read': allRoles,
  'skus.edit': purchasingRoles,
  'skus.cost': ['admin', 'manager', 'purchasing', 'warehouse', 'finance', 'user'],
  'skus.adjust': ['admin', 'manager', 'warehouse', 'user'],
  'skus.approveAdjust': managerRoles,
  'skus.ringFence': managerRoles,
  'skus.delete': ['admin', 'manager', 'user'],

  'pricing.read': allRoles,
  'pricing.edit': managerRoles,

  'salesOrders.read': allRoles,
  'orders.validate': salesRoles,
  'orders.create': salesRoles,
  'orders.backorder': ['admin', 'manager', 'sales'],
  'orders.overridePrice': managerRoles,
  'orders.belowCost': managerRoles,
  'salesOrders.process': ['admin', 'manager', 'sales', 'warehouse'],
  'salesOrders.ship': ['admin', 'manager', 'warehouse'],
  'salesOrders.deliver': ['admin', 'manager', 'warehouse'],
  'salesOrders.cancel': salesRoles,
  'salesOrders.recall': managerRoles,
  'salesOrders.reallocate': managerRoles,
  'salesOrders.release': ['admin', 'manager', 'finance'],
  // Needed beside `salesOrders.release`, which all other holds need.
  'salesOrders.releaseMargin': managerRoles,
  'salesOrders.overrideCredit': ['admin', 'manager', 'finance'],

  'purchaseOrders.read': allRoles,
  'purchaseOrders.create': purchasingRoles,
  'purchaseOrders.approve': managerRoles,
  'purchaseOrders.receive': ['admin', 'manager', 'warehouse'],
  'purchaseOrders.close': ['admin', 'manager', 'purchasing'],
  'purchaseOrders.cancel': managerRoles,

  'returns.read': allRoles,
  'returns.create': ['admin', 'manager', 'sales', 'purchasing', 'user'],
  'returns.createRma': salesRoles,
  'returns.createRtv': purchasingRoles,
  'returns.approve': ['admin', 'manager', 'sales'],
  'returns.decide': managerRoles,
  'returns.receive': ['admin', 'manager', 'warehouse'],
  'returns.replace': ['admin', 'manager', 'sales'],
  'returns.complete': ['admin', 'finance'],

  'salesOrders.edit': salesRoles,
  'salesOrders.hold': ['admin', 'manager', 'sales', 'finance'],

  'requisitions.read': allRoles,
  'requisitions.create': [
    'admin',
    'manager',
    'sales',
    'purchasing',
    'warehouse',
    'finance',
    'user',
  ],
  'requisitions.decide': managerRoles,

  'ledger.read': ['admin', 'manager', 'finance'],
  'ledger.enter': ['admin', 'finance'],
  'ledger.post': ['admin', 'manager', 'finance'],
  'ledger.payTax': ['admin', 'manager', 'finance'],
  'ledger.softClose': ['admin', 'finance'],
  'ledger.close': ['admin'],
  'receivables.read': ['admin', 'manager', 'sales', 'finance', 'viewer', 'user'],
  'receivables.collect': ['admin', 'finance'],
  'receivables.credit': ['admin', 'finance'],
  'receivables.writeOff': ['admin', 'manager', 'finance'],
  'receivables.refund': ['admin', 'manager', 'finance'],
  'receivables.dun': ['admin', 'finance'],
  'payables.read': ['admin', 'manager', 'purchasing', 'finance', 'user'],
  'payables.enter': ['admin', 'finance'],
  'payables.release': ['admin', 'manager', 'finance'],
  'payables.pay': ['admin', 'finance'],
  'payables.releasePayment': ['admin', 'manager', 'finance'],

  'wms.read': allRoles,
  'wms.run': ['admin', 'manager', 'warehouse', 'user'],
  'wms.mend': ['admin', 'manager', 'warehouse'],
  'wms.manage': ['admin'],
  'customers.import': managerRoles,
  'vendors.import': managerRoles,
  'skus.import': managerRoles,
  'skus.importCount': ['admin', 'manager', 'warehouse'],
  'orders.import': ['admin', 'manager', 'sales'],
  'purchaseOrders.import': ['admin', 'manager', 'purchasing'],
  'intake.read': ['admin', 'manager', 'sales'],
  'intake.work': ['admin', 'manager', 'sales'],
  'edi.read': ['admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance'],
  'edi.mend': ['admin', 'manager', 'sales'],
  'edi.manage': ['admin'],

  'reports.payables': ['admin', 'manager', 'purchasing', 'finance', 'user'],
  'reports.receivables': ['admin', 'manager', 'sales', 'finance', 'viewer', 'user'],
  'reports.own': allRoles,
  'dashboard.read': allRoles,
  'search.all': allRoles,
  'health.read': allRoles,
  'health.note': ['admin'],
  'health.check': ['admin'],
  'notifications.own': allRoles,
  'views.own': allRoles,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/**
 * Who acts: a built-in role, or an own role with its permissions in `grants`; `opens` is what the
 * scopes of an API key allow.
 */
export type Holder = {
  role: string
  grants?: readonly string[] | null
  opens?: ReadonlySet<string>
}

/** True for the name of a built-in role. */
export function isBuiltIn(role: string): role is Role {
  return (roles as readonly string[]).includes(role)
}

/**
 * True if the role holds the permission and, for an API key, its scopes include it. Unknown
 * permissions are denied. What a built-in role may do is only in the matrix: `grants` count for own
 * roles alone.
 */
export function may({ role, grants, opens }: Holder, permission: Permission): boolean {
  if (!Object.hasOwn(permissions, permission)) return false
  if (opens && !opens.has(permission)) return false
  if (!isBuiltIn(role)) return grants?.includes(permission) ?? false
  return (permissions[permission] as readonly string[]).includes(role)
}

/**
 * Throws 403 if an API key's scopes do not include the permission, even for steps that are only
 * recorded when a user performs them.
 */
export function requireScope(user: Holder | undefined, permission: Permission): void {
  if (!user?.opens || user.opens.has(permission)) return
  throw new Refusal('forbidden', 'forbidden', 'The scopes of this API key do not allow this')
}

/** The roles that hold a permission, as text: `admin, manager and sales`. */
export function rolesWith(permission: Permission): string {
  const all: readonly string[] = permissions[permission]
  const before = all.slice(0, -1).join(', ')
  return [before, all.at(-1)].filter(Boolean).join(' and ')
}

/** True if only administrators hold the permission. */
export function isForAdministrators(permission: Permission): boolean {
  return permissions[permission].every((role) => role === 'admin')
}

/**
 * Throws 403 if the user lacks the permission. Passes if there is no user: the system itself acts.
 */
export function requirePermission(
  user: Holder | undefined,
  permission: Permission,
  sentence = 'Your role does not allow this',
): void {
  if (!user || may(user, permission)) return
  throw new Refusal('forbidden', 'forbidden', sentence)
}

/** Audit-log name of the control that is skipped when a user decides with a newly assigned role. */
export const newRoleControl = 'new-role'

/**
 * The form in which two usernames or email addresses compare as equal: ignores compatibility forms,
 * case and the dots of the Turkish i, independent of the locale.
 */
export function foldCase(name: string): string {
  const lowercased = name.normalize('NFKC').toUpperCase().toLowerCase()
  return lowercased.normalize('NFD').replaceAll('i\u0307', 'i').normalize('NFC')
}

/** Idle timeout and absolute lifetime of a session (OWASP ASVS 7.3). */
export const sessionLife = { idleMinutes: 30, absoluteHours: 12, seenEverySeconds: 60 } as const

/**
 * Why a password is too easy to guess, as one sentence, or undefined. At least eight characters
 * must remain after the product name and the username are removed (OWASP ASVS 6.2.11).
 */
export function whyPasswordIsWeak(password: string, username: string): string | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  const name = foldCase(username)
  for (const word of ['prizm', name]) {
    if (word.length < 3 || !text.includes(word)) continue
    if (text.replaceAll(word, '').length < 8) {
      const label = word === name ? 'your username' : `“${word}”`
      return `This password is too similar to ${label}. Choose another`
    }
  }
  return undefined
}
