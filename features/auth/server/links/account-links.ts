import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { type LinkKind, linkMinutes } from '../../account-link-rules.ts'

const isFresh = `created_at > now() - interval '${linkMinutes} minutes'`

/** 256 random bits cannot be guessed from their hash, so no secret of the server is part of it. */
function hashOfLink(token: string): Buffer {
  return createHash('sha256').update(`account link\n${token}`).digest()
}

const add = {
  name: 'add_account_link',
  text: `insert into account_links (token_sha256, kind, user_id) values ($1, $2, $3)`,
}
const deleteExpired = {
  name: 'delete_expired_account_links',
  text: `delete from account_links where ctid = any (array(
           select ctid from account_links where not (${isFresh}) for update skip locked))`,
}
const find = {
  name: 'find_account_link',
  text: `select user_id as "userId" from account_links
         where token_sha256 = $1 and kind = $2 and ${isFresh}`,
}
const spend = {
  name: 'spend_account_link',
  text: `delete from account_links where token_sha256 = $1 and kind = $2 and ${isFresh}
         returning user_id`,
}
const deleteAll = {
  name: 'delete_account_links',
  text: 'delete from account_links where user_id = $1',
}

/** Stores a new link of a user; returns its token of 256 random bits, which is not stored. */
export async function createLink(ctx: Context, kind: LinkKind, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await rows(ctx.db, deleteExpired)
  await rows(ctx.db, add, [hashOfLink(token), kind, userId])
  return token
}

/** The id of the user of a link. Throws 409 if it is unknown, used or older than 30 minutes. */
export async function findLink(ctx: Context, kind: LinkKind, token: string): Promise<number> {
  const [found] = await rows<{ userId: number }>(ctx.db, find, [hashOfLink(token), kind])
  if (!found) throw linkOver()
  return found.userId
}

/**
 * Uses up a link in the open transaction, with all other links of its user. Throws 409 if another
 * request used it first, or it has ended.
 */
export async function spendLink(
  ctx: Context,
  { kind, token, userId }: { kind: LinkKind; token: string; userId: number },
): Promise<void> {
  const spent = await rows(ctx.db, spend, [hashOfLink(token), kind])
  if (spent.length === 0) throw linkOver()
  await deleteLinks(ctx, userId)
}

/** Deletes every link of a user in the open transaction. */
export async function deleteLinks(ctx: Context, userId: number): Promise<void> {
  await rows(ctx.db, deleteAll, [userId])
}

/** The 409 refusal of a link that does not work. */
export function linkOver(): Refusal {
  const sentence = 'This link was used before, or has expired. Ask for a new one'
  return new Refusal('refused', 'link-over', sentence)
}
