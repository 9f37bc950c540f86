import { may, type Permission, roles } from '#features/auth/rules.ts'

/** The kinds of notifications. A user can turn off each. */
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

/** The permission a user needs to receive and see notifications of each kind. */
export const kindPermissions: Record<NotificationKind, Permission> = {
  lowStock: 'skus.read',
  approvals: 'purchaseOrders.read',
  purchaseOrders: 'purchaseOrders.read',
  credit: 'salesOrders.read',
  mentions: 'activity.read',
  reports: 'reports.own',
  system: 'notifications.own',
}

/** The kinds a user may receive. */
export function kindsFor(user: Parameters<typeof may>[0]): NotificationKind[] {
  return notificationKinds.filter((kind) => may(user, kindPermissions[kind]))
}

/**
 * Who may receive what, as parallel arrays: each built-in role with each of its kinds, and each
 * kind with the permission that an own role needs for it.
 */
export function kindsOfRoles() {
  const pairs = roles.flatMap((role) => kindsFor({ role }).map((kind) => ({ role, kind })))
  return {
    roles: pairs.map(({ role }): string => role),
    kinds: pairs.map(({ kind }): string => kind),
    allKinds: [...notificationKinds] as string[],
    needed: notificationKinds.map((kind): string => kindPermissions[kind]),
  }
}

/** A business condition that all permitted users are notified of while it lasts. */
export type BusinessState = {
  kind: NotificationKind
  /** Identifies the condition: each user has at most one notification of it. */
  key: string
  title: string
  text: string
  link: string | null
  /** Its size: an increase notifies again, a decrease does not. Null if it is not a number. */
  count: number | null
}

export type Facts = { lowSkus: number; awaitingApproval: number; notice: string }

/**
 * The current conditions to notify users of, each with its text; conditions with a count of zero
 * are left out.
 */
export function businessStatesOf({ lowSkus, awaitingApproval, notice }: Facts): BusinessState[] {
  const all: BusinessState[] = [
    {
      kind: 'lowStock',
      key: stateKeys.lowStock,
      title: 'Low Stock Alert',
      text: `${counted(lowSkus, 'item')} below minimum threshold`,
      link: '/skus?f.stock=low&f.isActive=true',
      count: lowSkus,
    },
    {
      kind: 'approvals',
      key: stateKeys.approvals,
      title: 'Pending Approvals',
      text: `${counted(awaitingApproval, 'purchase order')} awaiting approval`,
      link: '/purchase-orders?f.status=submitted',
      count: awaitingApproval,
    },
    {
      kind: 'system',
      key: stateKeys.maintenance,
      title: 'System Update',
      text: notice,
      link: null,
      count: null,
    },
  ]
  return all.filter(({ count, text }) => (count === null ? text !== '' : count > 0))
}

export const stateKeys = {
  lowStock: 'low-stock',
  approvals: 'pending-approvals',
  maintenance: 'maintenance',
} as const

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** A count as the bell shows it: nothing at zero, `99+` above 99. */
export function badgeOf(count: number): string | undefined {
  if (count === 0) return undefined
  return count > 99 ? '99+' : String(count)
}
