import { record } from '#features/audit/server/service.ts'
import { historyPermissions } from '#features/auth/history-permissions.ts'
import { roles } from '#features/auth/rules.ts'
import {
  type NewNotification,
  notify,
  withdrawNotifications,
} from '#features/notifications/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import type { Comment, CommentForm, Mentionable } from '../contract.ts'
import { records } from './commented-records.ts'
import { requireReadPermission, mayRead } from './permission.ts'
import { type CommentedEntity, mentionedIn, shortExcerpt } from '../rules.ts'
import * as store from './store.ts'

/**
 * Stores a comment and notifies the users it mentions. Rejects a record that is missing or not
 * readable by the author, and mentions of users who may not read it.
 */
export function createComment(ctx: Context, form: CommentForm): Promise<Comment> {
  return inTransaction(ctx, async (inner) => {
    const { entity, entityId, text } = form
    const authorId = authorOf(inner)
    requireReadPermission(inner.user, entity)
    await codeOf(inner, entity, entityId)
    const mentioned = mentionedIn(text, await store.mentionedUsers(inner.db, text))
    rejectMentionsWithoutAccess(mentioned, entity)
    const mentions = mentioned.map(({ id }) => id)
    const newComment = { entity, entityId, authorId, text, mentions, now: inner.now }
    const id = await store.insertComment(inner.db, newComment)
    const changes = { comment: { from: null, to: id } }
    await record(inner, [{ entity, entityId, action: 'comment', changes }])
    const inserted = await find(inner, id)
    await notifyMentioned(inner, inserted)
    return toWire(inserted)
  })
}

/** Hides the user's own comment and withdraws its unread mention notifications. */
export function deleteComment(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const comment = await find(inner, id)
    if (comment.deletedAt !== null) throw missing('That comment')
    requireAuthor(inner, comment)
    await store.hideComment(inner.db, id, inner.now.toISOString())
    await withdrawNotifications(inner, [keyOf(id)])
    const { entity, entityId } = comment
    const changes = { comment: { from: id, to: null } }
    await record(inner, [{ entity, entityId, action: 'comment_deleted', changes }])
  })
}

/** Restores a comment deleted by its author; does nothing if it is not deleted. */
export function restoreComment(ctx: Context, id: number): Promise<Comment> {
  return inTransaction(ctx, async (inner) => {
    const comment = await find(inner, id)
    requireAuthor(inner, comment)
    requireReadPermission(inner.user, comment.entity)
    if (comment.deletedAt === null) return toWire(comment)
    await store.hideComment(inner.db, id, null)
    await notifyMentioned(inner, comment)
    const { entity, entityId } = comment
    const changes = { comment: { from: null, to: id } }
    await record(inner, [{ entity, entityId, action: 'comment_restored', changes }])
    return toWire(comment)
  })
}

/** The users who can be mentioned on such a record, without the current user. */
export function listMentionable(
  ctx: Context,
  { entity, q = '' }: { entity: CommentedEntity; q?: string | undefined },
): Promise<Mentionable[]> {
  requireReadPermission(ctx.user, entity)
  const readers = roles.filter((role) => mayRead({ role }, entity))
  return store.findUsersByPrefix(ctx.db, {
    roles: readers,
    permission: historyPermissions[entity],
    prefix: q,
    excludedUserId: authorOf(ctx),
  })
}

async function find(ctx: Context, id: number): Promise<store.StoredComment> {
  const found = await store.lockComment(ctx.db, id)
  if (!found) throw missing('That comment')
  return found
}

async function codeOf(ctx: Context, entity: CommentedEntity, id: number): Promise<string> {
  const code = await store.codeOf(ctx.db, entity, id)
  if (code === undefined) throw missing('That record')
  return code
}

/**
 * Notifies each mentioned user once, but never the author, and nobody who may no longer read the
 * record: a comment may be restored after a role has changed.
 */
async function notifyMentioned(ctx: Context, comment: store.StoredComment): Promise<void> {
  const { id, entity, entityId, author, authorId, text } = comment
  const others = comment.mentionIds.filter((userId) => userId !== authorId)
  if (others.length === 0) return
  const people = await store.findPeople(ctx.db, others)
  const userIds = people.filter((user) => mayRead(user, entity)).map((user) => user.id)
  if (userIds.length === 0) return
  const code = await codeOf(ctx, entity, entityId)
  const notification: NewNotification = {
    userIds,
    kind: 'mentions',
    key: keyOf(id),
    title: `${author} mentioned you`,
    text: `${code}: ${shortExcerpt(text)}`,
    link: records[entity].link(entityId, code),
  }
  await notify(ctx, [notification])
}

function rejectMentionsWithoutAccess(
  mentioned: readonly store.Person[],
  entity: CommentedEntity,
): void {
  const userWithoutAccess = mentioned.find((user) => !mayRead(user, entity))
  if (!userWithoutAccess) return
  const { username } = userWithoutAccess
  const sentence = `${username} cannot read this record, so they cannot be mentioned here`
  throw new Refusal('invalid', 'mention-may-not-read', sentence, [
    { path: 'text', message: sentence },
  ])
}

function requireAuthor(ctx: Context, { authorId }: store.StoredComment): void {
  if (authorId === authorOf(ctx)) return
  throw new Refusal('forbidden', 'not-your-comment', 'Only its author may delete a comment')
}

function toWire(comment: store.StoredComment): Comment {
  const { id, entity, entityId, text, author, mentions, createdAt } = comment
  return { id, entity, entityId, text, author, mentions, createdAt }
}

function keyOf(id: number): string {
  return `comment:${id}`
}

function authorOf({ user }: Context): number {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user.id
}
