import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import type { Moment } from '#platform/kernel/days.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { createOrder, OrderValidation } from '../../contract.ts'
import { type OrderForm, orderOf } from '../order-form.ts'
import { mayBeCreated } from '../order-form-store.ts'
import type { DisplayedLine, Estimate } from './cached-records.ts'

type OrderBody = WireBodyOf<typeof createOrder>

/**
 * The state of an order that this device has not sent. `waiting`: it is sent when there is a
 * connection. `sending`: a request was sent, and its answer did not arrive yet. `review`: the
 * server sees it differently than the person did, who must decide. `unclear`: the order may exist.
 * `editing`: it was opened in Order Entry, and is not sent before it is queued again.
 */
export const unsentStates = ['waiting', 'sending', 'review', 'unclear', 'editing'] as const
export type UnsentState = (typeof unsentStates)[number]

export const unsentStateNames: Record<UnsentState, string> = {
  waiting: 'Waiting to be sent',
  sending: 'Being sent',
  review: 'Needs your decision',
  unclear: 'May have been created',
  editing: 'Opened in Order Entry',
}

/** An order that was entered on this device and not sent yet. */
export type UnsentOrder = {
  /**
   * Also the idempotency key, made when the form was opened and saved with its draft: a second
   * creation finds the first, also from another device.
   */
  id: string
  /** The user who entered it; nobody else sends it. */
  userId: number
  orderForm: OrderForm
  /** What the person saw. The order is created only if it still holds, or they accept a change. */
  seen: Estimate & {
    /** When this device read the prices and stock; undefined if it had none. */
    asOf?: number | undefined
    /** The total that the person accepted, after the server told it. */
    total?: string | undefined
    /** The order may be created on credit hold; on hold for its margin. */
    isHoldAccepted?: boolean | undefined
    isMarginAccepted?: boolean | undefined
    /** The draft was created or deleted elsewhere, and the person wants this order all the same. */
    isDraftGoneAccepted?: boolean | undefined
    /** The number of an earlier order with the same PO, which the person accepted. */
    repeatedPo?: string | undefined
  }
  /** By the clock of the device. */
  enteredAt: number
  /** The draft on the server that this order replaces. */
  draftId?: number | undefined
  state: UnsentState
  /** The request that was sent, to be repeated unchanged, and when by the clock of the server. */
  attempt?: { body: OrderBody; sentAt: Moment } | undefined
  /** Why the person must decide. */
  reasons?: string[] | undefined
  /** What the server says about the order now. */
  validation?: OrderValidation | undefined
  /** An order of this customer with the same PO. */
  repeatedPo?: string | undefined
  /** True if the draft of this order was gone when it was checked. */
  isDraftGone?: boolean | undefined
  /** True once it is moved to the intake inbox: until the answer it may be there already. */
  isHandedOver?: boolean | undefined
}

/** Why a person must look before an order is sent whose first request had no answer. */
export const mayExistSentence =
  'The server’s response was lost. Check Sales Orders for this order. If it is there, discard it ' +
  'here; if not, send it as a new order.'

/** Why an order that was moved to the inbox without an answer is neither sent nor changed. */
export const mayBeHandedOverSentence =
  'The server’s response was lost. Move the order to Intake again: it becomes one message there.'

/**
 * An attempt without an answer is repeated by itself only within six days; afterwards a person must
 * look whether the order exists. The server knows its key for good, but the order may be obsolete.
 */
const repeatableMs = 6 * 24 * 60 * 60 * 1000

/** Whether an attempt may still be repeated, by the clock of the server at both times. */
export function isRepeatable(sentAt: Moment, serverTime: Moment): boolean {
  return Date.parse(serverTime) - Date.parse(sentAt) < repeatableMs
}

/** The body of the order as it is sent: from the mobile channel, at the total that was checked. */
export function bodyOf({ orderForm }: UnsentOrder, validation: OrderValidation): OrderBody {
  return {
    ...orderOf(orderForm),
    orderSource: 'mobile',
    expectedTotal: validation.pricing.total,
  }
}

/** What else the server knows of an order than its validation. */
export type OrderFindings = Pick<UnsentOrder, 'repeatedPo' | 'isDraftGone'>

/**
 * Why a person must decide before the order is created: it is no longer approved, or differs from
 * what they saw. Empty if it may be created. `repeatedPo` is an earlier order with the same PO;
 * `isDraftGone` if its draft was created or deleted on another device.
 */
export function differencesOf(
  { seen, orderForm }: Pick<UnsentOrder, 'seen' | 'orderForm'>,
  validation: OrderValidation,
  { repeatedPo, isDraftGone = false }: OrderFindings = {},
): string[] {
  const { credit, pricing } = validation
  const isApproved = mayBeCreated(validation)
  const isHold = credit.isHeldForCredit === true && !seen.isHoldAccepted
  const isBelow = pricing.isHeldForMargin === true && !seen.isMarginAccepted
  const hasOtherTotal = seen.total !== undefined && cents(seen.total) !== cents(pricing.total)
  return [
    ...(isApproved && !isHold ? [] : creditReasons(validation)),
    ...(isBelow ? [belowMarginSentence] : []),
    ...stockReasons(seen.lines, validation),
    ...priceReasons(seen.lines, pricing.lineItems),
    ...(hasOtherTotal ? [totalReason(pricing.total, seen.total)] : []),
    ...(repeatedPo !== undefined && repeatedPo !== seen.repeatedPo
      ? [`The customer already used PO ${orderForm.customerPO.trim()} on ${repeatedPo}.`]
      : []),
    ...(isDraftGone && !seen.isDraftGoneAccepted ? [draftGoneSentence] : []),
  ]
}

const draftGoneSentence =
  'Its draft was created or deleted on another device. Look in Sales Orders first.'

function totalReason(total: string, displayed: string | undefined = total): string {
  return `The total is ${formatDecimal(total)} instead of ${formatDecimal(displayed)}.`
}

const belowMarginSentence =
  'The order would be created on hold: a price is below the minimum margin.'

function creditReasons({ credit }: OrderValidation): string[] {
  if (credit.isHeldForCredit) {
    const why = credit.message ? ` ${credit.message}.` : ''
    return [`The order would be created on credit hold until finance releases it.${why}`]
  }
  return credit.approved ? [] : [`Credit is not approved. ${credit.message ?? ''}`.trim()]
}

/** Shortfalls that refuse the order, or that were not displayed. */
function stockReasons(displayed: readonly DisplayedLine[], validation: OrderValidation): string[] {
  const isRefused = !mayBeCreated(validation)
  return validation.stock.stockStatus.flatMap(({ skuId, requested, available, shortfall }) => {
    if (shortfall === 0) return []
    const line = displayed.find((each) => each.skuId === skuId)
    const wasDisplayed = line && line.available < requested && line.available <= available
    if (wasDisplayed && !isRefused) return []
    const code = line?.code ?? `SKU ${skuId}`
    return [`${code}: ${available} of ${counted(requested, 'unit')} are available.`]
  })
}

function priceReasons(
  displayed: readonly DisplayedLine[],
  priced: OrderValidation['pricing']['lineItems'],
): string[] {
  return priced.flatMap(({ skuId, unitPrice }, index) => {
    const line = displayed[index]
    const isSameLine = line?.skuId === skuId
    if (isSameLine && cents(line.unitPrice) === cents(unitPrice)) return []
    const now = formatDecimal(unitPrice)
    // Lines that do not correspond: the person must see the price, because it was not displayed.
    if (!isSameLine) return [`Line ${index + 1}: the price is ${now}.`]
    return [`${line.code}: the price is ${now} instead of ${formatDecimal(line.unitPrice)}.`]
  })
}

/**
 * The order after the person accepted what the server says: it waits to be sent again. If its draft
 * was gone, the key of the draft may have created an order elsewhere; this one gets `newKey`.
 */
export function acceptDifferences(order: UnsentOrder, newKey = order.id): UnsentOrder {
  const { validation, seen } = order
  if (!validation || !canAccept(order)) return order
  const stock = new Map(validation.stock.stockStatus.map((line) => [line.skuId, line.available]))
  const codes = new Map(seen.lines.map(({ skuId, code }) => [skuId, code]))
  const lines = validation.pricing.lineItems.map((item): DisplayedLine => {
    const { skuId, quantity, unitPrice, priceSource } = item
    const code = codes.get(skuId) ?? `SKU ${skuId}`
    return { skuId, code, quantity, unitPrice, priceSource, available: stock.get(skuId) ?? 0 }
  })
  return {
    ...order,
    id: order.isDraftGone ? newKey : order.id,
    state: 'waiting',
    reasons: undefined,
    validation: undefined,
    repeatedPo: undefined,
    isDraftGone: undefined,
    seen: {
      ...seen,
      lines,
      subtotal: validation.pricing.subtotal,
      total: validation.pricing.total,
      isHoldAccepted: validation.credit.isHeldForCredit === true,
      isMarginAccepted: validation.pricing.isHeldForMargin === true,
      isDraftGoneAccepted: order.isDraftGone === true || seen.isDraftGoneAccepted,
      repeatedPo: order.repeatedPo ?? seen.repeatedPo,
    },
  }
}

/** Whether the order can be created as the server sees it now. */
export function canAccept({ state, validation, isHandedOver = false }: UnsentOrder): boolean {
  const isApproved = validation !== undefined && mayBeCreated(validation)
  return state === 'review' && !isHandedOver && isApproved
}

/** Whether there is nothing to accept, so that only another check can help. */
export function canCheckAgain(order: UnsentOrder): boolean {
  const { state, isHandedOver = false } = order
  return state === 'review' && !isHandedOver && !canAccept(order)
}

/** Whether the order can be changed: not while it may exist already, here or in Intake. */
export function canEdit({ state, attempt, isHandedOver = false }: UnsentOrder): boolean {
  const isUnsent = attempt === undefined && !isHandedOver
  return ['waiting', 'review', 'editing'].includes(state) && isUnsent
}

/**
 * Whether the order can be moved to the inbox: not while Order Entry has it as a form, and again
 * while it may be there already.
 */
export function canHandOver(order: UnsentOrder): boolean {
  return order.isHandedOver === true || (order.state !== 'editing' && canEdit(order))
}

/** The order as it is moved to the inbox: from now on it may be there, so it is not sent. */
export function withHandOver(order: UnsentOrder): UnsentOrder {
  return { ...order, state: 'review', isHandedOver: true }
}

/** The refusals of a key that was used before: an order of it exists, or a message in Intake. */
const usedKeyCodes = ['draft-created', 'draft-moved', 'idempotency-key-reused']

/** The order after the server refused to move it to the inbox, and why. */
export function withRefusedHandOver(
  order: UnsentOrder,
  { code, sentence }: { code: string; sentence: string },
): UnsentOrder {
  const mayExist = usedKeyCodes.includes(code)
  // If it exists, as an order or as a message, a person must look.
  const state = mayExist ? 'unclear' : order.state
  const reason = mayExist ? sentence : `The server refused the order: ${sentence}`
  return { ...order, isHandedOver: undefined, state, reasons: [`${reason}.`] }
}

/**
 * The key under which a form is queued: its own, unless the device has another order under it. A
 * duplicated tab has the key of the first one, but not its order.
 */
export function queueKeyOf(
  { orderForm, idempotencyKey }: { orderForm: OrderForm; idempotencyKey: string },
  existing: UnsentOrder | undefined,
  newKey: string,
): string {
  if (!existing || existing.state === 'editing') return idempotencyKey
  const textOf = (form: OrderForm) => JSON.stringify({ ...orderOf(form), orderSource: 'mobile' })
  return textOf(existing.orderForm) === textOf(orderForm) ? idempotencyKey : newKey
}

/** True if the order is sent without another step by the user. */
export function isQueued({ state }: UnsentOrder): boolean {
  return state === 'waiting' || state === 'sending'
}

/**
 * The order under a new key, after the user has checked that it does not exist: nothing of the lost
 * attempt remains. It is checked again before it is created.
 */
export function toNewOrder(order: UnsentOrder, idempotencyKey: string): UnsentOrder {
  return {
    ...order,
    id: idempotencyKey,
    state: 'waiting',
    attempt: undefined,
    reasons: undefined,
    validation: undefined,
  }
}
