// One file: a transition of a purchase order is decided and written in one place.
import { approvalOf, record, recordApprovals, stepEntry } from '#features/audit/server/service.ts'
import { type Authority, behalfChange, onBehalfOf } from '#features/auth/authority-rules.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { fillBackorders } from '#features/sales-orders/server/service.ts'
import { postMoves, type Move } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents, maxCents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, rows, send } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { applyTransition } from '#platform/server/records/transition.ts'
import {
  type ApprovalLevel,
  chainFirst,
  levelAfter,
  type LevelApproval,
  levelsFor,
  type Signature,
  signLevel,
} from '../approval-levels.ts'
import {
  aboveLimitSentence,
  approverOf,
  brokenControls,
  type Control,
  nextStatus,
  openOf,
  type PurchaseOrderStatus,
  type PurchaseVerb,
  receiptOf,
  waivedBy,
} from '../rules.ts'
import { expiredCertificateReasons } from './expired-vendor-certificates.ts'
import { readLevelApprovals } from './approval/levels-store.ts'
import { nextLevelNotifications } from './approval/next-level-notifications.ts'
import { writeLevelApprovals } from './approval/write-level-approvals.ts'
import { decisionNotifications } from './notifications.ts'
import { receiptMoveKey, writeReceipts } from './receipts/receipts.ts'
import * as store from './store.ts'
import { purchaseOrderItems } from './tables.ts'

export type Line = {
  id: number
  orderId: number
  lineNo: number
  skuId: number
  sku: string
  quantity: number
  qtyReceived: number
  qtyCancelled: number
  unitPrice: string
}

/** A locked purchase order, with the data that decides its next step. */
export type LockedOrder = {
  id: number
  orderNumber: string
  vendorId: number
  status: PurchaseOrderStatus
  totalAmount: string
  createdBy: number
  cancelRequest: string | null
  orderDate: Day
  version: number
  lines: Line[]
  submittedBy: number | undefined
  approvedBy: number | undefined
  /** The username of the person in whose name it was approved, if that was another one. */
  approvedFor: string | undefined
  /** Why lines may not be bought because of an expired certificate; read for submit and approve. */
  expired: string[]
  /** The levels of the approval chain that have approved the order since it was submitted. */
  approvals: LevelApproval[]
}

type OfHistory = 'submittedBy' | 'approvedBy' | 'approvedFor' | 'approvals'
/** The columns of an order; the other fields come from its lines and its history. */
type OrderRow = Omit<LockedOrder, 'lines' | 'expired' | OfHistory>
type OrderActor = {
  orderId: number
  action: string
  actorId: number | null
  onBehalfOf: string | null
}

const certifiedVerbs: readonly PurchaseVerb[] = ['submit', 'approve']
const bookingVerbs: readonly PurchaseVerb[] = ['approve', 'receive', 'close', 'cancel']

/** Locks orders in id order, then their SKUs if the step may move stock. Omits unknown orders. */
export async function lockOrders(
  ctx: Context,
  ids: readonly number[],
  verb: PurchaseVerb,
): Promise<LockedOrder[]> {
  const found = await rows<OrderRow>(ctx.db, store.lockOrders, [ids])
  const lines = await rows<Line>(ctx.db, store.readLines, [ids])
  const actors = await rows<OrderActor>(ctx.db, store.readActors, [ids])
  const approvals = await rows<LevelApproval & { orderId: number }>(ctx.db, readLevelApprovals, [
    ids,
  ])
  if (bookingVerbs.includes(verb)) {
    await rows(ctx.db, store.lockSkus, [[...new Set(lines.map(({ skuId }) => skuId))], null])
  }
  const linesOf = new Map<number, Line[]>(ids.map((id) => [id, []]))
  for (const line of lines) linesOf.get(line.orderId)?.push(line)
  const actorOf = (id: number, action: string) =>
    actors.find((each) => each.orderId === id && each.action === action)
  const expired = certifiedVerbs.includes(verb)
    ? await expiredCertificateReasons(ctx, found, lines)
    : []
  return found.map((order) => ({
    ...order,
    expired: expired.filter(({ orderId }) => orderId === order.id).map(({ why }) => why),
    lines: linesOf.get(order.id) ?? [],
    approvals: approvals.filter(({ orderId }) => orderId === order.id),
    submittedBy: actorOf(order.id, 'submit')?.actorId ?? undefined,
    approvedBy: actorOf(order.id, 'approve')?.actorId ?? undefined,
    approvedFor: actorOf(order.id, 'approve')?.onBehalfOf ?? undefined,
  }))
}

export type TransitionRequest = {
  verb: PurchaseVerb
  reason?: string | undefined
  /** The counted units by line; all open units if undefined. */
  counted?: readonly { itemId: number; quantity: number }[] | undefined
  deliveryNote?: string | null | undefined
  /** True if the step is part of creating the order at a later status. */
  isCreation?: boolean
  isTrial?: boolean
}

/** A decided step: the new status, the units received or dropped per line, and waived controls. */
export type Transition = {
  order: LockedOrder
  verb: PurchaseVerb
  to: PurchaseOrderStatus
  reason: string | undefined
  /** The business day of the step. */
  date: Day
  deliveryNote: string | null
  received: ReadonlyMap<number, number>
  dropped: ReadonlyMap<number, number>
  waived: readonly Control[]
  /** In whose name it is decided; undefined for the system itself. */
  authority: Authority | undefined
  /** The level of the approval chain that is approved; undefined without a chain. */
  signature: Signature | undefined
  /** The level that the order awaits after it; undefined if it awaits no other. */
  awaited: ApprovalLevel | undefined
}

type Rules = Pick<
  Settings,
  'sodMode' | 'purchaseApprovalLimit' | 'overReceiptPercent' | 'certificateMode'
>

type Decider = {
  user: Actor | undefined
  rules: Rules
  date: Day
  /** In whose names the user may approve, and the approval chain; needed to approve alone. */
  authorities?: readonly Authority[]
  levels?: readonly ApprovalLevel[]
}

/** Decides a step on a locked order. Throws if the flow, a control or a quantity forbids it. */
export function decide(
  order: LockedOrder,
  request: TransitionRequest,
  { user, rules, date, authorities = [], levels = [] }: Decider,
): Transition {
  const { verb, reason, deliveryNote = null, isCreation = false, isTrial = false } = request
  const { createdBy, lines, submittedBy, approvals } = order
  const next = nextStatus(order.status, verb)
  const [expired] = rules.certificateMode === 'block' ? order.expired : []
  if (expired && certifiedVerbs.includes(verb)) {
    throw new Refusal('refused', 'certificate-expired', expired)
  }
  const total = cents(order.totalAmount)
  const made = { createdBy, submittedBy, total }
  const isApproval = verb === 'approve'
  if (isApproval && isCreation && levels.length > 0)
    throw chainFirst(levelsFor(levels, total).length)
  const signature = isApproval
    ? signLevel({ levels, order: made, approvals, authorities })
    : undefined
  // With a chain the levels say who approves how much.
  const limit = signature ? maxCents : cents(rules.purchaseApprovalLimit)
  const approver = isApproval && !signature ? approverOf(made, authorities, limit) : undefined
  const approvedBy = hasApproved(user, order) ? user?.id : order.approvedBy
  const ofOrder = { createdBy, total, hasLines: lines.length > 0 }
  const step = { verb, user, order: ofOrder, submittedBy, approvedBy, limit, authority: approver }
  const aboveLimit = aboveLimitSentence(step)
  const { sodMode } = rules
  const waived = waivedBy(brokenControls(step), { sodMode, isCreation, isTrial, aboveLimit })
  const isReceipt = verb === 'receive'
  const tolerance = rules.overReceiptPercent
  const received = isReceipt ? receiptOf(lines, request.counted, tolerance) : none
  if (verb === 'cancel') refusePartlyReceived(order)
  const ends = verb === 'close' || verb === 'cancel'
  const dropped = ends ? receiptOf(lines, undefined) : none
  const isComplete = lines.every((line) => openOf(line) <= (received.get(line.id) ?? 0))
  const isPartial = (isReceipt && !isComplete) || signature?.isLast === false
  const to = isPartial ? order.status : next
  const authority = signature?.authority ?? approver
  const decided = { order, verb, to, reason, date, deliveryNote, waived }
  const first = verb === 'submit' ? levelsFor(levels, total)[0] : undefined
  const awaited = signature ? levelAfter(levels, { total, approvals }, signature) : first
  return { ...decided, received, dropped, authority, signature, awaited }
}

/** True if a person has approved a level or the order, or somebody did in the person's name. */
function hasApproved(user: Actor | undefined, { approvals, approvedFor }: LockedOrder): boolean {
  if (!user) return false
  const signers = approvals.flatMap((each) => [each.approvedBy, each.onBehalfOf])
  return signers.includes(user.id) || approvedFor === user.username
}

const none: ReadonlyMap<number, number> = new Map()

function refusePartlyReceived({ orderNumber, lines }: LockedOrder): void {
  if (lines.every(({ qtyReceived }) => qtyReceived === 0)) return
  const sentence = `Part of ${orderNumber} was received, so it can be closed but not cancelled`
  throw new Refusal('refused', 'partly-received', sentence)
}

/**
 * Applies decided steps in the open transaction: status, lines, stock ledger, receipts, history,
 * approvals, notifications and outbox messages. Returns the updated orders for the next step.
 */
export function applyTransitions(ctx: Context, transitions: readonly Transition[]) {
  return applyTransition(ctx, transitions, {
    write: writeSteps,
    record: async (inner) => {
      const isOwn = transitions.some(({ waived }) => waived.includes('self-approval'))
      const skipped = isOwn ? await newRoleSkipped(inner, await readSettings(inner)) : []
      await recordApprovals(
        inner,
        transitions.flatMap((act) => approvalsOf(act, skipped)),
      )
      return record(
        inner,
        transitions.map((each) => entryOf(each, inner.user)),
      )
    },
    enqueue: async (inner, after) => {
      await notify(
        inner,
        transitions.flatMap((transition) => decisionNotifications(transition, inner.user)),
      )
      await notify(inner, await nextLevelNotifications(inner, transitions))
      const messages = after.map((order, i) => {
        const transition = transitions[i]
        return messageOf(order, transition ? actionOf(transition) : 'update')
      })
      await enqueue(inner, messages)
    },
  })
}

async function writeSteps(ctx: Context, acts: readonly Transition[]): Promise<LockedOrder[]> {
  if (acts.length === 0) return []
  await send(ctx, store.moveOrders, [acts.map(({ order }) => order.id), acts.map(({ to }) => to)])
  await writeLevelApprovals(ctx, acts)
  await writeLines(ctx, acts)
  const moves = acts.flatMap((transition) => movesOf(transition, ctx.user?.id ?? null))
  await postMoves(ctx, moves)
  const receivedSkus = moves.filter(({ onHand = 0 }) => onHand > 0).map(({ skuId }) => skuId)
  await fillBackorders(ctx, [...new Set(receivedSkus)])
  await writeReceipts(ctx, acts)
  return acts.map((act) => afterOf(act, ctx.user?.id))
}

async function writeLines(ctx: Context, transitions: readonly Transition[]): Promise<void> {
  const changed = transitions.flatMap(({ order, received, dropped }) =>
    order.lines
      .map(({ id }) => ({ id, received: received.get(id) ?? 0, dropped: dropped.get(id) ?? 0 }))
      .filter((line) => line.received > 0 || line.dropped > 0),
  )
  if (changed.length === 0) return
  await updateMany(
    ctx,
    purchaseOrderItems,
    changed.map(({ id, received, dropped }) => {
      return { id, qtyReceived: received, qtyCancelled: dropped }
    }),
    { increments: ['qtyReceived', 'qtyCancelled'] },
  )
}

/**
 * The stock moves of a step: approving adds to on order, receiving moves it to on hand, and
 * cancelling or closing removes the open units from on order.
 */
function movesOf(transition: Transition, by: number | null): Move[] {
  const { order, verb, to, received, dropped, reason } = transition
  return order.lines.flatMap((line): Move[] => {
    const { id, skuId, lineNo } = line
    const base = { skuId, refType: 'purchase_order', refId: order.id, refLine: lineNo, by }
    const key = `po:${order.id}:${lineNo}`
    if (verb === 'approve' && to !== 'approved') return []
    if (verb === 'approve') {
      return [{ ...base, kind: 'order', onOrder: openOf(line), dedupeKey: `${key}:order` }]
    }
    const arrived = received.get(id) ?? 0
    if (arrived > 0) {
      const dedupeKey = receiptMoveKey(order, line)
      const onOrder = -Math.min(arrived, openOf(line))
      return [{ ...base, kind: 'receive', onHand: arrived, onOrder, dedupeKey }]
    }
    const lost = order.status === 'approved' ? (dropped.get(id) ?? 0) : 0
    if (lost === 0) return []
    // An order that was closed short is open again after the reversal of its receipt, and may be
    // closed or cancelled once more.
    const dedupeKey = `${key}:close:${order.version}`
    return [{ ...base, kind: 'close', onOrder: -lost, reason, dedupeKey }]
  })
}

/** The name of a step in the history: an approval that is not the last one has its own. */
function actionOf({ verb, signature }: Transition): string {
  return signature?.isLast === false ? 'approve-level' : verb
}

function entryOf(transition: Transition, user: Actor | undefined) {
  const { order, to, reason, received, authority, signature } = transition
  const counted = order.lines.filter(({ id }) => (received.get(id) ?? 0) > 0)
  const receipts = counted.map((line) => {
    const before = line.qtyReceived
    const name = `line ${line.lineNo} received`
    return [name, { from: before, to: before + (received.get(line.id) ?? 0) }] as const
  })
  const level = signature && { level: { from: null, to: signature.level } }
  const behalf = behalfChange(onBehalfOf(authority, user))
  const changes = { ...Object.fromEntries(receipts), ...level, ...behalf }
  const changed = Object.keys(changes).length > 0 ? changes : undefined
  const action = actionOf(transition)
  return stepEntry('purchase_order', order, { action, to, reason, changes: changed })
}

/** Returns an approval record for each approval and for each step that skipped a control. */
function approvalsOf(transition: Transition, ofOwn: readonly string[]) {
  const { order, verb, waived, reason } = transition
  if (verb !== 'approve' && waived.length === 0) return []
  const isOwn = waived.includes('self-approval')
  const action = actionOf(transition)
  const act = { entity: 'purchase_order', entityId: order.id, action } as const
  const skipped = [...waived, ...(isOwn ? ofOwn : [])]
  return [approvalOf({ ...act, reason, amount: order.totalAmount }, skipped)]
}

function afterOf(
  { order, verb, to, received, dropped }: Transition,
  by: number | undefined,
): LockedOrder {
  return {
    ...order,
    status: to,
    cancelRequest: to === 'approved' ? order.cancelRequest : null,
    version: order.version + 1,
    submittedBy: verb === 'submit' ? by : order.submittedBy,
    approvedBy: verb === 'approve' && to === 'approved' ? by : order.approvedBy,
    lines: order.lines.map((line) => ({
      ...line,
      qtyReceived: line.qtyReceived + (received.get(line.id) ?? 0),
      qtyCancelled: line.qtyCancelled + (dropped.get(line.id) ?? 0),
    })),
  }
}

/** Uses one topic for all events of an order, so that its versions are consecutive. */
export function messageOf(
  order: Pick<
    LockedOrder,
    'id' | 'orderNumber' | 'vendorId' | 'status' | 'totalAmount' | 'version'
  >,
  verb: string,
) {
  const { id, orderNumber, vendorId, status, totalAmount, version } = order
  return {
    topic: 'purchase-order.changed',
    aggregate: 'purchase_order',
    aggregateId: id,
    aggregateVersion: version,
    payload: { verb, orderNumber, vendorId, status, totalAmount },
  }
}
