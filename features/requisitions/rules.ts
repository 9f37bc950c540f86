import { may } from '#features/auth/rules.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/**
 * The status flow of a requisition (docs/rules.md). It stays approved while some lines are open.
 */
export const requisitionFlow = {
  draft: { submit: 'submitted', cancel: 'cancelled' },
  submitted: { approve: 'approved', reject: 'rejected', withdraw: 'draft', cancel: 'cancelled' },
  approved: { order: 'ordered', close: 'ordered', cancel: 'cancelled' },
  ordered: {},
  rejected: {},
  cancelled: {},
} as const satisfies Flow

export const requisitionStatuses = statusesOf(requisitionFlow)
export type RequisitionStatus = (typeof requisitionStatuses)[number]
export type RequisitionVerb =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'withdraw'
  | 'order'
  | 'close'
  | 'cancel'

type Person = { id: number; role: string }
type Facts = { status: RequisitionStatus; createdBy: number; lines: number; openLines: number }

const rights = {
  submit: 'requisitions.create',
  approve: 'requisitions.decide',
  reject: 'requisitions.decide',
  withdraw: 'requisitions.create',
  order: 'purchaseOrders.create',
  close: 'purchaseOrders.create',
  cancel: 'requisitions.create',
} as const satisfies Record<RequisitionVerb, Parameters<typeof may>[1]>

const noRight = ['forbidden', 'forbidden', 'Your role does not allow this'] as const
const ownApproval = [
  'forbidden',
  'self-approval',
  'You created this requisition. Another person must approve it',
] as const
const creatorOnly = [
  'forbidden',
  'forbidden',
  'Only its creator may submit, change or withdraw a requisition',
] as const
const creatorOrManagerOnly = [
  'forbidden',
  'forbidden',
  'Only its creator or a manager can cancel it',
] as const
const partlyOrdered = [
  'refused',
  'partly-ordered',
  'Part of this was ordered, so it can be closed but not cancelled',
] as const
const nothingOrdered = [
  'refused',
  'nothing-ordered',
  'Nothing has been ordered yet. Cancel it instead',
] as const

/**
 * Why a step is forbidden for this user or requisition; undefined if it is allowed. The requester
 * never decides, whatever the separation-of-duties mode: a requisition exists to get a second
 * person's approval.
 */
export function refusalOf(
  { createdBy, lines, openLines }: Facts,
  verb: RequisitionVerb,
  user: Person,
): Refusal | undefined {
  const refuse = ([kind, code, sentence]: readonly [Refusal['kind'], string, string]) =>
    new Refusal(kind, code, sentence)
  if (!may(user, rights[verb])) return refuse(noRight)
  const isOwn = user.id === createdBy
  if (isOwn && (verb === 'approve' || verb === 'reject')) return refuse(ownApproval)
  if (!isOwn && (verb === 'submit' || verb === 'withdraw')) return refuse(creatorOnly)
  const isManager = may(user, 'requisitions.decide')
  if (verb === 'cancel' && !isOwn && !isManager) return refuse(creatorOrManagerOnly)
  if (verb === 'cancel' && openLines < lines) return refuse(partlyOrdered)
  return verb === 'close' && openLines === lines ? refuse(nothingOrdered) : undefined
}

/** Only the requester may change a requisition, and only as a draft. */
export function guardChange({ createdBy, status }: Facts, user: Person | undefined): void {
  if (status !== 'draft') {
    const sentence = `This requisition is ${status}, so it cannot be changed`
    throw new Refusal('refused', 'illegal-change', sentence)
  }
  if (user && user.id !== createdBy) throw new Refusal(...creatorOnly)
}

/** The status after a verb; throws if the flow does not allow it. */
export function nextStatus(status: RequisitionStatus, verb: RequisitionVerb): RequisitionStatus {
  return advance(requisitionFlow, status, verb)
}

const transitionRefusals: Record<RequisitionVerb, string> = {
  submit: 'Only a draft can be submitted',
  approve: 'Only a submitted requisition can be approved',
  reject: 'Only a submitted requisition can be rejected',
  withdraw: 'Only a submitted requisition can be withdrawn',
  order: 'Only an approved requisition can be ordered',
  close: 'Only an approved requisition can be closed',
  cancel: 'This requisition is already finished',
}

/** Why a step is disabled on the screen; undefined if it is enabled. */
export function whyNotStep(
  requisition: Facts,
  verb: RequisitionVerb,
  user: Person | undefined,
): string | undefined {
  if (!verbsFrom(requisitionFlow, requisition.status).includes(verb))
    return transitionRefusals[verb]
  if (!user) return 'You do not have permission for this'
  return refusalOf(requisition, verb, user)?.message
}

export type OrderedLine = {
  itemId: number
  vendorId: number
  skuId: number | null
  quantity: number
  unitPrice: string | null
}

/** The content of one purchase order: lines with SKUs, or a total for lines without. */
export type OrderGroup = { vendorId: number; lines: readonly OrderedLine[]; hasSkus: boolean }

/**
 * The purchase orders to create: one per vendor, plus one by total if some of the vendor's lines
 * have no SKU. In order of each vendor's first line.
 */
export function groupsOf(lines: readonly OrderedLine[]): OrderGroup[] {
  const vendorIds = [...new Set(lines.map(({ vendorId }) => vendorId))]
  return vendorIds.flatMap((vendorId) => {
    const own = lines.filter((line) => line.vendorId === vendorId)
    const kinds = [true, false].map((hasSkus) => ({
      vendorId,
      hasSkus,
      lines: own.filter(({ skuId }) => (skuId !== null) === hasSkus),
    }))
    return kinds.filter((group) => group.lines.length > 0)
  })
}
