import { createHash } from 'node:crypto'
import { cutText } from '#platform/kernel/fields.ts'
import { record } from '#features/audit/server/service.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import type { IntakeProblem, StoredForm } from '../intake-form.ts'
import { firstProblems } from '../problems.ts'
import type { IntakeChannel, IntakeState } from '../rules.ts'
import { lockMessage, settleMessage } from './advance-message.ts'
import * as store from './store.ts'

/** A message as its channel hands it over, with what became of it. */
export type NewMessage = {
  channel: IntakeChannel
  /** The record of the channel that holds it, such as `edi_document 12`; recorded once. */
  sourceKey?: string | undefined
  sender: string
  subject: string
  mediaType?: string
  raw: Buffer
  /** The form, if a person places the order from it. */
  content?: StoredForm | null
  state: IntakeState
  problems?: readonly IntakeProblem[]
  /** Why it was rejected or settled; required if it is rejected. */
  reason?: string | null
  customerId?: number | null
  customerPO?: string | null
  /** How the channel reads it, for the next run. */
  options?: unknown
  /** The orders that it became. */
  orderIds?: readonly number[]
}

/** The SHA-256 of a raw message. */
export function sha256Of(raw: Buffer): Buffer {
  return createHash('sha256').update(raw).digest()
}

const maxSubject = 200

/**
 * Records a message of any channel, in the open transaction if there is one. The same bytes are
 * open only once: if they arrive again, the open message is counted once more and brought into the
 * new state; with `isDuplicateOfSettled`, bytes that were settled before become a duplicate.
 * Returns the id of the message.
 */
export function recordMessage(
  ctx: Context,
  message: NewMessage,
  { isDuplicateOfSettled = false }: { isDuplicateOfSettled?: boolean } = {},
): Promise<number> {
  return inTransaction(ctx, async (inner) => {
    const sha256 = sha256Of(message.raw)
    const known = await findBySource(inner, message.sourceKey)
    if (known && (message.channel !== 'email' || known.sha256 === sha256.toString('hex'))) {
      return known.id
    }
    // Another email with a Message-ID that is taken is a message of its own.
    const sourceKey = known ? undefined : message.sourceKey
    const open = await findOpen(inner, message.channel, sha256)
    if (open !== undefined) return repeatOpen(inner, open, { ...message, sourceKey })
    const same = await findSame(inner, message.channel, sha256)
    const isRepeated = isDuplicateOfSettled && same !== undefined
    const state = isRepeated ? 'duplicate' : message.state
    const duplicateOf = state === 'duplicate' ? (same ?? null) : null
    return insert(inner, { ...message, sourceKey, state }, { sha256, duplicateOf })
  })
}

async function findBySource(ctx: Context, sourceKey: string | undefined) {
  if (sourceKey === undefined) return undefined
  type Row = { id: number; sha256: string }
  const [found] = await rows<Row>(ctx.db, store.findSource, [sourceKey])
  return found
}

async function findOpen(ctx: Context, channel: IntakeChannel, sha256: Buffer) {
  const [found] = await rows<{ id: number }>(ctx.db, store.findOpenSame, [channel, sha256])
  return found?.id
}

async function findSame(ctx: Context, channel: IntakeChannel, sha256: Buffer) {
  const [found] = await rows<{ id: number }>(ctx.db, store.findSame, [channel, sha256])
  return found?.id
}

/**
 * Counts another arrival of an open message. Its form may have been changed by a person, so a form
 * that was read again is not written, and a duplicate of it changes nothing; what a run led to is.
 */
async function repeatOpen(ctx: Context, id: number, message: NewMessage): Promise<number> {
  const isRun = !message.content && message.state !== 'duplicate'
  await send(ctx, store.countArrival, [id, isRun ? (message.sourceKey ?? null) : null])
  if (!isRun) return id
  const locked = await lockMessage(ctx, id)
  const { state, problems = [], reason = null, orderIds = [], options } = message
  await settleMessage(ctx, locked, { state, problems, reason, orderIds, options })
  return id
}

async function insert(
  ctx: Context,
  message: NewMessage,
  { sha256, duplicateOf }: { sha256: Buffer; duplicateOf: number | null },
): Promise<number> {
  const { channel, state, raw, content = null, problems = [], reason = null } = message
  const { orderIds = [] } = message
  const [inserted] = await rows<{ id: number; isNew: boolean }>(ctx.db, store.insertMessage, [
    channel,
    message.sourceKey ?? null,
    cutText(message.sender, 254),
    cutText(message.subject, maxSubject),
    message.mediaType ?? 'text/plain',
    raw,
    sha256,
    raw.length,
    state,
    content === null ? null : JSON.stringify(content),
    JSON.stringify(firstProblems(problems)),
    reason,
    message.customerId ?? null,
    cutText(message.customerPO ?? '', 50) || null,
    duplicateOf,
    ctx.user?.id ?? null,
    message.options === undefined ? null : JSON.stringify(message.options),
  ])
  const id = inserted?.id ?? 0
  if (orderIds.length > 0) await send(ctx, store.linkOrders, [id, orderIds])
  if (inserted?.isNew) {
    const entry = { entity: 'intake_message', entityId: id, action: 'create' } as const
    await record(ctx, [{ ...entry, toStatus: state, reason }])
  }
  return id
}

/**
 * Closes open messages whose order was placed by their channel after all, such as one that a
 * program sent again. `hashes` are those of its bytes and of the parsed order. Of several messages
 * the first one has the order, and the others are duplicates of it. A message that somebody is
 * placing now is left to that person, who then sees the repeated customer PO.
 */
export async function closePlacedMessages(
  ctx: Context,
  channel: IntakeChannel,
  placed: readonly { hashes: readonly Buffer[]; orderId: number }[],
): Promise<void> {
  const orderIds = new Map(
    placed.flatMap(({ hashes, orderId }) =>
      hashes.map((hash) => [hash.toString('hex'), orderId] as const),
    ),
  )
  const values = [channel, placed.flatMap(({ hashes }) => hashes)]
  // Nearly always there is none, and no transaction is needed.
  const open = await rows<{ id: number }>(ctx.db, store.findAnyOpenSame, values)
  if (open.length === 0) return
  await inTransaction(ctx, async (inner) => {
    type Row = { id: number; sha256: string; orderSha256: string | null }
    const found = await rows<Row>(inner.db, store.lockOpenSame, values)
    const firstByOrder = new Map<number, number>()
    for (const { id, sha256, orderSha256 } of found) {
      const orderId = orderIds.get(sha256) ?? orderIds.get(orderSha256 ?? '')
      if (orderId === undefined) continue
      const duplicateOf = firstByOrder.get(orderId)
      if (duplicateOf === undefined) firstByOrder.set(orderId, id)
      const placing = { state: 'placed', problems: [], orderIds: [orderId] } as const
      const settled =
        duplicateOf === undefined ? placing : ({ state: 'duplicate', duplicateOf } as const)
      // Sequential: each message is written in the same transaction.
      // oxlint-disable-next-line no-await-in-loop
      const locked = await lockMessage(inner, id)
      // oxlint-disable-next-line no-await-in-loop
      await settleMessage(inner, locked, settled)
    }
  })
}
