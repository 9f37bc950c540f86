import type { Authority } from '#features/auth/authority-rules.ts'
import { may } from '#features/auth/rules.ts'
import { type Cents, formatMoney } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** The most levels of the approval chain. */
export const mostLevels = 5

/** A level of the chain: a role or a person approves orders up to an amount; the last, any. */
export type ApprovalLevel = {
  level: number
  /** The highest total that needs no further level; undefined for the last level. */
  upTo: Cents | undefined
  role: string | null
  userId: number | null
  /** The name of the role or the person. */
  name: string
}

/** Who approved which level of an order, and in whose name. */
export type LevelApproval = { level: number; approvedBy: number; onBehalfOf: number | null }

/** The levels that an order of this total needs, in order; none without a chain. */
export function levelsFor(levels: readonly ApprovalLevel[], total: Cents): ApprovalLevel[] {
  const last = levels.findIndex(({ upTo }) => upTo === undefined || total <= upTo)
  return levels.slice(0, last < 0 ? levels.length : last + 1)
}

/** The level that an order awaits; undefined if it needs no other. */
export function awaitedLevel(
  levels: readonly ApprovalLevel[],
  { total, approvals }: { total: Cents; approvals: readonly LevelApproval[] },
): ApprovalLevel | undefined {
  return levelsFor(levels, total).find(({ level }) =>
    approvals.every((approval) => approval.level !== level),
  )
}

/** The level that an order awaits after this approval; undefined if it was the last one. */
export function levelAfter(
  levels: readonly ApprovalLevel[],
  { total, approvals }: { total: Cents; approvals: readonly LevelApproval[] },
  { level: signed }: Pick<Signature, 'level'>,
): ApprovalLevel | undefined {
  const isOpen = ({ level }: ApprovalLevel) =>
    level !== signed && approvals.every((approval) => approval.level !== level)
  return levelsFor(levels, total).find(isOpen)
}

/** Who a level is for, as a sentence says it. */
export function whoOf({ role, name }: ApprovalLevel): string {
  return role === null ? name : `the role “${name}”`
}

type Signing = {
  levels: readonly ApprovalLevel[]
  order: { total: Cents; createdBy: number; submittedBy: number | undefined }
  approvals: readonly LevelApproval[]
  /** The own authority first. */
  authorities: readonly Authority[]
}

/** The approval of one level; with the last one the order is approved. */
export type Signature = { level: number; isLast: boolean; authority: Authority }

/**
 * Decides which level a person approves, and in whose name; undefined without a chain. The level
 * must be for the role of the person, or for the person; otherwise for somebody who delegated to
 * them, may still approve, and did not make the order. Throws 403 for anybody else, for a person
 * who has approved a level of the order or in whose name one was approved, and for the last level
 * above a limit of one's own.
 */
export function signLevel({
  levels,
  order,
  approvals,
  authorities,
}: Signing): Signature | undefined {
  const required = levelsFor(levels, order.total)
  const awaited = awaitedLevel(levels, { total: order.total, approvals })
  const [own] = authorities
  if (!awaited || !own) return undefined
  const { level } = awaited
  const signers = approvals.flatMap(({ approvedBy, onBehalfOf }) => [approvedBy, onBehalfOf])
  if (signers.includes(own.id)) throw twice(level)
  const fitting = authorities.filter((each) => isFor(awaited, each) && !signers.includes(each.id))
  const makers = [order.createdBy, order.submittedBy]
  const allowed = fitting.filter((each) => each.id === own.id || !makers.includes(each.id))
  if (allowed.length === 0) throw notYours(awaited)
  const isLast = level === required.at(-1)?.level
  const authority = allowed.find((each) => !isLast || isWithin(each, order.total))
  if (!authority) throw aboveLimit(allowed[0], may(own, 'skus.cost') ? order.total : undefined)
  return { level, isLast, authority }
}

function isFor({ role, userId }: ApprovalLevel, authority: Authority): boolean {
  if (!may(authority, 'purchaseOrders.approve')) return false
  return role === null ? authority.id === userId : authority.role === role
}

function isWithin({ limits }: Authority, total: Cents): boolean {
  const { purchaseApprovalLimit: limit } = limits
  return limit === undefined || total <= limit
}

function twice(level: number): Refusal {
  const another = `Another person must approve level ${level}`
  const sentence = `You have already approved this order. ${another}`
  return new Refusal('forbidden', 'second-person', sentence)
}

function notYours(level: ApprovalLevel): Refusal {
  const who = `${whoOf(level)} (level ${level.level})`
  const sentence = `This purchase order awaits the approval of ${who}`
  return new Refusal('forbidden', 'not-your-level', sentence)
}

/** Without a total, the sentence names no amounts: the person may not see those of the order. */
function aboveLimit(authority: Authority | undefined, total: Cents | undefined): Refusal {
  const limit = authority?.limits.purchaseApprovalLimit
  const most =
    limit === undefined || total === undefined
      ? ''
      : `: ${formatMoney(total)} is more than ${formatMoney(limit)}`
  const sentence = `This purchase order is above your approval limit${most}`
  return new Refusal('forbidden', 'over-limit', sentence)
}

/** The refusal to create an order as approved that others must approve. */
export function chainFirst(count: number): Refusal {
  const levels = count === 1 ? 'one level' : `${count} levels`
  const sentence = `This purchase order needs the approval of ${levels}. Create it as submitted`
  return new Refusal('forbidden', 'not-your-level', sentence)
}
