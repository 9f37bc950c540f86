// One file: how the sets of an interchange are processed is read from top to bottom.
import { record } from '#features/audit/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import type { OrderChoice } from '#features/order-entry/imported-order-choice.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { type Choices, placeOf } from '../../order-choices.ts'
import type { EdiFile, EdiLine, EdiImportResult } from '../../contract.ts'
import {
  type OrderAcknowledgment,
  readPurchaseOrder,
  buildAcknowledgment855,
} from './purchase-order-850.ts'
import * as store from '../store.ts'
import { recordAcknowledgment } from './import-acknowledgments-997.ts'
import { type OrderOutcome, type PlacementContext, importOrders850 } from './import-orders-850.ts'
import { noteOfCopies, recordOrder850 } from './recorded-order-850.ts'
import { markCopies850Done } from './mark-closed-850-done.ts'
import { hashOf, type Partner, writeOutbound } from '../outbound/export-interchange.ts'
import { buildAcknowledgment997 } from '../acknowledgment-997.ts'
import type { ValidatedGroup, ValidatedSet } from '../../x12-interchange-validation.ts'

type ImportedOrder = EdiImportResult['orders'][number]
/** The results of an interchange's sets, and the files that answer it. */
export type ImportedSets = { orders: ImportedOrder[]; answers: EdiFile[] }

/** The choices for the orders of a file, and the index of the interchange in the file, from 0. */
export type OrderSelection = { at: number; choices: Choices }

type ImportSetsOptions = {
  id: number
  groups: readonly ValidatedGroup[]
  placing: PlacementContext | undefined
  selection: OrderSelection
}

/** A set with what is known about it before processing. */
type SetItem = {
  set: ValidatedSet
  group: ValidatedGroup
  place: string
  choice: OrderChoice
  /**
   * The user who requested a hold, now or when an earlier copy of the order could not be accepted.
   */
  heldBy?: string | undefined
  sha256: string
  isInvalid: boolean
  isDuplicate: boolean
}

/**
 * Processes the sets of an interchange in the open transaction and writes the answers: a 997 for
 * each group, an 855 for each order. An invalid or duplicate set changes nothing.
 */
export async function importTransactionSets(
  ctx: Context,
  partner: Partner,
  { id, groups, placing, selection }: ImportSetsOptions,
): Promise<ImportedSets> {
  const items: SetItem[] = []
  for (const group of groups) {
    for (const set of group.sets) {
      const place = placeOf(selection.at, items.length)
      const choice = selection.choices.get(place) ?? 'accept'
      items.push(await toSetItem(ctx, partner, { set, group, place, choice }))
    }
  }
  await recordHoldRequests(ctx, partner, items)
  const isOrder = ({ set, isInvalid, isDuplicate }: SetItem) =>
    set.id === '850' && !isInvalid && !isDuplicate
  const outcomes = new Map<SetItem, OrderOutcome>()
  const ordered = items.filter(isOrder)
  if (ordered.length > 0 && placing) {
    const orderRequests = ordered.map(({ set, choice, heldBy }) => {
      return { ...readPurchaseOrder(set.segments), choice, heldBy }
    })
    const results = await importOrders850(ctx, partner, orderRequests, placing)
    ordered.forEach((item, index) => outcomes.set(item, results[index] as OrderOutcome))
  }
  const orders: ImportedOrder[] = []
  for (const work of items) {
    const importedOrder = await insertTransactionSet(ctx, partner, {
      interchangeId: id,
      work,
      outcome: outcomes.get(work),
    })
    if (work.set.id !== '997') orders.push(importedOrder)
  }
  const answers = [
    ...(await acknowledgeGroups(ctx, partner, { id, groups })),
    ...(await acknowledgeOrders(ctx, partner, { id, fates: [...outcomes.values()] })),
  ]
  return { orders, answers }
}

async function toSetItem(
  ctx: Context,
  partner: Partner,
  work: Omit<SetItem, 'sha256' | 'isInvalid' | 'isDuplicate'>,
): Promise<SetItem> {
  const { set, group } = work
  const sha256 = hashOf(JSON.stringify(set.segments))
  const isInvalid = set.codes.length > 0 || group.codes.length > 0
  const key = [sha256, group.control, set.control, partner.id]
  const isDuplicate = !isInvalid && (await rows(ctx.db, store.findDuplicateSet, key)).length > 0
  return { ...work, sha256, isInvalid, isDuplicate }
}

type HoldRequest = { reference: string; by: string }

/**
 * Sets who requested a hold on each new order: the user who imports the file, or the one who
 * requested it when an earlier copy could not be accepted. Leaving the order out discards the
 * earlier request.
 */
async function recordHoldRequests(
  ctx: Context,
  partner: Partner,
  items: readonly SetItem[],
): Promise<void> {
  const isNew = ({ set, isDuplicate }: SetItem) =>
    set.id === '850' && !isDuplicate && purposeOf(set) === '00'
  const orders = items.filter(isNew)
  const keyOf = ({ set }: SetItem) => referenceOf(set)?.toLowerCase() ?? ''
  const values = [partner.id, orders.map(keyOf)]
  const found =
    orders.length > 0 ? await rows<HoldRequest>(ctx.db, store.claimHoldRequests, values) : []
  const requestedBy = new Map(found.map(({ reference, by }) => [reference, by]))
  for (const item of orders) {
    const { choice } = item
    if (choice === 'hold') item.heldBy = ctx.user?.username
    else if (choice === 'accept') item.heldBy = requestedBy.get(keyOf(item))
  }
}

const purposeOf = ({ segments }: ValidatedSet) => segments.find(([id]) => id === 'BEG')?.[1]

type SetOutcome = Pick<OrderOutcome, 'state' | 'reason' | 'needsPerson'>

/** Returns the outcome of a set that is not an order: invalid, duplicate, a 997, or waiting. */
async function outcomeOf(
  ctx: Context,
  partner: Partner,
  { set, group, isInvalid, isDuplicate }: SetItem,
): Promise<SetOutcome> {
  if (isInvalid) {
    const codes = [...group.codes.map((code) => `AK9 ${code}`), ...set.codes.map((c) => `AK5 ${c}`)]
    const details = set.errors.slice(0, 5).map(({ id, at: position, code, elements }) => {
      const [first] = elements
      return first
        ? `${id} ${position}, element ${first.at}: ${first.code}`
        : `${id} ${position}: ${code}`
    })
    const reason = [...codes, ...details].join(', ')
    return { state: 'rejected', reason, needsPerson: false }
  }
  if (isDuplicate) {
    const reason = 'The same transaction set was received in another interchange'
    return { state: 'duplicate', reason, needsPerson: false }
  }
  if (set.id !== '997') return { state: 'waiting', reason: null, needsPerson: false }
  return { state: 'noted', ...(await recordAcknowledgment(ctx, partner, set.segments)) }
}

type ProcessedSet = { interchangeId: number; work: SetItem; outcome: OrderOutcome | undefined }

async function insertTransactionSet(
  ctx: Context,
  partner: Partner,
  { interchangeId, work: item, outcome: orderOutcome }: ProcessedSet,
): Promise<ImportedOrder> {
  const { set, group, sha256 } = item
  const outcome = orderOutcome ?? (await outcomeOf(ctx, partner, item))
  const reference = referenceOf(set)
  const order = orderOutcome?.order ?? null
  const mayBeResent =
    outcome.state === 'rejected' || (outcome.state === 'refused' && !orderOutcome?.isDuplicate)
  const [added] = await rows<{ id: number }>(ctx.db, store.addDocument, [
    interchangeId,
    set.id.slice(0, 3),
    group.control,
    set.control,
    sha256,
    reference,
    outcome.state,
    outcome.reason,
    outcome.needsPerson,
    order?.id ?? null,
    null,
    JSON.stringify(set.segments),
    mayBeResent ? (item.heldBy ?? null) : null,
  ])
  if (set.id === '850') {
    const recorded = orderOutcome ?? { ...outcome, order: null }
    const received = { documentId: added?.id ?? 0, reference, segments: set.segments }
    await recordOrder850(ctx, partner, { ...received, outcome: recorded })
    const skippedText = orderOutcome?.isSkipped ? outcome.reason : null
    const note = order ? noteOfCopies(order) : skippedText
    if (note !== null) await markCopies850Done(ctx, received.documentId, note)
  }
  if (orderOutcome?.isSkipped) {
    const auditEntry = {
      entity: 'edi_document',
      entityId: added?.id ?? 0,
      action: 'reject',
    } as const
    await record(ctx, [{ ...auditEntry, reason: outcome.reason }])
  }
  if (outcome.needsPerson) {
    const text = `${partner.name}, ${reference ?? set.id}: ${outcome.reason ?? ''}`
    const notification = {
      kind: 'system',
      permission: 'edi.mend',
      title: 'EDI needs attention',
      text,
      link: '/edi',
    } as const
    const roles = ['admin', 'manager', 'sales'] as const
    await notify(ctx, [{ ...notification, key: `edi-document-${added?.id ?? 0}`, roles }])
  }
  const isSelectable =
    outcome.state === 'taken' || outcome.state === 'held' || orderOutcome?.isSkipped
  return {
    setId: set.id,
    place: isSelectable ? item.place : null,
    reference,
    state: outcome.state,
    reason: outcome.reason,
    customerCode: partner.customerCode,
    orderNumber: order?.orderNumber ?? null,
    total: order?.totalAmount ?? null,
    lines: linesOf(orderOutcome?.acknowledgment ?? null),
  }
}

/** Returns the reference number that identifies a set to a user, such as the PO number. */
function referenceOf({ id, segments }: ValidatedSet): string | null {
  const referencePositions: ReadonlyMap<string, [string, number]> = new Map([
    ['850', ['BEG', 3]],
    ['846', ['BIA', 3]],
    ['944', ['W17', 3]],
    ['945', ['W06', 4]],
    ['997', ['AK1', 2]],
  ])
  const [name, index] = referencePositions.get(id) ?? ['', 0]
  return segments.find(([first]) => first === name)?.[index]?.slice(0, 60) || null
}

const lineCodeTexts: Readonly<Record<EdiLine['code'], string>> = {
  IA: 'Accepted',
  IB: 'Backordered',
  IH: 'On hold',
  IP: 'Our price differs',
  IQ: 'Accepted, with another quantity',
  IR: 'Cannot be delivered',
}

function linesOf(acknowledgment: OrderAcknowledgment | null): EdiLine[] {
  return (acknowledgment?.lines ?? []).flatMap(({ orderLine, price, acks }) =>
    acks.map(({ code, quantity, unit }) => ({
      lineNo: orderLine.lineNo,
      sku: orderLine.names[0]?.id ?? '',
      quantity,
      unit,
      price: orderLine.price,
      code,
      says: code === 'IP' ? `Our price is $${price}` : lineCodeTexts[code],
    })),
  )
}

type AnswerRequest = { id: number; groups: readonly ValidatedGroup[] }

/**
 * Writes one file of 997s for all groups except acknowledgments (FA), which are not acknowledged.
 */
async function acknowledgeGroups(
  ctx: Context,
  partner: Partner,
  { id, groups }: AnswerRequest,
): Promise<EdiFile[]> {
  const acknowledgedGroups = groups.filter(({ functionalId }) => functionalId !== 'FA')
  if (acknowledgedGroups.length === 0) return []
  const sets = acknowledgedGroups.map((group) => ({
    set: buildAcknowledgment997(group),
    reference: group.control,
  }))
  const { what, fileName, text } = await writeOutbound(ctx, partner, { sets, answerTo: id })
  return [{ what, fileName, text }]
}

async function acknowledgeOrders(
  ctx: Context,
  partner: Partner,
  { id, fates: outcomes }: { id: number; fates: readonly OrderOutcome[] },
): Promise<EdiFile[]> {
  const sets = outcomes.flatMap(({ acknowledgment, order }) => {
    if (!acknowledgment) return []
    return [
      {
        set: buildAcknowledgment855(acknowledgment),
        reference: acknowledgment.number,
        salesOrderId: order?.id ?? null,
      },
    ]
  })
  if (sets.length === 0) return []
  const { what, fileName, text } = await writeOutbound(ctx, partner, { sets, answerTo: id })
  return [{ what, fileName, text }]
}
