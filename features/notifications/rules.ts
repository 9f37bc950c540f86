import { may, type Permission, roles } from '#features/auth/rules.ts'

/** What one can be told of. Each may be switched off by whoever does not want it. */
export const notificationKinds = [
  'lowStock',
  'approvals',
  'purchaseOrders',
  'credit',
  'mentions',
  'reports',
  'system',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What somebody must be allowed to read to be told of it, and to see what they were told. */
export const kindPermissions: Record<NotificationKind, Permission> = {
  lowStock: 'skus.read',
  approvals: 'purchaseOrders.read',
  purchaseOrders: 'purchaseOrders.read',
  credit: 'salesOrders.read',
  mentions: 'activity.read',
  reports: 'reports.own',
  system: 'notifications.own',
}

/** The kinds that somebody may be told of. */
export function kindsFor(user: Parameters<typeof may>[0]): NotificationKind[] {
  return notificationKinds.filter((kind) => may(user, kindPermissions[kind]))
}

/** Every role beside every kind that it may be told of, as two columns. */
export function kindsOfRoles(): { roles: string[]; kinds: string[] } {
  const pairs = roles.flatMap((role) => kindsFor({ role }).map((kind) => ({ role, kind })))
  return { roles: pairs.map(({ role }) => role), kinds: pairs.map(({ kind }) => kind) }
}

/** A state of the business that everybody should know of, as long as it lasts. */
export type BusinessState = {
  kind: NotificationKind
  /** Names the state: a user has one notification of it. */
  key: string
  title: string
  text: string
  link: string | null
  /** How much there is of it: more of it is news, less is not. Null where it is no number. */
  count: number | null
}

export type Facts = { lowSkus: number; awaitingApproval: number; notice: string }

/** The states to tell of, in the words of the specification; what there is none of is left out. */
export function standingOf({ lowSkus, awaitingApproval, notice }: Facts): BusinessState[] {
  const all: BusinessState[] = [
    {
      kind: 'lowStock',
      key: standingKeys.lowStock,
      title: 'Low Stock Alert',
      text: `${counted(lowSkus, 'item')} below minimum threshold`,
      link: '/skus?f.stock=low&f.isActive=true',
      count: lowSkus,
    },
    {
      kind: 'approvals',
      key: standingKeys.approvals,
      title: 'Pending Approvals',
      text: `${counted(awaitingApproval, 'purchase order')} awaiting approval`,
      link: '/purchase-orders?f.status=submitted',
      count: awaitingApproval,
    },
    {
      kind: 'system',
      key: standingKeys.maintenance,
      title: 'System Update',
      text: notice,
      link: null,
      count: null,
    },
  ]
  return all.filter(({ count, text }) => (count === null ? text !== '' : count > 0))
}

export const standingKeys = {
  lowStock: 'low-stock',
  approvals: 'pending-approvals',
  maintenance: 'maintenance',
} as const

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}

/** A count as the bell shows it: nothing at zero, `99+` above 99. */
export function badgeOf(count: number): string | undefined {
  if (count === 0) return undefined
  return count > 99 ? '99+' : String(count)
}
