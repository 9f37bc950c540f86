import { may, type Permission, type Role, roles } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { daysAgo, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { Notification, NotificationQuery, SubscribedKinds } from '../contract.ts'
import { type Facts, kindPermissions, kindsFor, kindsOfRoles, businessStatesOf } from '../rules.ts'
import { type NotificationKind, notificationKinds, stateKeys } from '../rules.ts'
import * as store from './store.ts'
import { mutedNotifications } from './tables.ts'

// Also exported to other rooms:
export { eraseEmailsOfUser, recordNotificationBounce } from './notification-emails.ts'

/**
 * A notification for users by id or for all users of some roles. The key makes it idempotent: each
 * user gets it once, even on retries.
 */
export type NewNotification = {
  userIds?: readonly number[]
  /** Built-in roles. */
  roles?: readonly Role[]
  /** Users of the company's own roles get it, too, if their role has this permission. */
  permission?: Permission
  kind: NotificationKind
  key: string
  title: string
  text: string
  link?: string | null
}

/**
 * Creates notifications in the open transaction. Skips users who turned the kind off or whose role
 * may not read its subject.
 */
export async function notify(
  ctx: Context,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return
  const allowed = kindsOfRoles()
  await send(ctx, store.insertNotifications, [
    notifications.map((each) => each.kind),
    notifications.map((each) => each.key),
    notifications.map((each) => each.title),
    notifications.map((each) => each.text),
    notifications.map((each) => each.link ?? null),
    notifications.map((each) => (each.userIds ?? []).join(',')),
    notifications.map((each) => (each.roles ?? []).join(',')),
    ctx.now.toISOString(),
    allowed.roles,
    allowed.kinds,
    allowed.allKinds,
    allowed.needed,
    notifications.map((each) => each.permission ?? ''),
  ])
}

/** Deletes notifications by key where they are still unread. */
export async function withdrawNotifications(ctx: Context, keys: readonly string[]): Promise<void> {
  await rows(ctx.db, store.deleteUnread, [keys])
}

/** The signed-in user's notifications. */
export function listNotifications(ctx: Context, query: NotificationQuery) {
  return readList<Notification>(ctx.db, listOf(ctx), query)
}

/** Marks one of the user's own notifications as read; others are reported as missing. */
export function readNotification(ctx: Context, id: number): Promise<Notification> {
  return inTransaction(ctx, async (inner) => {
    const now = inner.now.toISOString()
    await rows(inner.db, store.markRead, [id, userIdOf(inner), now, kindsOf(inner)])
    const found = await readOne<Notification>(inner.db, listOf(inner), { id })
    if (!found) throw missing('That notification')
    return found
  })
}

/** Marks all of the user's own notifications as read and returns how many were unread. */
export function readAllNotifications(ctx: Context): Promise<{ count: number }> {
  return inTransaction(ctx, async (inner) => {
    const now = inner.now.toISOString()
    const values = [userIdOf(inner), now, kindsOf(inner)]
    const [updated] = await rows<{ count: number }>(inner.db, store.markAllRead, values)
    return { count: updated?.count ?? 0 }
  })
}

/** Which kinds the signed-in user wants. */
export async function readSubscribedKinds(ctx: Context): Promise<SubscribedKinds> {
  const muted = await rows<{ kind: string }>(ctx.db, store.readMutedKinds, [userIdOf(ctx)])
  const isSubscribed = (kind: NotificationKind) => muted.every((each) => each.kind !== kind)
  const pairs = notificationKinds.map((kind) => [kind, isSubscribed(kind)])
  return Object.fromEntries(pairs) as SubscribedKinds
}

/**
 * Changes the given kinds. Unread notifications of a kind that is turned off are marked as read.
 */
export function changeSubscribedKinds(
  ctx: Context,
  changes: Partial<SubscribedKinds>,
): Promise<SubscribedKinds> {
  return inTransaction(ctx, async (inner) => {
    const userId = userIdOf(inner)
    const kindsWith = (isSubscribed: boolean) =>
      notificationKinds.filter((kind) => changes[kind] === isSubscribed)
    await rows(inner.db, store.unmute, [userId, kindsWith(true)])
    const muted = kindsWith(false).map((kind) => ({ userId, kind }))
    await insertMany(inner, mutedNotifications, muted, { skipsConflicts: true })
    await rows(inner.db, store.markMutedAsRead, [userId, kindsWith(false), inner.now.toISOString()])
    return readSubscribedKinds(inner)
  })
}

export const stateEveryMs = 15_000

/**
 * Updates the notifications of business conditions: stock at or below minimum, purchase orders
 * awaiting approval, and the maintenance notice. An increase notifies again, a decrease does not; a
 * condition that ended is removed.
 */
export function notifyStates(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const [lock] = await rows<{ isMine: boolean }>(inner.db, store.tryLockNotifications)
    if (!lock?.isMine) return
    const [facts] = await rows<Omit<Facts, 'notice'>>(inner.db, store.readFacts)
    const { maintenanceNotice: notice } = await readSettings(inner)
    const states = businessStatesOf({ lowSkus: 0, awaitingApproval: 0, ...facts, notice })
    const endedKeys = Object.values(stateKeys).filter((key) =>
      states.every((state) => state.key !== key),
    )
    await rows(inner.db, store.deleteStates, [endedKeys])
    const now = inner.now.toISOString()
    // The latest notification is on top, so insert the first condition last.
    for (const { kind, key, title, text, link, count } of states.toReversed()) {
      const recipientRoles = roles.filter((role) => may({ role }, kindPermissions[kind]))
      await rows(inner.db, store.upsertStateNotifications, [
        kind,
        key,
        title,
        text,
        link,
        count,
        now,
        recipientRoles,
        kindPermissions[kind],
      ])
    }
  })
}

const retentionDays = 90

/** Deletes old read notifications, and those of each user beyond the maximum. */
export async function deleteOldNotifications(ctx: Context): Promise<void> {
  const [before] = daysAgo(ctx, retentionDays)
  await rows(ctx.db, store.deleteOld, [before])
  await rows(ctx.db, store.deleteBeyondMax, [Object.values(stateKeys)])
}

/** The parameters of the dry runs: the keys of conditions, and when a read one is too old. */
function dueValues(ctx: Context, days: number): readonly unknown[] {
  return [Object.values(stateKeys), ...daysAgo(ctx, days)]
}

export const notificationRetention: RetentionRule = {
  deleteDue: deleteOldNotifications,
  tables: [
    {
      table: 'notifications',
      keptDays: retentionDays,
      countDue: store.countDue,
      valuesOf: dueValues,
    },
  ],
}

function listOf(ctx: Context) {
  return { ...store.notificationList, values: [userIdOf(ctx), kindsOf(ctx)] }
}

function kindsOf({ user }: Context): NotificationKind[] {
  return user ? kindsFor(user) : []
}

function userIdOf({ user }: Context): number {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user.id
}
