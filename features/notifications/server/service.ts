import { may, type Role, roles } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { Notification, NotificationQuery, SubscribedKinds } from '../contract.ts'
import { type Facts, kindPermissions, kindsFor, kindsOfRoles, standingOf } from '../rules.ts'
import { type NotificationKind, notificationKinds, standingKeys } from '../rules.ts'
import * as store from './store.ts'

/**
 * Something to tell users by their ids, or everybody in some roles. Under one key a user is told
 * once, whatever is tried again.
 */
export type News = {
  userIds?: readonly number[]
  roles?: readonly Role[]
  kind: NotificationKind
  key: string
  title: string
  text: string
  link?: string | null
}

/**
 * Tells the news in the open transaction; who switched their kind off, or whose role may not read
 * what it is of, is not told.
 */
export async function notify(ctx: Context, news: readonly News[]): Promise<void> {
  if (news.length === 0) return
  const known = kindsOfRoles()
  await send(ctx, store.addNews, [
    news.map((each) => each.kind),
    news.map((each) => each.key),
    news.map((each) => each.title),
    news.map((each) => each.text),
    news.map((each) => each.link ?? null),
    news.map((each) => (each.userIds ?? []).join(',')),
    news.map((each) => (each.roles ?? []).join(',')),
    ctx.now.toISOString(),
    known.roles,
    known.kinds,
  ])
}

/** Takes news back, by their keys, from everybody who has not read them. */
export async function withdrawNotifications(ctx: Context, keys: readonly string[]): Promise<void> {
  await rows(ctx.db, store.dropUnread, [keys])
}

/** What the signed-in user was told. */
export function listNotifications(ctx: Context, query: NotificationQuery) {
  return readList<Notification>(ctx.db, listOf(ctx), query)
}

/** Marks one of the user's own as read; somebody else's is not there. */
export function readNotification(ctx: Context, id: number): Promise<Notification> {
  return inTransaction(ctx, async (inner) => {
    const now = inner.now.toISOString()
    await rows(inner.db, store.markRead, [id, ownerOf(inner), now, kindsOf(inner)])
    const found = await readOne<Notification>(inner.db, listOf(inner), { id })
    if (!found) throw missing('That notification')
    return found
  })
}

/** Marks all of the user's own as read and says how many were not. */
export function readAllNotifications(ctx: Context): Promise<{ count: number }> {
  return inTransaction(ctx, async (inner) => {
    const now = inner.now.toISOString()
    const values = [ownerOf(inner), now, kindsOf(inner)]
    const [marked] = await rows<{ count: number }>(inner.db, store.markAllRead, values)
    return { count: marked?.count ?? 0 }
  })
}

/** Of which kinds the signed-in user wants to be told. */
export async function readSubscribedKinds(ctx: Context): Promise<SubscribedKinds> {
  const muted = await rows<{ kind: string }>(ctx.db, store.readMuted, [ownerOf(ctx)])
  const isWanted = (kind: NotificationKind) => muted.every((each) => each.kind !== kind)
  const pairs = notificationKinds.map((kind) => [kind, isWanted(kind)])
  return Object.fromEntries(pairs) as SubscribedKinds
}

/** Changes the kinds that are named. What is switched off counts as read. */
export function changeWantedKinds(
  ctx: Context,
  changes: Partial<SubscribedKinds>,
): Promise<SubscribedKinds> {
  return inTransaction(ctx, async (inner) => {
    const owner = ownerOf(inner)
    const kindsThat = (wanted: boolean) =>
      notificationKinds.filter((kind) => changes[kind] === wanted)
    await rows(inner.db, store.unmute, [owner, kindsThat(true)])
    await rows(inner.db, store.mute, [owner, kindsThat(false)])
    await rows(inner.db, store.readMutedNews, [owner, kindsThat(false), inner.now.toISOString()])
    return readSubscribedKinds(inner)
  })
}

export const stateEveryMs = 15_000

/**
 * Tells everybody how it stands: stock at or below its minimum, purchase orders that wait for
 * approval, and the maintenance notice. More of it is news, less is not, and what is over is gone.
 */
export function notifyStates(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const [turn] = await rows<{ isMine: boolean }>(inner.db, store.tryLockNotifications)
    if (!turn?.isMine) return
    const [facts] = await rows<Omit<Facts, 'notice'>>(inner.db, store.readFacts)
    const { maintenanceNotice: notice } = await readSettings(inner)
    const states = standingOf({ lowSkus: 0, awaitingApproval: 0, ...facts, notice })
    const over = Object.values(standingKeys).filter((key) => states.every((one) => one.key !== key))
    await rows(inner.db, store.dropStates, [over])
    const now = inner.now.toISOString()
    // The last one told stands on top of the list, so the first of the states comes last.
    for (const { kind, key, title, text, link, count } of states.toReversed()) {
      const told = roles.filter((role) => may({ role }, kindPermissions[kind]))
      await rows(inner.db, store.upsertStateNotifications, [
        kind,
        key,
        title,
        text,
        link,
        count,
        now,
        told,
      ])
    }
  })
}

const retentionDays = 90
/** So many of each user are kept, so that who never reads them has no end of them. */
const mostKept = 500

/** Throws away what was read long ago, and of each user all but the latest. */
export async function dropOldNotifications(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - retentionDays * 86_400_000)
  await rows(ctx.db, store.dropOld, [before.toISOString()])
  await rows(ctx.db, store.dropBeyond, [mostKept, Object.values(standingKeys)])
}

function listOf(ctx: Context) {
  return { ...store.notificationList, values: [ownerOf(ctx), kindsOf(ctx)] }
}

function kindsOf({ user }: Context): NotificationKind[] {
  return user ? kindsFor(user) : []
}

function ownerOf({ user }: Context): number {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user.id
}
