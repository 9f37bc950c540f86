// One file: the rules of returns
import { may, rolesWith } from '#features/auth/rules.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { type Flow, participleOf, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { type Cents, multiply } from '#platform/kernel/money.ts'
import { type FieldError, invalid, Refusal } from '#platform/kernel/refusal.ts'

/**
 * State machine of a return. Returns to a vendor (RTV) are shipped. Customer returns (RMA) are
 * received in one or more receipts: the return remains approved until everything has arrived or the
 * rest is closed. A hold blocks the transitions without changing the status. A completed customer
 * return can be reopened if its credit was wrong. Reversing a receipt approves a received return
 * again.
 */
export const returnFlow = {
  pending: {
    approve: 'approved',
    reject: 'rejected',
    cancel: 'cancelled',
    hold: 'pending',
    release: 'pending',
  },
  approved: {
    receive: 'received',
    close: 'received',
    ship: 'shipped',
    cancel: 'cancelled',
    hold: 'approved',
    release: 'approved',
  },
  received: { complete: 'completed', reverse: 'approved', hold: 'received', release: 'received' },
  shipped: { complete: 'completed' },
  completed: { reopen: 'received' },
  rejected: {},
  cancelled: {},
} as const satisfies Flow

export const returnStatuses = statusesOf(returnFlow)
export type ReturnStatus = (typeof returnStatuses)[number]
export type ReturnVerb =
  | 'approve'
  | 'reject'
  | 'receive'
  | 'close'
  | 'ship'
  | 'complete'
  | 'reopen'
  | 'cancel'
  | 'hold'
  | 'release'
export type ReturnType = 'rma' | 'rtv'

/**
 * Returns the transitions that a return of this type has from its status. Reversing is not among
 * them, because it is done on a receipt.
 */
export function verbsOf({ type, status }: { type: ReturnType; status: string }): ReturnVerb[] {
  const excludedVerbs = ['reverse', ...(type === 'rma' ? ['ship'] : ['receive', 'close', 'reopen'])]
  return verbsFrom(returnFlow, status).filter(
    (verb): verb is ReturnVerb => !excludedVerbs.includes(verb),
  )
}

/** Receipt progress of a customer's return. */
export type ReceiptProgress = {
  /** Units received over all receipts. */
  qtyReceived: number
  /** Received units that await inspection. */
  toInspect: number
}

/** Blocks every transition while a cancellation request to the warehouse is pending. */
export const cancellationPending =
  'The warehouse was asked to cancel this return and has not responded yet'

/** Transitions allowed on hold: release it, or end the return without its goods. */
const onHoldVerbs: readonly ReturnVerb[] = ['release', 'reject', 'cancel']

/** Throws 409 if a return is on hold: its goods wait until the release. */
export function refuseOnHold({ holdReason }: { holdReason: string | null }): void {
  if (holdReason === null) return
  throw new Refusal('refused', 'illegal-transition', onHoldSentence(holdReason))
}

/** Returns the sentence for a return on hold: `This return is on hold: Photos asked for. …`. */
export function onHoldSentence(reason: string): string {
  return `This return is on hold: ${reason.replace(/\.$/, '')}. Release it first`
}

/** What ends the hold of a return, in a sentence; undefined if it is not on hold. */
export function holdAdviceOf({
  holdReason,
  cancelRequest,
}: Pick<ReturnState, 'holdReason' | 'cancelRequest'>): string | undefined {
  if (holdReason === null) return undefined
  if (cancelRequest !== null) return `${cancellationPending}. After that it can be released.`
  const roles = rolesWith('returns.approve')
  return `Release it with a reason (${roles}). Until then it can only be rejected or cancelled.`
}

type ReturnState = {
  type: ReturnType
  status: string
  cancelRequest: string | null
  holdReason: string | null
}

/** Returns why a transition is not allowed now, as a sentence; undefined if it is allowed. */
export function whyNotStep(
  goods: ReturnState & ReceiptProgress,
  verb: ReturnVerb,
): string | undefined {
  if (goods.cancelRequest !== null) return cancellationPending
  if (verb === 'release' && goods.holdReason === null) return 'This return is not on hold'
  if (verb === 'hold' && goods.holdReason !== null) return 'This return is already on hold'
  if (goods.holdReason !== null && !onHoldVerbs.includes(verb))
    return onHoldSentence(goods.holdReason)
  if (verbsOf(goods).includes(verb)) return whyNotYet(goods, verb)
  if (verb === 'receive' && goods.type === 'rtv')
    return 'Goods returned to a vendor are shipped, not received'
  if (verb === 'ship' && goods.type === 'rma')
    return 'Goods returned by a customer are received, not shipped'
  if (verb === 'close' && goods.type === 'rtv')
    return 'Goods for a vendor are shipped completely, so no units remain to close'
  return `This return is ${goods.status}, so it cannot be ${participleOf(verb)}`
}

function whyNotYet(
  { qtyReceived, toInspect }: ReceiptProgress,
  verb: ReturnVerb,
): string | undefined {
  if (verb === 'cancel' && qtyReceived > 0) {
    return 'Some goods have arrived. Close the remaining units instead'
  }
  if (verb === 'close' && qtyReceived === 0)
    return 'No goods have arrived. Cancel the return instead'
  if (verb !== 'complete' || toInspect === 0) return undefined
  return `${toInspect} ${toInspect === 1 ? 'unit waits' : 'units wait'} for inspection`
}

type User = { id: number; role: string }
type Decided = { type: ReturnType; createdBy: number; total: Cents }

/**
 * Returns the refusal if this user may not perform the transition; undefined if allowed. Sales
 * approves customer returns up to the limit, returns to vendors need a manager, and only the
 * creator or a manager cancels a return.
 */
export function refusalOf(
  user: User | undefined,
  verb: ReturnVerb,
  { goods, limit }: { goods: Decided; limit: Cents },
): Refusal | undefined {
  if (!user) return undefined
  const isManager = may(user, 'returns.decide')
  const refuse = (sentence: string, code = 'forbidden') => new Refusal('forbidden', code, sentence)
  if ((verb === 'approve' || verb === 'reject') && !isManager) {
    if (goods.type === 'rtv') return refuse('Only a manager can decide on returns to vendors')
    if (goods.total > limit) return refuse('A return of this amount needs a manager', 'over-limit')
  }
  if (verb === 'cancel' && !isManager && goods.createdBy !== user.id) {
    return refuse('Someone else created this return. That person or a manager can cancel it')
  }
  return undefined
}

/** Returns the control bypassed by users who decide on their own return; undefined if none. */
export function selfControl(
  user: User | undefined,
  verb: ReturnVerb,
  { goods, limit }: { goods: Decided; limit: Cents },
): 'self-approval' | undefined {
  if (!user || user.id !== goods.createdBy) return undefined
  const isDecision = verb === 'complete' || (verb === 'approve' && goods.total > limit)
  return isDecision ? 'self-approval' : undefined
}

/** True if the return window has passed; a window of 0 days never ends. */
export function isPastWindow(sentOn: Day | null, today: Day, windowDays: number): boolean {
  return windowDays > 0 && sentOn !== null && addDays(sentOn, windowDays) < today
}

/** A line of the original order. */
export type OriginalOrderLine = {
  id: number
  lineNo: number
  skuId: number
  sku: string
  /** Units shipped to the customer, or received from the vendor. */
  moved: number
  /** Units on returns that are not rejected or cancelled. */
  returned: number
  unitPrice: Cents
}

export type Condition = 'new' | 'opened' | 'damaged' | 'defective'
export type Disposition = 'restock' | 'scrap' | 'vendor'
/** What happens to received units; `inspect` if the disposition is decided later. */
export type Verdict = Disposition | 'inspect'

export type RequestedReturnLine = {
  originalItemId?: number | null | undefined
  skuId?: number | undefined
  quantity: number
  reason?: string | null | undefined
  note?: string | null | undefined
  condition?: Condition | null | undefined
  disposition?: Disposition | null | undefined
  /** The line of the customer return that the goods come from. */
  sourceItemId?: number
}

export type ReturnLine = {
  originalItemId: number | null
  skuId: number
  quantity: number
  unitPrice: Cents
  totalPrice: Cents
  reason: string | null
  note: string | null
  condition: Condition | null
  disposition: Disposition
  sourceItemId: number | null
}

/**
 * The default disposition: RTV goods go to the vendor, damaged or defective goods are scrapped, all
 * others are restocked.
 */
export function defaultDisposition(type: ReturnType, condition: Condition | null): Disposition {
  if (type === 'rtv') return 'vendor'
  return condition === 'damaged' || condition === 'defective' ? 'scrap' : 'restock'
}

/**
 * Builds return lines from an order, at the prices of its lines. A SKU without a line is spread
 * over the order's lines of it, earlier ones first. Throws if a line or SKU is not on the order, or
 * if the quantity exceeds what was moved and is not on other returns.
 */
export function linesFrom(
  origin: readonly OriginalOrderLine[],
  requestedLines: readonly RequestedReturnLine[],
  type: ReturnType,
): ReturnLine[] {
  const returnable = new Map(origin.map((line) => [line.id, line.moved - line.returned]))
  return requestedLines.flatMap((requestedLine, index) => {
    const found = matchingOriginLines(origin, requestedLine, index)
    const free = found.reduce((sum, { id }) => sum + (returnable.get(id) ?? 0), 0)
    if (requestedLine.quantity > free)
      throw tooMany(found[0] as OriginalOrderLine, { requestedLine, index, free })
    let open = requestedLine.quantity
    return found.flatMap((line) => {
      const quantity = Math.min(open, returnable.get(line.id) ?? 0)
      if (quantity === 0) return []
      open -= quantity
      returnable.set(line.id, (returnable.get(line.id) ?? 0) - quantity)
      return [lineOf({ ...requestedLine, quantity }, { type, index, line })]
    })
  })
}

function matchingOriginLines(
  origin: readonly OriginalOrderLine[],
  { originalItemId, skuId }: RequestedReturnLine,
  index: number,
): OriginalOrderLine[] {
  const refuse = (name: string, message: string) =>
    invalid([{ path: `items.${index}.${name}`, message }])
  if (originalItemId) {
    const line = origin.find(({ id }) => id === originalItemId)
    if (!line) throw refuse('originalItemId', 'The order has no such line')
    if (skuId && line.skuId !== skuId) throw refuse('skuId', 'The line has a different SKU')
    return [line]
  }
  if (!skuId) throw refuse('skuId', 'Please select a SKU')
  const lines = origin.filter((line) => line.skuId === skuId)
  if (lines.length === 0) throw refuse('skuId', 'The order has no line of this SKU')
  return lines
}

type TooMany = { requestedLine: RequestedReturnLine; index: number; free: number }

function tooMany({ sku }: OriginalOrderLine, { requestedLine, index, free }: TooMany): Refusal {
  const can = free === 0 ? 'none can be returned' : `only ${free} can be returned`
  const sentence = `${sku}: ${requestedLine.quantity} requested, but ${can}`
  const field: FieldError = { path: `items.${index}.quantity`, message: `At most ${free}` }
  return new Refusal('refused', 'over-return', sentence, [field])
}

type Priced = {
  type: ReturnType
  index: number
  line: { id?: number; skuId: number; unitPrice: Cents }
}

/** Builds one line with its total. Throws if the total does not fit in an amount. */
export function lineOf(
  requestedLine: RequestedReturnLine,
  { type, index, line }: Priced,
): ReturnLine {
  const totalPrice = multiply(line.unitPrice, requestedLine.quantity)
  if (totalPrice === undefined) {
    const field = { path: `items.${index}.quantity`, message: 'This amount is too large' }
    throw new Refusal('invalid', 'amount-out-of-range', field.message, [field])
  }
  const condition = requestedLine.condition ?? null
  return {
    originalItemId: line.id ?? null,
    skuId: line.skuId,
    quantity: requestedLine.quantity,
    unitPrice: line.unitPrice,
    totalPrice,
    reason: requestedLine.reason ?? null,
    note: requestedLine.note ?? null,
    condition,
    disposition: requestedLine.disposition ?? defaultDisposition(type, condition),
    sourceItemId: requestedLine.sourceItemId ?? null,
  }
}

/** The price of a replacement: free, or as originally charged. */
export const replacementPrices = ['free', 'original'] as const
export type ReplacementPrice = (typeof replacementPrices)[number]
