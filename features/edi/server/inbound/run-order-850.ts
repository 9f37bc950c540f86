import { requirePermission } from '#features/auth/rules.ts'
import {
  correctedCellsOf,
  lockToRun,
  type MessageRunner,
  type MessageToRun,
  settleMessage,
} from '#features/intake/server/service.ts'
import { ediPolicy, readRules } from '#features/order-entry/server/service.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import {
  type Actor,
  type Context,
  inTransaction,
  rows,
  send,
} from '#platform/server/database/db.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import type { Segment } from '../../x12.ts'
import { lockControl, type Partner, writeOutbound } from '../outbound/export-interchange.ts'
import * as store from '../store.ts'
import { importOrders850, type OrderOutcome, type PlacementContext } from './import-orders-850.ts'
import {
  buildAcknowledgment855,
  type PurchaseOrder850,
  readPurchaseOrder,
} from './purchase-order-850.ts'
import { documentIdOf, messageOutcomeOf, noteOfCopies, rowOfOrder } from './recorded-order-850.ts'
import { markClosed850Done, markCopies850Done } from './mark-closed-850-done.ts'

type DocumentRow = {
  id: number
  interchangeId: number
  partnerId: number
  heldBy: string | null
  body: readonly Segment[]
}

/**
 * Runs the unchanged 850 of a message of the intake inbox again, with the corrections since. An
 * order that is placed now is acknowledged by another 855, which replaces the refusal. One whose PO
 * another order has is placed if the person chose so, unless a newer order has the PO by now that
 * they did not see. Throws 403 without the permission to import orders, 409 if the partner is not
 * active any more, and 422 for another row than that of its order.
 */
export const runOrder850: MessageRunner = async (ctx, message) => {
  requirePermission(ctx.user, 'orders.import')
  const repeatedOrder = agreedRepeat(message)
  const { document, partner } = await readReceived(ctx, message)
  const { purpose } = readPurchaseOrder(document.body)
  const numbers =
    purpose === '00' ? await nextNumbers(ctx.db, 'SO', { count: 1, now: ctx.now }) : []
  const policy = ediPolicy(await readRules(ctx))
  const user = responsibleUser(ctx)
  await inTransaction({ ...ctx, channel: 'edi' }, async (inner) => {
    // The order of an import: the control number of the partner, then the message.
    await lockControl(inner, partner.id, 'in')
    const locked = await lockToRun(inner, message)
    const placing = { policy, numbers, user }
    const purchaseOrder = withCorrections(readPurchaseOrder(document.body), locked)
    const { heldBy } = document
    const request = { purchaseOrder, heldBy, repeatedOrder, placing }
    const outcome = await place(inner, partner, request)
    await send(inner, store.updateDocumentOutcome, [
      document.id,
      outcome.state,
      outcome.reason,
      outcome.needsPerson,
      outcome.order?.id ?? null,
    ])
    await acknowledge(inner, partner, { document, outcome })
    const { lines } = purchaseOrder
    const result = settled(partner, { lines, outcome })
    const { order } = outcome
    if (order) await markCopies850Done(inner, document.id, noteOfCopies(order))
    else if (result.state === 'duplicate') {
      const closed = { sourceKey: message.sourceKey, reason: result.reason ?? '' }
      await markClosed850Done(inner, closed)
    }
    // The partner may belong to another customer by now.
    const { customerId } = partner
    await settleMessage(inner, locked, { ...result, customerId })
  })
}

/** Reads the 850 of a message and its partner. Throws 409 if one of them is not there any more. */
async function readReceived(ctx: Context, { sourceKey }: MessageToRun) {
  const id = documentIdOf(sourceKey) ?? 0
  const [document] = await rows<DocumentRow>(ctx.db, store.readOrder850, [id])
  const [partner] = document
    ? await rows<Partner>(ctx.db, store.readPartner, [document.partnerId])
    : []
  if (document && partner) return { document, partner }
  const sentence =
    'The EDI partner of this message is inactive. Ask an administrator to activate it under EDI, ' +
    'Partners, then run this message again'
  throw new Refusal('refused', 'edi-partner-inactive', sentence)
}

/** The order that the person agreed to repeat, as they saw it in the message; undefined if none. */
function agreedRepeat({ again, problems }: MessageToRun): string | undefined {
  if (again === undefined) return undefined
  if (again !== String(rowOfOrder)) {
    throw invalid([{ path: 'again', message: `The order of an 850 is in row ${rowOfOrder}` }])
  }
  return problems.find(({ repeatedRow }) => repeatedRow === rowOfOrder)?.repeatedOrder
}

/** A person runs a message: the order is created in their name. */
function responsibleUser({ user }: Context): Actor {
  if (user) return user
  throw new Error('A message is run by a person')
}

/** An 850 with the quantities that were corrected in its message. */
function withCorrections(
  order: PurchaseOrder850,
  message: Parameters<typeof correctedCellsOf>[0],
): PurchaseOrder850 {
  const quantities = new Map(
    correctedCellsOf(message).flatMap(({ rows: places, field, value }) => {
      return field === 'quantity' ? places.map((place) => [place, value] as const) : []
    }),
  )
  const lines = order.lines.map((line, index) => {
    return { ...line, correctedQuantity: quantities.get(index + 1) }
  })
  return { ...order, lines }
}

type RunRequest = {
  purchaseOrder: PurchaseOrder850
  /** The user who put it on hold when it was imported. */
  heldBy: string | null
  /** The number of the order with its PO that the person agreed to repeat. */
  repeatedOrder: string | undefined
  placing: PlacementContext
}

async function place(
  ctx: Context,
  partner: Partner,
  { purchaseOrder, heldBy, repeatedOrder, placing }: RunRequest,
): Promise<OrderOutcome> {
  const order = { ...purchaseOrder, choice: 'accept' as const }
  const orderRequests = [{ ...order, heldBy: heldBy ?? undefined, repeatedOrder }]
  const [outcome] = await importOrders850(ctx, partner, orderRequests, placing)
  if (!outcome) throw new Error('The order of a message had no outcome')
  return outcome
}

/** Sends another 855 if the order was placed; a refusal that stays was sent before. */
async function acknowledge(
  ctx: Context,
  partner: Partner,
  { document, outcome }: { document: DocumentRow; outcome: OrderOutcome },
): Promise<void> {
  const { acknowledgment, order } = outcome
  if (!acknowledgment || !order) return
  const set = buildAcknowledgment855(acknowledgment)
  const sets = [{ set, reference: acknowledgment.number, salesOrderId: order.id }]
  await writeOutbound(ctx, partner, { sets, answerTo: document.interchangeId })
}

type Result = Parameters<typeof messageOutcomeOf>[1] & { outcome: OrderOutcome }

/** A message stays open until its order is placed, or is found to exist already. */
function settled(partner: Partner, { lines, outcome }: Result) {
  if (outcome.state !== 'cancelled') return messageOutcomeOf(partner, { lines, outcome })
  // The order belongs to the message that it came from; this one only ended it.
  const number = outcome.order?.orderNumber ?? 'The order'
  return { state: 'rejected' as const, reason: `${number} was cancelled, as the customer asked` }
}
