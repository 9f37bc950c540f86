// One file: the flow of a purchase order, its controls and its limits are read together.
import { type Authority, chooseAuthority } from '#features/auth/authority-rules.ts'
import { requireScope, may } from '#features/auth/rules.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { type Cents, fitsMoney, formatMoney, sum, multiply } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/**
 * The status flow of a purchase order. Reversing a receipt reopens a received order
 * (docs/rules.md).
 */
export const purchaseOrderFlow = {
  draft: { submit: 'submitted', cancel: 'cancelled' },
  submitted: { approve: 'approved', reject: 'draft', withdraw: 'draft', cancel: 'cancelled' },
  approved: { receive: 'received', close: 'received', cancel: 'cancelled' },
  received: { reopen: 'approved' },
  cancelled: {},
} as const satisfies Flow

export const purchaseOrderStatuses = statusesOf(purchaseOrderFlow)
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number]
export type PurchaseVerb =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'withdraw'
  | 'receive'
  | 'close'
  | 'cancel'

const stepsByStatus: Record<PurchaseOrderStatus, readonly PurchaseVerb[]> = {
  draft: [],
  submitted: ['submit'],
  approved: ['submit', 'approve'],
  received: ['submit', 'approve', 'receive'],
  cancelled: ['cancel'],
}

/** The legal steps from a draft to a status. Creating an order at a status performs them all. */
export function stepsTo(status: PurchaseOrderStatus): readonly PurchaseVerb[] {
  return stepsByStatus[status]
}

/**
 * The statuses at which a user may create an order: those for which the user may perform every
 * step. Role `user` gets all of them here; the server decides whether the account is a trial
 * account.
 */
export function creatableStatuses(user: { role: string } | undefined): PurchaseOrderStatus[] {
  if (user?.role === 'user') return [...purchaseOrderStatuses]
  return purchaseOrderStatuses.filter((status) =>
    stepsByStatus[status].every((verb) => user && may(user, rights[verb])),
  )
}

/** Returns the status after a verb. Throws if the flow does not allow the verb. */
export function nextStatus(status: PurchaseOrderStatus, verb: PurchaseVerb): PurchaseOrderStatus {
  return advance(purchaseOrderFlow, status, verb)
}

type Quantities = { quantity: number; qtyReceived: number; qtyCancelled: number }

/** The open units of a line: ordered − received − cancelled, at least zero. */
export function openOf({ quantity, qtyReceived, qtyCancelled }: Quantities): number {
  return Math.max(0, quantity - qtyReceived - qtyCancelled)
}

/** How many units of a line may still arrive: the open ones plus the tolerance in percent. */
function acceptableOf(line: Quantities, tolerancePercent: number): number {
  const beyond = Math.floor((line.quantity * tolerancePercent) / 100)
  return Math.max(0, line.quantity + beyond - line.qtyReceived - line.qtyCancelled)
}

/** Returns each line's total and their sum, or undefined if one exceeds the amount range. */
export function lineTotals(
  lines: readonly { quantity: number; unitPrice: Cents }[],
): { totals: Cents[]; total: Cents } | undefined {
  const totals = lines.map(({ unitPrice, quantity }) => multiply(unitPrice, quantity))
  if (totals.some((each) => each === undefined)) return undefined
  const total = sum(totals as Cents[])
  return fitsMoney(total) ? { totals: totals as Cents[], total } : undefined
}

type Receivable = Quantities & { id: number; lineNo: number; sku: string }

/**
 * Returns the units received by line id: the counted ones, or all open ones without a count. A line
 * that is counted twice is summed first. Throws if a line belongs to another order or a quantity
 * exceeds the open units plus the tolerance.
 */
export function receiptOf(
  lines: readonly Receivable[],
  counted: readonly { itemId: number; quantity: number }[] | undefined,
  tolerancePercent = 0,
): Map<number, number> {
  const open = lines.filter((line) => openOf(line) > 0)
  if (!counted) return new Map(open.map((line) => [line.id, openOf(line)]))
  const receipt = new Map<number, number>()
  counted.forEach(({ itemId, quantity }, index) => {
    const line = lines.find(({ id }) => id === itemId)
    if (!line) {
      const field = { path: `items.${index}.itemId`, message: 'This order has no such line' }
      throw new Refusal('invalid', 'invalid', field.message, [field])
    }
    receipt.set(itemId, (receipt.get(itemId) ?? 0) + quantity)
    refuseTooMuch(line, receipt.get(itemId) ?? 0, tolerancePercent)
  })
  return receipt
}

function refuseTooMuch(line: Receivable, quantity: number, tolerancePercent: number): void {
  const maxQuantity = acceptableOf(line, tolerancePercent)
  if (quantity <= maxQuantity) return
  const open = openOf(line)
  const limit =
    maxQuantity > open ? ` (${maxQuantity} with the ${tolerancePercent}% tolerance)` : ''
  const counted = `${quantity} received, but only ${open} are open${limit}`
  const sentence = `Line ${line.lineNo}, ${line.sku}: ${counted}`
  throw new Refusal('refused', 'over-receipt', sentence)
}

/** The controls that a step may skip when the system only records violations (docs/rules.md). */
export const controls = [
  'role',
  'self-approval',
  'approval-limit',
  'receipt-by-approver',
  'nothing-ordered',
] as const
export type Control = (typeof controls)[number]

type Person = { id: number; role: string }

export type Step = {
  verb: PurchaseVerb
  /** Undefined for the system itself, which is exempt from all controls. */
  user: Person | undefined
  order: { createdBy: number; total: Cents; hasLines: boolean }
  /** The users who last submitted the order and who approved it. */
  submittedBy: number | undefined
  approvedBy: number | undefined
  /** The highest total that a role but the administrator's may approve. */
  limit: Cents
  /** In whose name the user decides, and with whose limit; the user's own by default. */
  authority?: Authority | undefined
}

type LimitHolder = { role: string; limits?: Authority['limits'] }

/** The highest total that a person may approve: their own limit, or that of the role. */
function purchaseLimitOf(person: LimitHolder, limit: Cents): Cents | undefined {
  return person.limits?.purchaseApprovalLimit ?? (person.role === 'admin' ? undefined : limit)
}

/** In whose name a person approves an order: see `chooseAuthority`. */
export function approverOf(
  order: { createdBy: number; submittedBy: number | undefined; total: Cents },
  authorities: readonly Authority[],
  limit: Cents,
): Authority | undefined {
  return chooseAuthority(authorities, {
    permission: rights.approve,
    amount: order.total,
    limitOf: (each) => purchaseLimitOf(each, limit),
    makers: [order.createdBy, order.submittedBy],
  }).authority
}

const rights = {
  submit: 'purchaseOrders.create',
  approve: 'purchaseOrders.approve',
  reject: 'purchaseOrders.approve',
  withdraw: 'purchaseOrders.create',
  receive: 'purchaseOrders.receive',
  close: 'purchaseOrders.close',
  cancel: 'purchaseOrders.create',
} as const satisfies Record<PurchaseVerb, Parameters<typeof may>[1]>

/** Returns the controls that this step violates for this user. */
export function brokenControls(step: Step): Control[] {
  const { verb, user, order, submittedBy, approvedBy } = step
  if (!user) return []
  requireScope(user, rights[verb])
  const broken: Control[] = may(user, rights[verb]) ? [] : ['role']
  if (verb === 'submit' && !order.hasLines && order.total <= 0) broken.push('nothing-ordered')
  if (verb === 'approve') {
    if (user.id === order.createdBy || user.id === submittedBy) broken.push('self-approval')
    const highest = purchaseLimitOf(step.authority ?? user, step.limit)
    if (highest !== undefined && order.total > highest) broken.push('approval-limit')
  }
  if (verb === 'receive' && user.id === approvedBy) broken.push('receipt-by-approver')
  return broken
}

const refusals = {
  role: ['forbidden', 'forbidden', 'Your role does not allow this'],
  'self-approval': [
    'forbidden',
    'self-approval',
    'You created or submitted this purchase order. Another person must approve it',
  ],
  'approval-limit': ['forbidden', 'over-limit', 'This purchase order is above your approval limit'],
  'receipt-by-approver': [
    'forbidden',
    'self-approval',
    'You approved this purchase order. Another person must receive it',
  ],
  'nothing-ordered': [
    'refused',
    'nothing-ordered',
    'This purchase order is empty. Add lines or a total',
  ],
} as const satisfies Record<Control, readonly [Refusal['kind'], string, string]>

/** The error for a violated control, with a sentence of its own if there is one. */
export function refusalOf(control: Control, more?: string): Refusal {
  const [kind, code, sentence] = refusals[control]
  return new Refusal(kind, code, more ?? sentence)
}

/**
 * What an order above the limit is refused with: it names both amounts. Undefined for a person who
 * may not see amounts of purchase orders.
 */
export function aboveLimitSentence({ user, order, limit, authority }: Step): string | undefined {
  const highest = user && purchaseLimitOf(authority ?? user, limit)
  if (highest === undefined || hidesPurchaseAmounts(user)) return undefined
  const [total, most] = [formatMoney(order.total), formatMoney(highest)]
  return `This purchase order is above your approval limit: ${total} is more than ${most}`
}

/**
 * Returns the controls that a step violates and that are only recorded. Mode `record` records
 * segregation-of-duties violations and, when an order is created at a later status, limits too. A
 * missing permission is always refused except for trial accounts. Mode `enforce` refuses every
 * violation. Throws the refusal of the first control that is not merely recorded.
 */
export function waivedBy(
  broken: readonly Control[],
  { sodMode, isCreation, isTrial, aboveLimit }: Waiving,
): Control[] {
  const isRecorded = (control: Control) =>
    sodMode === 'record' &&
    (control !== 'role' || isTrial) &&
    (isCreation || control === 'self-approval' || control === 'receipt-by-approver')
  const refused = broken.find((control) => !isRecorded(control))
  if (refused) throw refusalOf(refused, refused === 'approval-limit' ? aboveLimit : undefined)
  return [...broken]
}

type Waiving = {
  sodMode: 'record' | 'enforce'
  isCreation: boolean
  /** True for a self-registered trial account, which may perform every step. */
  isTrial?: boolean
  /** The sentence that names the limit and the amount. */
  aboveLimit?: string | undefined
}

const lockedFields = ['orderNumber', 'vendorId', 'orderDate', 'totalAmount'] as const
type Locked = Record<(typeof lockedFields)[number], string | number>

/** Lists the fields that only a draft may change and that differ from the stored order. */
export function lockedChanges(
  before: Locked,
  form: Partial<Record<keyof Locked, string | number | undefined>> & { items?: unknown },
): string[] {
  const changed = lockedFields.filter((name) => {
    const value = form[name]
    return value !== undefined && value !== before[name]
  })
  return form.items === undefined ? changed : [...changed, 'items']
}

/** The history fields that a user may not read because they contain costs. */
export function hiddenPurchaseFields(user: { role: string } | undefined): readonly string[] {
  return hidesPurchaseAmounts(user) ? ['items', 'totalAmount'] : []
}

/** True for roles that may not read costs, and so no amounts of purchase orders. */
export function hidesPurchaseAmounts(user: { role: string } | undefined): boolean {
  return user !== undefined && !may(user, 'skus.cost')
}

/**
 * The notes of an order for roles that may not read costs: what a requisition asked for without a
 * SKU is there with its price, as in `2 × A ladder at 80.00`. In SQL it is `notesWithoutPrices` of
 * the store.
 */
export function withoutPrices(notes: string | null): string | null {
  return notes === null ? null : notes.replaceAll(/^(\d+ × .*) at \d+(?:\.\d+)?$/gm, '$1')
}

const transitionRefusals: Record<PurchaseVerb, string> = {
  submit: 'Only a draft can be submitted',
  approve: 'Only a submitted order can be approved',
  reject: 'Only a submitted order can be rejected',
  withdraw: 'Only a submitted order can be withdrawn',
  receive: 'Only an approved order can be received',
  close: 'Only an approved order can be closed',
  cancel: 'A received or cancelled order cannot be cancelled',
}

/** Why no step is allowed while the warehouse has not responded a cancellation request. */
export const cancellationPending =
  'The warehouse was asked to cancel this order and has not responded yet'

/**
 * Returns why a step is not available, or undefined if it is. Checks that need server data, such as
 * who submitted the order, are left to the server.
 */
export function whyNotStep(
  order: { status: PurchaseOrderStatus; createdBy: number; cancelRequest: string | null },
  verb: PurchaseVerb,
  user: Person | undefined,
): string | undefined {
  if (order.cancelRequest) return cancellationPending
  if (!verbsFrom(purchaseOrderFlow, order.status).includes(verb)) return transitionRefusals[verb]
  if (!user || !may(user, rights[verb])) return 'You do not have permission for this'
  const isManager = may(user, 'purchaseOrders.cancel')
  if (verb === 'cancel' && order.status === 'approved' && !isManager) {
    return 'Only a manager can cancel an approved order'
  }
  const isCancelByOther = verb === 'cancel' && user.id !== order.createdBy
  return isCancelByOther && !isManager ? 'Only its creator or a manager can cancel it' : undefined
}

/** Returns why goods of an order cannot be returned to the vendor, or undefined if they can. */
export function whyNotReturn(order: {
  status: PurchaseOrderStatus
  headerOnly: boolean
}): string | undefined {
  const canHaveReceipts = order.status === 'approved' || order.status === 'received'
  if (!canHaveReceipts) return 'Only received goods can be returned'
  return order.headerOnly ? 'This order has no lines to return' : undefined
}

/**
 * Which fields an edit may change: all in a draft, then dates and notes, and finally only notes.
 */
export function changeable(status: PurchaseOrderStatus): 'all' | 'dates' | 'notes' {
  if (status === 'draft') return 'all'
  return status === 'submitted' || status === 'approved' ? 'dates' : 'notes'
}
