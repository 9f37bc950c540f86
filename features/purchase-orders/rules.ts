import { demandScope, may } from '#features/auth/rules.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { type Cents, fitsMoney, sum, times } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** The life of a purchase order; the reversal of a receipt reopens one (docs/rules.md). */
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

const ways: Record<PurchaseOrderStatus, readonly PurchaseVerb[]> = {
  draft: [],
  submitted: ['submit'],
  approved: ['submit', 'approve'],
  received: ['submit', 'approve', 'receive'],
  cancelled: ['cancel'],
}

/** The legal steps from a new draft to a status: "create at status X" walks them all. */
export function wayTo(status: PurchaseOrderStatus): readonly PurchaseVerb[] {
  return ways[status]
}

/**
 * The statuses at which somebody may make an order: those to which every step is theirs. Role
 * `user` sees all; whether it only tries the program out is known to the server.
 */
export function statusesToMake(user: { role: string } | undefined): PurchaseOrderStatus[] {
  if (user?.role === 'user') return [...purchaseOrderStatuses]
  return purchaseOrderStatuses.filter((status) =>
    ways[status].every((verb) => user && may(user, rights[verb])),
  )
}

/** The status after a verb; refuses what the flow does not know. */
export function nextStatus(status: PurchaseOrderStatus, verb: PurchaseVerb): PurchaseOrderStatus {
  return advance(purchaseOrderFlow, status, verb)
}

type Quantities = { quantity: number; qtyReceived: number; qtyCancelled: number }

/** What a line has still to bring; nothing where more came than was ordered. */
export function openOf({ quantity, qtyReceived, qtyCancelled }: Quantities): number {
  return Math.max(0, quantity - qtyReceived - qtyCancelled)
}

/** How much of a line may still come: what is open, and the tolerance in percent of the line. */
function acceptableOf(line: Quantities, tolerancePercent: number): number {
  const beyond = Math.floor((line.quantity * tolerancePercent) / 100)
  return Math.max(0, line.quantity + beyond - line.qtyReceived - line.qtyCancelled)
}

/** Each line's total and their sum, or undefined where one leaves what an amount can hold. */
export function lineTotals(
  lines: readonly { quantity: number; unitPrice: Cents }[],
): { totals: Cents[]; total: Cents } | undefined {
  const totals = lines.map(({ unitPrice, quantity }) => times(unitPrice, quantity))
  if (totals.some((each) => each === undefined)) return undefined
  const total = sum(totals as Cents[])
  return fitsMoney(total) ? { totals: totals as Cents[], total } : undefined
}

type Receivable = Quantities & { id: number; lineNo: number; sku: string }

/**
 * How much each line gets: what was counted, or all that is open. Refuses a line of another order
 * and more than is open and the tolerance allow: a line counted twice is summed first.
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
  const most = acceptableOf(line, tolerancePercent)
  if (quantity <= most) return
  const open = openOf(line)
  const limit = most > open ? `, ${most} with the tolerance of ${tolerancePercent}%` : ''
  const counted = `${quantity} received, but ${open} are open${limit}`
  const sentence = `Line ${line.lineNo}, ${line.sku}: ${counted}`
  throw new Refusal('refused', 'over-receipt', sentence)
}

/** Controls that a step may skip where the system only records it (docs/rules.md). */
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
  /** Undefined for the program itself, which no control holds. */
  user: Person | undefined
  order: { createdBy: number; total: Cents; hasLines: boolean }
  /** Who submitted it last, and who approved it. */
  submittedBy: number | undefined
  approvedBy: number | undefined
  /** Up to which total a manager approves. */
  limit: Cents
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

/** The controls that a step by this user would break. */
export function brokenControls(step: Step): Control[] {
  const { verb, user, order, submittedBy, approvedBy, limit } = step
  if (!user) return []
  demandScope(user, rights[verb])
  const broken: Control[] = may(user, rights[verb]) ? [] : ['role']
  if (verb === 'submit' && !order.hasLines && order.total <= 0) broken.push('nothing-ordered')
  if (verb === 'approve') {
    if (user.id === order.createdBy || user.id === submittedBy) broken.push('self-approval')
    if (user.role !== 'admin' && order.total > limit) broken.push('approval-limit')
  }
  if (verb === 'receive' && user.id === approvedBy) broken.push('receipt-by-approver')
  return broken
}

const refusals = {
  role: ['forbidden', 'forbidden', 'Your role does not allow this'],
  'self-approval': [
    'forbidden',
    'self-approval',
    'Who made or submitted a purchase order may not approve it',
  ],
  'approval-limit': [
    'forbidden',
    'over-limit',
    'This purchase order is above the amount that you may approve',
  ],
  'receipt-by-approver': [
    'forbidden',
    'self-approval',
    'Who approved a purchase order may not receive it',
  ],
  'nothing-ordered': [
    'refused',
    'nothing-ordered',
    'There is nothing on this purchase order: add lines or a total',
  ],
} as const satisfies Record<Control, readonly [Refusal['kind'], string, string]>

/** What breaking a control is answered with. */
export function refusalOf(control: Control): Refusal {
  const [kind, code, sentence] = refusals[control]
  return new Refusal(kind, code, sentence)
}

/**
 * The controls of a step that are only recorded: in the mode `record` who did what both should not
 * do alone. When an order is created at a later status, limits as well; but every step needs its
 * right, save of who tries the program out. `enforce` refuses every one.
 */
export function waivedBy(
  broken: readonly Control[],
  { sodMode, isCreation, isTrial }: Waiving,
): Control[] {
  const isRecorded = (control: Control) =>
    sodMode === 'record' &&
    (control !== 'role' || isTrial) &&
    (isCreation || control === 'self-approval' || control === 'receipt-by-approver')
  const refused = broken.find((control) => !isRecorded(control))
  if (refused) throw refusalOf(refused)
  return [...broken]
}

type Waiving = {
  sodMode: 'record' | 'enforce'
  isCreation: boolean
  /** Whether an account of sign-up tries the program out, and so every step. */
  isTrial?: boolean
}

const lockedFields = ['orderNumber', 'vendorId', 'orderDate', 'totalAmount'] as const
type Locked = Record<(typeof lockedFields)[number], string | number>

/** The fields of a form that only a draft may change and that differ from what is stored. */
export function lockedChanges(
  before: Locked,
  form: Partial<Record<keyof Locked, string | number | undefined>> & { items?: unknown },
): string[] {
  const changed = lockedFields.filter((name) => {
    const wanted = form[name]
    return wanted !== undefined && wanted !== before[name]
  })
  return form.items === undefined ? changed : [...changed, 'items']
}

/** The fields of an order's history that a user may not read: they say what things cost. */
export function hiddenPurchaseFields(user: { role: string } | undefined): readonly string[] {
  return hidesPurchaseAmounts(user) ? ['items', 'totalAmount'] : []
}

/** True for roles that may not read what things cost, and so no amount of a purchase order. */
export function hidesPurchaseAmounts(user: { role: string } | undefined): boolean {
  return user !== undefined && !may(user, 'skus.cost')
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

/** Why nothing is done with an order of which the warehouse was asked to give it up. */
export const isAskedBack = 'The warehouse was asked to give this order up and has not answered yet'

/**
 * Why a step is not offered, or undefined where it is. What the server knows better, such as who
 * submitted it, is left to the server.
 */
export function whyNotStep(
  order: { status: PurchaseOrderStatus; createdBy: number; cancelRequest: string | null },
  verb: PurchaseVerb,
  user: Person | undefined,
): string | undefined {
  if (order.cancelRequest) return isAskedBack
  if (!verbsFrom(purchaseOrderFlow, order.status).includes(verb)) return transitionRefusals[verb]
  if (!user || !may(user, rights[verb])) return 'Your role may not do this'
  const isManager = may(user, 'purchaseOrders.cancel')
  if (verb === 'cancel' && order.status === 'approved' && !isManager) {
    return 'A manager cancels an approved order'
  }
  const isOthers = verb === 'cancel' && user.id !== order.createdBy
  return isOthers && !isManager ? 'Only who made it, or a manager, may cancel it' : undefined
}

/** Why goods of an order cannot go back to its vendor; undefined where some may. */
export function whyNotReturn(order: {
  status: PurchaseOrderStatus
  headerOnly: boolean
}): string | undefined {
  const mayHaveCome = order.status === 'approved' || order.status === 'received'
  if (!mayHaveCome) return 'Only goods that were received can go back'
  return order.headerOnly ? 'This order has no lines to return' : undefined
}

/** What a form may still change of an order: all of a draft, less and less after that. */
export function changeable(status: PurchaseOrderStatus): 'all' | 'dates' | 'notes' {
  if (status === 'draft') return 'all'
  return status === 'submitted' || status === 'approved' ? 'dates' : 'notes'
}
