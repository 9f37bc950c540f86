import { Refusal } from '#platform/kernel/refusal.ts'

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

const everyone = roles
const managers = ['admin', 'manager'] as const
const salesDesk = ['admin', 'manager', 'sales', 'user'] as const
const buyers = ['admin', 'manager', 'purchasing', 'user'] as const

/**
 * The permission matrix: what each permission is called, and the roles that hold it. Everything is
 * denied that is not listed. `user` is the role of sign-up: the calls of the specification.
 */
export const permissions = {
  'profile.own': everyone,
  'users.manage': ['admin'],
  'settings.read': everyone,
  'settings.manage': ['admin'],
  'demoData.load': ['admin'],
  'audit.read': ['admin', 'manager', 'finance'],
  'activity.read': everyone,
  // Beside it one needs what lets one read the record that is commented on.
  'comments.write': ['admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance', 'user'],
  // Mail goes out in the company's name, so accounts that anybody can open do not send any.
  'documents.send': ['admin', 'manager', 'sales', 'purchasing', 'finance'],
  'salesOrders.send': ['admin', 'manager', 'sales'],
  'purchaseOrders.send': ['admin', 'manager', 'purchasing'],
  'returns.send': ['admin', 'manager', 'sales', 'purchasing'],
  'receivables.send': ['admin', 'manager', 'sales', 'finance'],

  'customers.read': everyone,
  'customers.edit': ['admin', 'manager', 'sales', 'finance', 'user'],
  'customers.terms': ['admin', 'manager', 'finance', 'user'],
  'customers.delete': ['admin', 'manager', 'user'],

  'vendors.read': everyone,
  'vendors.edit': buyers,
  'vendors.terms': ['admin', 'finance', 'user'],
  'vendors.delete': ['admin', 'manager', 'user'],

  'skus.read': everyone,
  'skus.edit': buyers,
  'skus.cost': ['admin', 'manager', 'purchasing', 'warehouse', 'finance', 'user'],
  'skus.adjust': ['admin', 'manager', 'warehouse', 'user'],
  'skus.approveAdjust': managers,
  'skus.delete': ['admin', 'manager', 'user'],

  'pricing.read': everyone,
  'pricing.edit': managers,

  'salesOrders.read': everyone,
  'orders.validate': salesDesk,
  'orders.create': salesDesk,
  'orders.backorder': ['admin', 'manager', 'sales'],
  'orders.overridePrice': managers,
  'orders.belowCost': managers,
  'salesOrders.process': ['admin', 'manager', 'sales', 'warehouse'],
  'salesOrders.ship': ['admin', 'manager', 'warehouse'],
  'salesOrders.deliver': ['admin', 'manager', 'warehouse'],
  'salesOrders.cancel': salesDesk,
  'salesOrders.recall': managers,
  'salesOrders.release': ['admin', 'manager', 'finance'],
  'salesOrders.overrideCredit': ['admin', 'manager', 'finance'],

  'purchaseOrders.read': everyone,
  'purchaseOrders.create': buyers,
  'purchaseOrders.approve': managers,
  'purchaseOrders.receive': ['admin', 'manager', 'warehouse'],
  'purchaseOrders.close': ['admin', 'manager', 'purchasing'],
  'purchaseOrders.cancel': managers,

  'returns.read': everyone,
  'returns.create': ['admin', 'manager', 'sales', 'purchasing', 'user'],
  'returns.createRma': salesDesk,
  'returns.createRtv': buyers,
  'returns.approve': ['admin', 'manager', 'sales'],
  'returns.decide': managers,
  'returns.receive': ['admin', 'manager', 'warehouse'],
  'returns.replace': ['admin', 'manager', 'sales'],
  'returns.complete': ['admin', 'finance'],

  'salesOrders.edit': salesDesk,
  'salesOrders.hold': ['admin', 'manager', 'sales', 'finance'],

  'requisitions.read': everyone,
  'requisitions.create': [
    'admin',
    'manager',
    'sales',
    'purchasing',
    'warehouse',
    'finance',
    'user',
  ],
  'requisitions.decide': managers,

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

  'wms.read': everyone,
  'wms.run': ['admin', 'manager', 'warehouse', 'user'],
  'wms.mend': ['admin', 'manager', 'warehouse'],
  'wms.manage': ['admin'],
  'customers.import': managers,
  'vendors.import': managers,
  'skus.import': managers,
  'skus.importCount': ['admin', 'manager', 'warehouse'],
  'orders.import': ['admin', 'manager', 'sales'],
  'purchaseOrders.import': ['admin', 'manager', 'purchasing'],
  'edi.read': ['admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance'],
  'edi.mend': ['admin', 'manager', 'sales'],
  'edi.manage': ['admin'],

  'reports.payables': ['admin', 'manager', 'purchasing', 'finance', 'user'],
  'reports.receivables': ['admin', 'manager', 'sales', 'finance', 'viewer', 'user'],
  'reports.own': everyone,
  'dashboard.read': everyone,
  'search.all': everyone,
  'health.read': everyone,
  'health.note': ['admin'],
  'health.check': ['admin'],
  'notifications.own': everyone,
  'views.own': everyone,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

type Holder = { role: string; opens?: ReadonlySet<string> }

/**
 * True where the role holds the permission, and the scopes of an API key open it. Unknown
 * permissions are held by nobody.
 */
export function may({ role, opens }: Holder, permission: Permission): boolean {
  if (!Object.hasOwn(permissions, permission)) return false
  if (opens && !opens.has(permission)) return false
  return (permissions[permission] as readonly string[]).includes(role)
}

/**
 * Refuses an API key whose scopes do not open a permission, also where the same step of a person
 * would only be put on record.
 */
export function demandScope(user: Holder | undefined, permission: Permission): void {
  if (!user?.opens || user.opens.has(permission)) return
  throw new Refusal('forbidden', 'forbidden', 'This API key does not allow this')
}

/** The roles that hold a permission, in words: `admin, manager and sales`. */
export function rolesWith(permission: Permission): string {
  const all: readonly string[] = permissions[permission]
  const before = all.slice(0, -1).join(', ')
  return [before, all.at(-1)].filter(Boolean).join(' and ')
}

/** Whether administrators alone hold a permission. */
export function isForAdministrators(permission: Permission): boolean {
  return permissions[permission].every((role) => role === 'admin')
}

/** Refuses a user without the permission; the program itself, which is no user, may. */
export function demand(
  user: Holder | undefined,
  permission: Permission,
  sentence = 'Your role does not allow this',
): void {
  if (!user || may(user, permission)) return
  throw new Refusal('forbidden', 'forbidden', sentence)
}

/** What the record calls it that somebody decided on their own with a role just given to them. */
export const newRoleControl = 'new-role'

/**
 * The form in which two usernames or e-mail addresses count as the same: compatibility forms,
 * case and the dots of the Turkish i make no difference, in whatever locale they were typed.
 */
export function folded(name: string): string {
  const caseless = name.normalize('NFKC').toUpperCase().toLowerCase()
  return caseless.normalize('NFD').replaceAll('i\u0307', 'i').normalize('NFC')
}

/** How long a session lives without being used, and at most (OWASP ASVS 7.3). */
export const sessionLife = { idleMinutes: 30, absoluteHours: 12, seenEverySeconds: 60 } as const

/** So many tries of a subject within so many seconds; beyond that it waits. */
export type Limit = { subject: string; most: number; seconds: number; grows?: true }

/** What is known of a subject's tries: how many in its window, and how long ago, in seconds. */
export type Tries = { count: number; sinceLast: number; untilFree: number }

const quarterHour = 15 * 60
const firstDelay = 5
const longestDelay = 60

/** What a sign-in is held against: this account from here, from anywhere, and anyone from here. */
export function signInLimits(account: string, address: string): Limit[] {
  return [
    { subject: `account ${account} from ${address}`, most: 10, seconds: quarterHour },
    { subject: `account ${account}`, most: 100, seconds: 60 * 60, grows: true },
    { subject: `from ${address}`, most: 1000, seconds: quarterHour },
  ]
}

/** Names that may be tried in vain from one address within an hour: more is a search for one. */
export const sprayLimit = (address: string): Limit => {
  return { subject: `names from ${address}`, most: 60, seconds: 60 * 60 }
}

/**
 * What a try is held against from a browser that has signed this person in before: its own count,
 * after which a wrong password is told to wait; the right one always gets in. What strangers try
 * does not count there.
 */
export function deviceLimits(device: string): Limit[] {
  return [{ subject: `device ${device}`, most: 10, seconds: quarterHour, grows: true }]
}

/** What the current password is held against where somebody signed in changes it. */
export function changeLimits(account: string): Limit[] {
  return [{ subject: `change of ${account}`, most: 10, seconds: quarterHour }]
}

/** What a sign-up is held against: new accounts from one address. */
export function signUpLimits(address: string): Limit[] {
  return [{ subject: `sign-up from ${address}`, most: 300, seconds: quarterHour }]
}

/**
 * Seconds to wait before the next try, 0 for none. A limit that grows never closes: after its most
 * tries it waits five seconds, then doubles the wait with each, to a minute at the longest.
 */
export function waitOf(limit: Limit, tries: Tries): number {
  if (tries.count < limit.most) return 0
  if (!limit.grows) return Math.max(1, Math.ceil(tries.untilFree))
  const delay = Math.min(longestDelay, firstDelay * 2 ** Math.min(10, tries.count - limit.most))
  return Math.max(0, Math.ceil(delay - tries.sinceLast))
}

/** The address a limit counts for: IPv6 callers own their whole /64 network. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Why a password is too easy to guess, as one sentence, or undefined. Words that everybody here
 * would try first must leave eight characters when they are taken out (OWASP ASVS 6.2.11).
 */
export function weaknessOf(password: string, username: string): string | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  const name = folded(username)
  for (const word of ['prizm', name]) {
    if (word.length < 3 || !text.includes(word)) continue
    if (text.replaceAll(word, '').length < 8) {
      const what = word === name ? 'your username' : `“${word}”`
      return `This password is too close to ${what}. Choose another`
    }
  }
  return undefined
}
