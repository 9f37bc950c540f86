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
  /**
   * Who that is, by a key that does not change, such as `partner 12`: the same bytes of two senders
   * are two messages. Without one the sender is not known.
   */
  senderKey?: string | undefined
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
  options?: object | undefined
  /** The orders that it became. */
  orderIds?: readonly number[]
}

/** The SHA-256 of a raw message. */
export function sha256Of(raw: Buffer): Buffer {
  return createHash('sha256').update(raw).digest()
}

const maxSubject = 200

/**
 * Records a message of any channel, in the open transaction if there is one. The same bytes of one
 * sender are open only once: if they arrive again, the open message is counted once more and
 * brought into the new state; with `isDuplicateOfSettled`, bytes that were settled before become a
 * duplicate. Returns the id of the message.
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
    // Before the open one: if it arrives between the two, it is open, and this one repeats it.
    const same = await findSame(inner, message, sha256)
    const open = await findOpen(inner, message, sha256)
    if (open !== undefined) return repeatOpen(inner, open, { ...message, sourceKey })
    const isRepeated = isDuplicateOfSettled && same !== undefined
    const state = isRepeated ? 'duplicate' : message.state
    const duplicateOf = state === 'duplicate' ? (same ?? null) : null
    return insert(inner, { ...message, sourceKey, state }, { sha256, duplicateOf })
  })
}

/** The message of the same source if it has other bytes; undefined if there is none. */
export async function findOtherOfSource(
  ctx: Context,
  sourceKey: string,
  raw: Buffer,
): Promise<number | undefined> {
  const known = await findBySource(ctx, sourceKey)
  return known && known.sha256 !== sha256Of(raw).toString('hex') ? known.id : undefined
}

/**
 * Waits in the open transaction until nobody else records the same bytes, or places or settles the
 * open message that has them, so that a decision on these messages sees how that ended.
 */
export async function lockSame(ctx: Context, sent: Sent, raw: Buffer): Promise<void> {
  const sha256 = sha256Of(raw)
  await rows(ctx.db, store.lockBytes, [`${sent.channel} ${sha256.toString('hex')}`])
  await findOpen(ctx, sent, sha256)
}

/**
 * What to say of an order if the message before it with the same bytes was placed; empty otherwise.
 * Two equal orders may be two orders, or one that was sent twice: a person decides.
 */
export async function placedBefore(ctx: Context, sent: Sent, raw: Buffer): Promise<string[]> {
  type Row = { id: number; state: IntakeState; numbers: string[] }
  const values = [sent.channel, sha256Of(raw), sent.senderKey ?? '']
  const [found] = await rows<Row>(ctx.db, store.findLatestSame, values)
  if (found?.state !== 'placed') return []
  const { id, numbers } = found
  const placed = `message ${id}, placed as ${numbers.join(', ')}`
  return [`The same order was sent before: ${placed}. Check that this is another one, then save`]
}

async function findBySource(ctx: Context, sourceKey: string | undefined) {
  if (sourceKey === undefined) return undefined
  type Row = { id: number; sha256: string }
  const [found] = await rows<Row>(ctx.db, store.findSource, [sourceKey])
  return found
}

type Sent = Pick<NewMessage, 'channel' | 'senderKey'>

async function findOpen(ctx: Context, { channel, senderKey = '' }: Sent, sha256: Buffer) {
  const values = [channel, sha256, senderKey]
  const [found] = await rows<{ id: number }>(ctx.db, store.findOpenSame, values)
  return found?.id
}

async function findSame(ctx: Context, { channel, senderKey = '' }: Sent, sha256: Buffer) {
  // An order of a file exists once, whoever imports the file.
  const values = [channel, sha256, channel === 'csv' ? '' : senderKey]
  const [found] = await rows<{ id: number }>(ctx.db, store.findSame, values)
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
    message.senderKey ?? '',
  ])
  const id = inserted?.id ?? 0
  if (orderIds.length > 0) await send(ctx, store.linkOrders, [id, orderIds])
  if (inserted?.isNew) {
    const entry = { entity: 'intake_message', entityId: id, action: 'create' } as const
    await record(ctx, [{ ...entry, toStatus: state, reason }])
  }
  return id
}

/** A placed order: the hashes of its bytes and of what they say, and who sent it. */
type PlacedOrder = { hashes: readonly Buffer[]; senderKey: string; orderId: number }
type OpenMessage = { id: number; sha256: string; orderSha256: string | null; senderKey: string }

/**
 * Closes open messages whose order was placed by their channel after all, such as one that a
 * program sent again; the same order of another sender is another one. Of several messages of the
 * sender the first one has the order, and the others are its duplicates. Waits for a person who is
 * working on one: if they do not place it now, they would later.
 */
export async function closePlacedMessages(
  ctx: Context,
  channel: IntakeChannel,
  placed: readonly PlacedOrder[],
): Promise<void> {
  const hashes = placed.flatMap((order) => order.hashes)
  const values = [channel, hashes]
  // Nearly always there is none, and no transaction is needed.
  const open = await rows<{ id: number }>(ctx.db, store.findAnyOpenSame, values)
  if (open.length === 0) return
  await inTransaction(ctx, async (inner) => {
    const found = await rows<OpenMessage>(inner.db, store.lockOpenSame, values)
    for (const { id, outcome } of assignOrders(found, placed)) {
      // Sequential: each message is written in the same transaction.
      // oxlint-disable-next-line no-await-in-loop
      const locked = await lockMessage(inner, id)
      // oxlint-disable-next-line no-await-in-loop
      await settleMessage(inner, locked, outcome)
    }
  })
}

type Assignment = { id: number; outcome: Outcome }
type Outcome =
  | { state: 'placed'; problems: []; orderIds: number[] }
  | { state: 'duplicate'; duplicateOf: number }

/**
 * Which message has which order. An order belongs to one message, first to one whose sender is
 * known; another message of the same sender with it is a duplicate. A message without a known
 * sender may be any sender's, but is never a duplicate, because it may be an order of its own.
 */
function assignOrders(
  messages: readonly OpenMessage[],
  placed: readonly PlacedOrder[],
): Assignment[] {
  const orders = placed.map(({ hashes, ...order }) => {
    return { ...order, hashes: new Set(hashes.map((hash) => hash.toString('hex'))) }
  })
  const messageByOrder = new Map<(typeof orders)[number], number>()
  const knownFirst = messages.toSorted((a, b) => Number(!a.senderKey) - Number(!b.senderKey))
  return knownFirst.flatMap(({ id, sha256, orderSha256, senderKey }): Assignment[] => {
    const equal = orders.filter((order) => {
      const isOfSender = senderKey === '' || senderKey === order.senderKey
      return isOfSender && (order.hashes.has(sha256) || order.hashes.has(orderSha256 ?? ''))
    })
    const own = equal.find((order) => !messageByOrder.has(order))
    if (own) {
      messageByOrder.set(own, id)
      return [{ id, outcome: { state: 'placed', problems: [], orderIds: [own.orderId] } }]
    }
    const duplicateOf = equal[0] && messageByOrder.get(equal[0])
    if (duplicateOf === undefined || senderKey === '') return []
    return [{ id, outcome: { state: 'duplicate', duplicateOf } }]
  })
}
