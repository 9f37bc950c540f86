import type { Changes } from '#features/audit/server/service.ts'
import { historyPermissions } from '#features/auth/history-permissions.ts'
import { may } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import type { Moment } from '#platform/kernel/days.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import { insertMany, insertManyReturning } from '#platform/server/records/write-many.ts'
import {
  type Decision,
  decisionFacts,
  type DecisionFacts,
  type DecisionKind,
  decisionOutcome,
  type DecisionOutcome,
  type DecisionSummary,
  type SettingVersion,
} from '../contract.ts'
import { hiddenFacts, receiptForm, withoutHidden } from '../rules.ts'
import { type StoredVersion, usedSettings, versionsOfSettings } from '../used-settings.ts'
import {
  decisionChange,
  type IdentifiedReceipt,
  type ReceiptDraft,
  sealReceipt,
  type SealedReceipt,
} from './seal-receipt.ts'
import * as store from './store.ts'
import { decisionReceipts } from './tables.ts'

// Also exported to other rooms:
export { digestReceipts, findAlteredDigests } from './receipt-digests.ts'
export { decisionChange, type IdentifiedReceipt, sealReceipt } from './seal-receipt.ts'

/**
 * Allocates ids of receipts, before the decisions are made. Those of new orders are allocated with
 * the ids of the orders (`newOrderIds`).
 */
export async function newReceiptIds(ctx: Context, count: number): Promise<number[]> {
  const [found] = await rows<{ ids: number[] }>(ctx.db, store.reserveIds, [count])
  if (!found) throw new Error('No IDs were provided')
  return found.ids
}

/** Writes receipts in the open transaction, in one statement. */
export function recordReceipts(
  ctx: Context,
  receipts: readonly IdentifiedReceipt[],
): Promise<void> {
  return insertMany(
    ctx,
    decisionReceipts,
    receipts.map((receipt) => ({ id: receipt.id, ...rowOf(ctx, receipt) })),
    { singleLines: ['canonical'] },
  )
}

/**
 * The refusal of an act on an order that was decided, with the receipt of the decision:
 * `current.decisionId` is its id. The receipt belongs to no order, because nothing happened to it,
 * and is written after the open transaction was rolled back.
 */
export async function refuseWithReceipt(
  ctx: Context,
  { kind, code, message, fields, extras }: Refusal,
  content: Pick<ReceiptDraft, 'kind' | 'facts' | 'outcome'>,
): Promise<Refusal> {
  const [id] = await newReceiptIds(ctx, 1)
  if (id === undefined) throw new Error('No ID was provided')
  const receipt = { id, ...sealReceipt({ salesOrderId: null, user: ctx.user, ...content }) }
  ctx.afterRefusal?.push((outer) => recordReceipts(outer, [receipt]))
  const current = { ...(extras.current as object | undefined), decisionId: id }
  return new Refusal(kind, code, message, fields, { ...extras, current })
}

/** The row of a receipt, without its id. */
function rowOf(
  ctx: Context,
  { kind, salesOrderId, user, channel, canonical, sha256 }: SealedReceipt,
) {
  return {
    kind,
    salesOrderId,
    actorId: user?.id ?? null,
    apiKeyId: user?.keyId ?? null,
    channel: channel ?? ctx.channel,
    canonical,
    sha256,
  }
}

/**
 * Writes the receipt of one act on an order in the open transaction, in one statement. Returns the
 * change that binds its hash to the history entry of the act.
 */
export async function recordDecision(
  ctx: Context,
  salesOrderId: number,
  content: Pick<ReceiptDraft, 'kind' | 'facts' | 'outcome'>,
): Promise<Changes> {
  const receipt = sealReceipt({ salesOrderId, user: ctx.user, ...content })
  const list = [rowOf(ctx, receipt)]
  const [written] = await insertManyReturning(ctx, decisionReceipts, list, { returned: ['id'] })
  if (!written) throw new Error('No receipt was written')
  return decisionChange({ ...receipt, ...written })
}

/** A receipt with the number of its order. */
type DecisionRow = {
  id: number
  kind: DecisionKind
  actor: string
  keyName: string | null
  channel: string
  decidedAt: Moment
  salesOrderId: number | null
  actorId: number | null
  canonical: string
  sha256: string
  orderNumber: string | null
  /** False if the decision is older than all past values. */
  hasVersions: boolean
}

/**
 * Reads the receipt of a decision, without what the user may not see. Throws 404 if it does not
 * exist, and for a validation that another user asked for, unless the user may read the history.
 */
export async function readDecision(ctx: Context, id: number): Promise<Decision> {
  const [row] = await rows<DecisionRow>(ctx.db, store.readReceipt, [id])
  if (!row || !mayRead(ctx, row)) throw missing('That decision')
  const { actorId: _, canonical, sha256, hasVersions, ...head } = row
  const hidden = hiddenFacts(ctx.user)
  const { form, ...content } = contentOf(canonical)
  const hash = hidden.length > 0 ? null : sha256
  const visible = withoutHidden(content, hidden)
  const settingVersions =
    hasVersions && (await readSettingVersions(ctx, { id, facts: visible.facts }))
  return {
    ...head,
    sha256: hash,
    hidden,
    form,
    ...visible,
    ...(settingVersions && { settingVersions }),
  }
}

/** Since when each setting of these facts had its value, and who set it, if the user may know. */
async function readSettingVersions(
  ctx: Context,
  { id, facts }: { id: number; facts: DecisionFacts },
): Promise<SettingVersion[]> {
  const used = usedSettings(facts)
  const names = used.map(({ name }) => name)
  const values = [id, names]
  const found = await rows<StoredVersion<Moment>>(ctx.db, store.readSettingVersions, values)
  const seesPeople = !ctx.user || may(ctx.user, historyPermissions.setting)
  return versionsOfSettings(used, found).map((version) => {
    return seesPeople ? version : { ...version, changedBy: null }
  })
}

/** A stored decision, whole, with what it takes to make it again. */
export type DecisionToReplay = {
  id: number
  kind: DecisionKind
  salesOrderId: number | null
  sha256: string
  /** True if an API key or a partner sent the order. */
  isFromProgram: boolean
  /** True if the order was in processing before. */
  wasStarted: boolean
  facts: DecisionFacts
  outcome: DecisionOutcome
}

type ReplayRow = Omit<DecisionToReplay, 'facts' | 'outcome'> & {
  actorId: number | null
  canonical: string
}

/**
 * Reads a decision to make it again, with all facts: the caller hides what the user may not see.
 * Throws 404 like `readDecision`, and 409 for a receipt whose facts mean something else today.
 */
export async function readDecisionToReplay(ctx: Context, id: number): Promise<DecisionToReplay> {
  const [row] = await rows<ReplayRow>(ctx.db, store.readReceiptToReplay, [id])
  if (!row || !mayRead(ctx, row)) throw missing('That decision')
  // Facts of another form may not fit the schema.
  const { form } = JSON.parse(row.canonical) as StoredContent
  if (form !== receiptForm) throw new Refusal('refused', 'not-replayable', otherForm)
  const { facts, outcome } = contentOf(row.canonical)
  // A refused change or release belongs to no order, but its facts have the order.
  const salesOrderId = row.salesOrderId ?? facts.before?.orderId ?? null
  return { ...row, salesOrderId, facts, outcome }
}

const otherForm =
  'This decision was recorded by another version of the program and cannot be recalculated'

/** A decision of a random sample; `content` is undefined if its text is damaged. */
export type SampledDecision = Omit<DecisionToReplay, 'facts' | 'outcome'> & {
  content: Pick<DecisionToReplay, 'facts' | 'outcome'> | undefined
}

/** At most `count` decisions, chosen at random, whose facts mean the same today. */
export async function sampleDecisions(ctx: Context, count: number): Promise<SampledDecision[]> {
  // Some ids belong to no receipt any more.
  const found = await rows<ReplayRow>(ctx.db, store.sampleReceipts, [2 * count, count])
  return found.flatMap(({ canonical, ...row }) => {
    const stored = parsedOf(canonical)
    if (stored && stored.form !== receiptForm) return []
    const read = decisionFacts.safeParse(stored?.facts)
    const decided = decisionOutcome.safeParse(stored?.outcome)
    const content =
      read.success && decided.success ? { facts: read.data, outcome: decided.data } : undefined
    return [{ ...row, content }]
  })
}

/** The parsed text of a receipt; undefined if it is damaged. */
function parsedOf(canonical: string): StoredContent | undefined {
  try {
    return JSON.parse(canonical) as StoredContent
  } catch {
    return undefined
  }
}

function mayRead(
  { user }: Context,
  { salesOrderId, actorId }: Pick<DecisionRow, 'salesOrderId' | 'actorId'>,
): boolean {
  if (salesOrderId !== null || !user) return true
  return actorId === user.id || may(user, 'audit.read')
}

/** The decisions on an order, newest first, at most 200. Throws 404 if there is no such order. */
export async function readDecisionsOfOrder(
  ctx: Context,
  orderId: number,
): Promise<{ decisions: DecisionSummary[] }> {
  const found = await rows<DecisionSummary>(ctx.db, store.readReceiptsOfOrder, [orderId])
  if (found.length === 0) await requireOrder(ctx, orderId)
  const hidesCredit = hiddenFacts(ctx.user).includes('credit')
  if (!hidesCredit) return { decisions: found }
  const withoutCredit = ({ topics, ...decision }: DecisionSummary) => {
    return { ...decision, topics: topics.filter((topic) => topic !== 'credit') }
  }
  return { decisions: found.map(withoutCredit) }
}

async function requireOrder(ctx: Context, orderId: number): Promise<void> {
  const [order] = await rows(ctx.db, store.findOrder, [orderId])
  if (!order) throw missing('That sales order')
}

type StoredContent = { form: number; facts: unknown; outcome: unknown }

/** The content of a canonical text. A text that does not fit the schema is a damaged row. */
function contentOf(canonical: string) {
  const { form, facts, outcome } = JSON.parse(canonical) as StoredContent
  return { form, facts: decisionFacts.parse(facts), outcome: decisionOutcome.parse(outcome) }
}

/** Deletes receipts without an order that are older than the settings allow, in batches. */
export async function deleteOldDecisions(ctx: Context): Promise<void> {
  const { decisionDays } = await readSettings(ctx)
  for (let round = 0; round < store.maxBatches; round++) {
    // Sequential: each batch is a transaction of its own.
    // oxlint-disable-next-line no-await-in-loop
    const [done] = await rows<{ count: number }>(ctx.db, store.deleteOldReceipts, [decisionDays])
    if ((done?.count ?? 0) < store.batchSize) return
  }
}

/** The receipts of orders stay. */
export const receiptRetention: RetentionRule = {
  deleteDue: deleteOldDecisions,
  tables: [
    {
      table: 'decision_receipts',
      keptDays: async (ctx) => (await readSettings(ctx)).decisionDays,
      hasPermanentRows: true,
      countDue: store.countOldReceipts,
      valuesOf: (_ctx, days) => [days],
    },
  ],
}
