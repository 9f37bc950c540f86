// One file: how the orders of an interchange are placed is read from top to bottom.
import { type Corrections, readCorrections } from '#features/intake/server/service.ts'
import type { OrderChoice } from '#features/order-entry/imported-order-choice.ts'
import {
  createOrders,
  lockOrders,
  type OrderPolicy,
  hasRepeatedPoParking,
} from '#features/order-entry/server/service.ts'
import type { OrderDraft } from '#features/order-entry/contract.ts'
import {
  cancelSalesOrder,
  holdSalesOrder,
  insertHoldNotes,
  readSamePos,
  type SamePo,
} from '#features/sales-orders/server/service.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { poKey } from '#features/sales-orders/parking-rules.ts'
import { maxLines } from '#features/sales-orders/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, rows } from '#platform/server/database/db.ts'
import {
  type AcknowledgmentFacts,
  buildAcknowledgment,
  type FoundLine,
  holdOf,
} from '../outbound/order-acknowledgment-855.ts'
import { type PurchaseOrder850, barcodeForms, rankedProductIds } from './purchase-order-850.ts'
import { type OrderAcknowledgment, orderedUnits } from './purchase-order-850.ts'
import {
  noDeliverableLine,
  problemOfCopy,
  problemOfOtherPurpose,
  problemOfRefusal,
  problemOfTooManyLines,
  problemOfUndeliverable,
  type RefusalProblem,
  tooManyLines,
} from './next-step-850.ts'
import { joinedUpTo } from '../../joined-up-to.ts'
import { holdsAsOf } from './order-conditions-850.ts'
import type { DocumentState } from '../../rules.ts'
import type { Partner } from '../outbound/export-interchange.ts'

/** The outcome of an order and its 855; without `answer` no 855 is sent. */
export type OrderOutcome = {
  state: DocumentState
  reason: string | null
  needsPerson: boolean
  /** A user chose to leave it out. */
  isSkipped?: boolean
  /** The order already exists, so a hold request for it is not stored. */
  isDuplicate?: boolean
  /** The number of the order that has its PO, which a person may agree to repeat. */
  repeatedOrder?: string | undefined
  /** What a person does next about it. */
  problem?: RefusalProblem
  /** Its lines whose product is unknown, or is an inactive SKU. */
  unknownLines?: readonly { lineNo: string; inactiveSku: string | undefined }[]
  order: SalesOrderDetails | null
  acknowledgment: OrderAcknowledgment | null
}

export type PlacementContext = {
  policy: OrderPolicy
  /** One number for each new order. */
  numbers: readonly string[]
  /** The user in whose name the orders are placed. */
  user: Actor
}

/** An order with the user's choice for it. */
type RequestedOrder = PurchaseOrder850 & {
  choice: OrderChoice
  /** The user who requested a hold, regardless of the rules. */
  heldBy: string | undefined
  /** The number of the order with its PO that a person agreed to repeat. */
  repeatedOrder?: string | undefined
}
type Step = {
  orderRequest: RequestedOrder
  lines: FoundLine[]
  /** A person chose to place it although another order has its PO. */
  isRepeatAccepted?: boolean
  /** Which order has this PO with other blanks or leading zeros, unless such orders are parked. */
  similarPo?: string | undefined
  fate?: OrderOutcome
}

const lockCustomer = {
  name: 'lock_customer_of_edi_orders',
  text: 'select id from customers where id = $1 for no key update',
}

/**
 * Places the orders of one interchange in the open transaction, by the rules of Order Entry. Locks
 * the customer first, so that it sees an order that another channel is placing under the same PO.
 * An order with insufficient credit, a price difference or short stock goes on hold; an order whose
 * PO exists is refused, or held if that PO has other blanks or leading zeros. Both are parked
 * instead if the settings or the customer say so, and placed if a person agreed to repeat the order
 * that has the PO now. A change needs review. A user may hold a new order or leave it out, which
 * refuses it.
 */
export async function importOrders850(
  ctx: Context,
  partner: Partner,
  received: readonly RequestedOrder[],
  placing: PlacementContext,
): Promise<OrderOutcome[]> {
  const customerId = partner.customerId ?? 0
  await rows<{ id: number }>(ctx.db, lockCustomer, [customerId])
  const corrections = await readOwnCorrections(ctx, received, customerId)
  const orderRequests = received.map((order) => withShipTo(order, { customerId, corrections }))
  const found = await findItems(ctx, orderRequests, { customerId, corrections })
  const customerPos = orderRequests.map(({ number }) => ({ customerId, customerPO: number }))
  const samePos = await readSamePos(ctx, customerPos)
  const existingOrders = new Map(samePos.map((order) => [order.po, order]))
  const today = placing.policy.orderDate.replaceAll('-', '')
  const mayRepeat = await hasRepeatedPoParking(ctx, customerId, placing.policy)
  const spellingsInFile = new Map<string, string[]>()
  const steps: Step[] = []
  for (const order of orderRequests) {
    const key = poKey(order.number)
    const lines = order.lines.map(found.of)
    const step: Step = { orderRequest: order, lines }
    steps.push(step)
    const existing = existingOrders.get(order.number)
    const before = spellingsInFile.get(key) ?? []
    if (order.purpose === '00') spellingsInFile.set(key, [...before, order.number])
    const isRepeated = existing?.isExact === true || before.some(isSameAs(order.number))
    const facts = { purchaseOrder: order, lines, today }
    step.isRepeatAccepted = existing !== undefined && existing.orderNumber === order.repeatedOrder
    const isUnchecked = !mayRepeat && !step.isRepeatAccepted
    if (isUnchecked) step.similarPo = similarPoText(order, { existing, before })
    if (order.purpose !== '00')
      step.fate = await handleOtherPurpose(ctx, facts, { existing, partner })
    else if (isRepeated && isUnchecked) step.fate = duplicateOutcome(facts, existing)
    else if (order.choice === 'leave') step.fate = skippedOutcome(facts, placing.user)
    else if (!lines.some(isDeliverable))
      step.fate = refusedOutcome(facts, noDeliverableLine, problemOfUndeliverable())
    else if (lines.length > maxLines)
      step.fate = refusedOutcome(facts, tooManyLines, problemOfTooManyLines(partner))
  }
  await placeNewOrders(ctx, partner, { steps: steps.filter((step) => !step.fate), placing })
  return steps.map(({ fate: outcome }) => outcome as OrderOutcome)
}

const isDeliverable = ({ sku, units }: FoundLine) => sku !== undefined && units !== undefined

/** Whether a number differs from this one by case alone, if at all. */
function isSameAs(number: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === number.toLowerCase()
}

/** Which order has this PO with other blanks or leading zeros, if any: a person compares both. */
function similarPoText(
  { number }: PurchaseOrder850,
  { existing, before }: { existing: SamePo | undefined; before: readonly string[] },
): string | undefined {
  if (existing) {
    const { orderNumber, customerPO } = existing
    return `PO ${number} is already used on ${orderNumber}, as ${customerPO ?? existing.po}`
  }
  const [first] = before
  return first === undefined ? undefined : `PO ${number} is already in this file, as ${first}`
}

function duplicateText({ number }: PurchaseOrder850, existing: SamePo | undefined): string {
  const origin = existing?.isExact ? `of ${existing.orderNumber}` : 'within this file'
  return `${number} is a duplicate ${origin}`
}

function duplicateOutcome(
  facts: AcknowledgmentFacts & { purchaseOrder: PurchaseOrder850 },
  existing: SamePo | undefined,
): OrderOutcome {
  return {
    ...refusedOutcome(facts, duplicateText(facts.purchaseOrder, existing)),
    isDuplicate: true,
    repeatedOrder: existing?.isExact ? existing.orderNumber : undefined,
  }
}

function refusedOutcome(
  facts: AcknowledgmentFacts,
  reason: string,
  problem?: RefusalProblem,
): OrderOutcome {
  const acknowledgment = buildAcknowledgment({ ...facts, order: null, hold: null })
  const unknown = facts.lines.filter(({ sku }) => sku === undefined)
  const unknownLines = unknown.map(({ line: { lineNo }, inactiveSku }) => ({ lineNo, inactiveSku }))
  const refused = { state: 'refused' as const, reason, needsPerson: true, unknownLines }
  return { ...refused, ...(problem && { problem }), order: null, acknowledgment }
}

/** The user has decided, so it needs no review; the partner gets a rejection. */
function skippedOutcome(facts: AcknowledgmentFacts, user: Actor): OrderOutcome {
  const reason = `Skipped by ${user.username} during the import`
  return { ...refusedOutcome(facts, reason), needsPerson: false, isSkipped: true }
}

/**
 * Handles an 850 that is not a new order: a cancellation, a copy, or a change, which needs review.
 * So does a cancellation of a PO that the order has with other blanks or leading zeros.
 */
async function handleOtherPurpose(
  ctx: Context,
  facts: AcknowledgmentFacts,
  { existing, partner }: { existing: SamePo | undefined; partner: Partner },
): Promise<OrderOutcome> {
  const { purchaseOrder } = facts
  const base = { needsPerson: false, order: null, acknowledgment: null }
  if (purchaseOrder.purpose === '07') {
    const reason = 'The partner marked it as a copy (BEG01 is 07)'
    return { ...base, state: 'duplicate', reason, problem: problemOfCopy(reason) }
  }
  if (purchaseOrder.purpose === '01' && existing?.isExact && existing.status === 'pending') {
    // The cancellation is the customer's, so no user is recorded as the actor.
    const systemContext = { ...ctx, user: undefined }
    const reason = `Cancelled by the customer (EDI ${purchaseOrder.number})`
    const order = await cancelSalesOrder(systemContext, existing.id, { reason, ifMatch: undefined })
    const acknowledgment = buildAcknowledgment({ ...facts, order, hold: null })
    return {
      ...base,
      state: 'cancelled',
      reason: null,
      order,
      acknowledgment: { ...acknowledgment, lines: [] },
    }
  }
  const isCancellation = purchaseOrder.purpose === '01'
  const action = isCancellation ? 'The partner cancels' : 'The partner changes'
  const reason = `${action} ${purchaseOrder.number}${detailOf(existing)}`
  const problem = problemOfOtherPurpose(reason, { isCancellation, existing, partner })
  return { ...base, state: 'exception', reason, needsPerson: true, problem }
}

function detailOf(existing: SamePo | undefined): string {
  if (!existing) return ', which is unknown'
  const { orderNumber, isExact, customerPO, status } = existing
  const spelling = isExact ? '' : `, with PO ${customerPO ?? existing.po}`
  return ` (${orderNumber}${spelling}, ${status})`
}

async function placeNewOrders(
  ctx: Context,
  partner: Partner,
  { steps, placing }: { steps: readonly Step[]; placing: PlacementContext },
): Promise<void> {
  if (steps.length === 0) return
  const { policy, numbers, user } = placing
  const { requestId } = ctx
  const drafts = steps.map((step, index) => {
    const { isRepeatAccepted } = step
    const order = { body: draftOf(partner, step), isRepeatAccepted }
    return { ...order, number: numbers[index] as string, user, requestId }
  })
  const locked = await lockOrders(ctx, drafts, policy)
  const results = await createOrders(locked, drafts, policy)
  for (const [index, step] of steps.entries()) {
    const result = results[index] as (typeof results)[number]
    const today = policy.orderDate.replaceAll('-', '')
    const facts = { purchaseOrder: step.orderRequest, lines: step.lines, today }
    const customer = locked.facts.customers.get(partner.customerId ?? 0)
    if (result instanceof Refusal) {
      const problem = problemOfRefusal(result, { partner, customer })
      step.fate = refusedOutcome(facts, result.message, problem)
      continue
    }
    const { orderRequest, similarPo } = step
    const { heldBy } = orderRequest
    step.fate = await outcomeOf(ctx, result, { facts, partner, customer, heldBy, similarPo })
  }
}

type OutcomeFacts = {
  facts: AcknowledgmentFacts
  partner: Partner
  customer: { allowBackorder: boolean; paymentTerms: string } | undefined
  /** The user who requested a hold, regardless of the rules. */
  heldBy: string | undefined
  similarPo: string | undefined
}

async function outcomeOf(
  ctx: Context,
  order: SalesOrderDetails,
  { facts, partner, customer, heldBy, similarPo }: OutcomeFacts,
): Promise<OrderOutcome> {
  const { purchaseOrder, lines, today } = facts
  const paymentTerms = customer?.paymentTerms ?? ''
  const conditions = holdsAsOf(purchaseOrder.conditions, { today, paymentTerms })
  const acceptsBackorder = customer?.allowBackorder ?? false
  const { unknownSku } = partner
  const hold = holdOf({
    order,
    lines,
    unknownSku,
    mayBeShort: acceptsBackorder,
    heldBy,
    conditions,
    similarPo,
  })
  const acknowledgment = buildAcknowledgment({ ...facts, order, hold })
  const undeliverable = facts.lines.length - facts.lines.filter(isDeliverable).length
  const undeliverableText =
    undeliverable > 0 ? `${undeliverable} of its lines cannot be delivered` : null
  if (order.holdReason === 'parked') {
    const reason = holdNoteOf([order.holdNote, ...(hold?.reasons ?? []), undeliverableText])
    // Whoever decides on the order sees what else needs a review, because placing it ends the hold.
    await insertHoldNotes(ctx, [{ id: order.id, holdNote: reason }])
    const noted = { ...order, holdNote: reason }
    return { state: 'held', reason, needsPerson: true, order: noted, acknowledgment }
  }
  if (!hold) {
    const needsPerson = undeliverable > 0
    const reason = [undeliverableText, order.taxNotice].filter(Boolean).join('. ') || null
    return { state: 'taken', reason, needsPerson, order, acknowledgment }
  }
  const holdNote = holdNoteOf([...hold.reasons, undeliverableText])
  // A hold by rule does not suffice, because a user must review the order first. It applies again
  // when the review ends.
  const isHeldByRule = order.holdReason === 'payment' || order.holdReason === 'margin'
  const isAlreadyHeld =
    order.holdReason !== null && (!isHeldByRule || order.holdReason === hold.reason)
  const heldOrder = isAlreadyHeld
    ? order
    : await holdSalesOrder(ctx, order.id, {
        reason: hold.reason,
        note: holdNote,
        ifMatch: undefined,
      })
  return { state: 'held', reason: holdNote, needsPerson: true, order: heldOrder, acknowledgment }
}

/** The reasons of a hold in the 500 characters of its note. */
function holdNoteOf(reasons: readonly (string | null)[]): string {
  const texts = reasons.filter((reason) => reason !== null && reason !== '')
  return joinedUpTo(texts, { separator: '. ', longest: 500, place: 'the 850 under EDI' })
}

function draftOf(partner: Partner, { orderRequest, lines }: Step): OrderDraft {
  return {
    customerId: partner.customerId ?? 0,
    customerPO: orderRequest.number,
    orderSource: 'edi',
    shippingAddress: orderRequest.shippingAddress ?? undefined,
    shipDate: orderRequest.shipDate,
    cancelAfter: orderRequest.cancelAfter,
    notes: orderRequest.notes ?? undefined,
    items: lines.flatMap(({ sku, units }) =>
      sku && units !== undefined ? [{ skuId: sku.id, quantity: units }] : [],
    ),
  }
}

const findSkus = {
  name: 'find_skus_of_edi_lines',
  text: `select id, sku, barcode, unit_of_measure as unit, is_active as "isActive" from skus
         where (lower(sku) = any($1::text[]) or barcode = any($2::text[])
                or id = any($3::int[]))
           and deleted_at is null
         order by id`,
}

type Sku = { id: number; sku: string; barcode: string | null; unit: string; isActive: boolean }

type CustomerCorrections = { customerId: number; corrections: Corrections }

/** What was corrected in the intake inbox and may apply to these orders. */
function readOwnCorrections(
  ctx: Context,
  purchaseOrders: readonly PurchaseOrder850[],
  customerId: number,
): Promise<Corrections> {
  const lines = purchaseOrders.flatMap((order) => order.lines)
  const parts = lines.flatMap(rankedProductIds).map(({ id }) => id)
  const units = lines.map(({ unit }) => unit)
  const shipTos = purchaseOrders.flatMap(({ shipToTexts }) => shipToTexts)
  return readCorrections(ctx, [{ customerId, parts, units, shipTos }])
}

/** An order with the address that its ship-to text means, if that was corrected before. */
function withShipTo(
  order: RequestedOrder,
  { customerId, corrections }: CustomerCorrections,
): RequestedOrder {
  const { shipToTexts, conditions } = order
  const [address] = shipToTexts.flatMap((text) => corrections.shipToOf(customerId, text) ?? [])
  if (address === undefined) return order
  // Several ship-tos hold the order by themselves; of those, only the first has this address.
  const [, ...otherHolds] = conditions.shipToHolds
  const shipToHolds = order.shippingAddress === null ? otherHolds : conditions.shipToHolds
  return { ...order, shippingAddress: address, conditions: { ...conditions, shipToHolds } }
}

/**
 * Matches the lines to active SKUs: by what was corrected in the intake inbox, by our SKU code or
 * by barcode. The quantity is in our unit if the ordered one was corrected. A line that only an
 * inactive SKU matches names that one.
 */
async function findItems(
  ctx: Context,
  purchaseOrders: readonly PurchaseOrder850[],
  { customerId, corrections }: CustomerCorrections,
) {
  const names = purchaseOrders.flatMap(({ lines }) => lines.flatMap(rankedProductIds))
  const ids = [...new Set(names.map(({ id }) => id))]
  const barcodes = ids.flatMap(barcodeForms)
  const corrected = ids.flatMap((id) => corrections.skuIdOf(customerId, id) ?? [])
  const codes = ids.map((each) => each.toLowerCase())
  const skus = await rows<Sku>(ctx.db, findSkus, [codes, barcodes, corrected])
  const matching = { customerId, corrections }
  const activeSkuOf = skuMatcher(
    skus.filter(({ isActive }) => isActive),
    matching,
  )
  const inactiveSkuOf = skuMatcher(
    skus.filter(({ isActive }) => !isActive),
    matching,
  )
  const of = (line: PurchaseOrder850['lines'][number]): FoundLine => {
    const sku = activeSkuOf(line)
    const inactiveSku = sku ? undefined : inactiveSkuOf(line)?.sku
    const written = { sku, quantity: orderedUnits(line) ?? null, unit: line.unit }
    const { quantity, unit, factor } = corrections.quantityOf(customerId, written)
    const units = quantity ?? undefined
    return { line, sku, inactiveSku, units, unit: unit ?? line.unit, factor }
  }
  return { of }
}

/** Finds the SKU of a line among some SKUs. */
function skuMatcher(
  skus: readonly Sku[],
  { customerId, corrections }: CustomerCorrections,
): (line: PurchaseOrder850['lines'][number]) => Sku | undefined {
  const byId = new Map(skus.map((sku) => [sku.id, sku]))
  const byCode = new Map(skus.map((sku) => [sku.sku.toLowerCase(), sku]))
  const byBarcode = new Map(
    skus.flatMap((sku) => (sku.barcode ? [[sku.barcode, sku] as const] : [])),
  )
  return (line) => {
    for (const { id } of rankedProductIds(line)) {
      const candidates = [
        byId.get(corrections.skuIdOf(customerId, id) ?? 0),
        byCode.get(id.toLowerCase()),
        ...barcodeForms(id).map((each) => byBarcode.get(each)),
      ]
      const sku = candidates.find((each) => each !== undefined)
      if (sku) return sku
    }
    return undefined
  }
}
