import { record } from '#features/audit/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import type { OrderChoice } from '#features/order-entry/choices.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { type Choices, placeOf } from '../../choices.ts'
import type { EdiFile, EdiLine, EdiImportResult } from '../../contract.ts'
import { type OrderAnswer, readPurchaseOrder, writeAnswer } from './purchase-order.ts'
import type { DocumentState } from '../../rules.ts'
import * as store from '../store.ts'
import { noteAcknowledgement } from './import-acknowledgments-997.ts'
import { type OrderFate, type Placing, importOrders850 } from './import-orders-850.ts'
import { hashOf, type Partner, writeOut } from '../outbound/export-interchange.ts'
import { acknowledge } from '../outbound/acknowledgment-997.ts'
import type { JudgedGroup, JudgedSet } from '../../x12-envelope.ts'

type ImportedOrder = EdiImportResult['orders'][number]
/** The results of an interchange's sets, and the files that answer it. */
export type ImportedSets = { orders: ImportedOrder[]; answers: EdiFile[] }

/** The choices for the orders of a file, and the index of the interchange in the file, from 0. */
export type OrderSelection = { at: number; choices: Choices }

type Taking = {
  id: number
  groups: readonly JudgedGroup[]
  placing: Placing | undefined
  selection: OrderSelection
}

/** A set with what is known about it before processing. */
type Work = {
  set: JudgedSet
  group: JudgedGroup
  place: string
  choice: OrderChoice
  /**
   * The user who requested a hold, now or when an earlier copy of the order could not be accepted.
   */
  heldBy?: string | undefined
  sha256: string
  isBad: boolean
  isSame: boolean
}

/**
 * Processes the sets of an interchange in the open transaction and writes the answers: a 997 for
 * each group, an 855 for each order. An invalid or duplicate set changes nothing.
 */
export async function importTransactionSets(
  ctx: Context,
  partner: Partner,
  { id, groups, placing, selection }: Taking,
): Promise<ImportedSets> {
  const works: Work[] = []
  for (const group of groups) {
    for (const set of group.sets) {
      const place = placeOf(selection.at, works.length)
      const choice = selection.choices.get(place) ?? 'accept'
      works.push(await workOf(ctx, partner, { set, group, place, choice }))
    }
  }
  await recordHoldRequests(ctx, partner, works)
  const isOrder = ({ set, isBad, isSame }: Work) => set.id === '850' && !isBad && !isSame
  const fates = new Map<Work, OrderFate>()
  const ordered = works.filter(isOrder)
  if (ordered.length > 0 && placing) {
    const asked = ordered.map(({ set, choice, heldBy }) => {
      return { ...readPurchaseOrder(set.segments), choice, heldBy }
    })
    const decided = await importOrders850(ctx, partner, asked, placing)
    ordered.forEach((work, index) => fates.set(work, decided[index] as OrderFate))
  }
  const orders: ImportedOrder[] = []
  for (const work of works) {
    const told = await insertTransactionSet(ctx, partner, {
      interchangeId: id,
      work,
      fate: fates.get(work),
    })
    if (work.set.id !== '997') orders.push(told)
  }
  const answers = [
    ...(await answerGroups(ctx, partner, { id, groups })),
    ...(await answerOrders(ctx, partner, { id, fates: [...fates.values()] })),
  ]
  return { orders, answers }
}

async function workOf(
  ctx: Context,
  partner: Partner,
  work: Omit<Work, 'sha256' | 'isBad' | 'isSame'>,
): Promise<Work> {
  const { set, group } = work
  const sha256 = hashOf(JSON.stringify(set.segments))
  const isBad = set.codes.length > 0 || group.codes.length > 0
  const same = [sha256, group.control, set.control, partner.id]
  const isSame = !isBad && (await rows(ctx.db, store.findSame, same)).length > 0
  return { ...work, sha256, isBad, isSame }
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
  works: readonly Work[],
): Promise<void> {
  const isNew = ({ set, isSame }: Work) => set.id === '850' && !isSame && purposeOf(set) === '00'
  const orders = works.filter(isNew)
  const keyOf = ({ set }: Work) => referenceOf(set)?.toLowerCase() ?? ''
  const wished = [partner.id, orders.map(keyOf)]
  const found =
    orders.length > 0 ? await rows<HoldRequest>(ctx.db, store.claimHoldRequests, wished) : []
  const before = new Map(found.map(({ reference, by }) => [reference, by]))
  for (const work of orders) {
    const { choice } = work
    if (choice === 'hold') work.heldBy = ctx.user?.username
    else if (choice === 'accept') work.heldBy = before.get(keyOf(work))
  }
}

const purposeOf = ({ segments }: JudgedSet) => segments.find(([id]) => id === 'BEG')?.[1]

type Fate = Pick<OrderFate, 'state' | 'reason' | 'needsPerson'>

/** Returns the outcome of a set that is not an order: invalid, duplicate, a 997, or waiting. */
async function fateOf(
  ctx: Context,
  partner: Partner,
  { set, group, isBad, isSame }: Work,
): Promise<Fate> {
  if (isBad) {
    const codes = [...group.codes.map((code) => `AK9 ${code}`), ...set.codes.map((c) => `AK5 ${c}`)]
    const details = set.errors.slice(0, 5).map(({ id, at, code, elements }) => {
      const [first] = elements
      return first ? `${id} ${at}, element ${first.at}: ${first.code}` : `${id} ${at}: ${code}`
    })
    const reason = [...codes, ...details].join(', ')
    return { state: 'rejected', reason, needsPerson: false }
  }
  if (isSame) {
    const reason = 'The same transaction set was received in another interchange'
    return { state: 'duplicate', reason, needsPerson: false }
  }
  const state: DocumentState = set.id === '997' ? 'noted' : 'waiting'
  if (set.id === '997') await noteAcknowledgement(ctx, partner, set.segments)
  return { state, reason: null, needsPerson: false }
}

type Keeping = { interchangeId: number; work: Work; fate: OrderFate | undefined }

async function insertTransactionSet(
  ctx: Context,
  partner: Partner,
  { interchangeId, work, fate: decided }: Keeping,
): Promise<ImportedOrder> {
  const { set, group, sha256 } = work
  const fate = decided ?? (await fateOf(ctx, partner, work))
  const reference = referenceOf(set)
  const order = decided?.order ?? null
  const mayComeAgain = fate.state === 'rejected' || (fate.state === 'refused' && !decided?.isKnown)
  const [added] = await rows<{ id: number }>(ctx.db, store.addDocument, [
    interchangeId,
    set.id.slice(0, 3),
    group.control,
    set.control,
    sha256,
    reference,
    fate.state,
    fate.reason,
    fate.needsPerson,
    order?.id ?? null,
    null,
    JSON.stringify(set.segments),
    mayComeAgain ? (work.heldBy ?? null) : null,
  ])
  if (decided?.isLeftOut) {
    const act = { entity: 'edi_document', entityId: added?.id ?? 0, action: 'reject' } as const
    await record(ctx, [{ ...act, reason: fate.reason }])
  }
  if (fate.needsPerson) {
    const text = `${partner.name}, ${reference ?? set.id}: ${fate.reason ?? ''}`
    const news = { kind: 'system', title: 'EDI needs attention', text, link: '/edi' } as const
    const roles = ['admin', 'manager', 'sales'] as const
    await notify(ctx, [{ ...news, key: `edi-document-${added?.id ?? 0}`, roles }])
  }
  const mayChoose = fate.state === 'taken' || fate.state === 'held' || decided?.isLeftOut
  return {
    setId: set.id,
    place: mayChoose ? work.place : null,
    reference,
    state: fate.state,
    reason: fate.reason,
    customerCode: partner.customerCode,
    orderNumber: order?.orderNumber ?? null,
    total: order?.totalAmount ?? null,
    lines: linesOf(decided?.answer ?? null),
  }
}

/** Returns the reference number that identifies a set to a user, such as the PO number. */
function referenceOf({ id, segments }: JudgedSet): string | null {
  const places: ReadonlyMap<string, [string, number]> = new Map([
    ['850', ['BEG', 3]],
    ['846', ['BIA', 3]],
    ['944', ['W17', 3]],
    ['945', ['W06', 4]],
    ['997', ['AK1', 2]],
  ])
  const [name, at] = places.get(id) ?? ['', 0]
  return segments.find(([first]) => first === name)?.[at]?.slice(0, 60) || null
}

const words: Readonly<Record<EdiLine['code'], string>> = {
  IA: 'Accepted',
  IB: 'Backordered',
  IH: 'On hold',
  IP: 'Our price differs',
  IR: 'Cannot be delivered',
}

function linesOf(answer: OrderAnswer | null): EdiLine[] {
  return (answer?.lines ?? []).flatMap(({ orderLine, price, acks }) =>
    acks.map(({ code, quantity }) => ({
      lineNo: orderLine.lineNo,
      sku: orderLine.names[0]?.id ?? '',
      quantity,
      unit: orderLine.unit,
      price: orderLine.price,
      code,
      says: code === 'IP' ? `Our price is $${price}` : words[code],
    })),
  )
}

type Answering = { id: number; groups: readonly JudgedGroup[] }

/**
 * Writes one file of 997s for all groups except acknowledgments (FA), which are not acknowledged.
 */
async function answerGroups(
  ctx: Context,
  partner: Partner,
  { id, groups }: Answering,
): Promise<EdiFile[]> {
  const asked = groups.filter(({ functionalId }) => functionalId !== 'FA')
  if (asked.length === 0) return []
  const sets = asked.map((group) => ({ set: acknowledge(group), reference: group.control }))
  const { what, fileName, text } = await writeOut(ctx, partner, { sets, answerTo: id })
  return [{ what, fileName, text }]
}

async function answerOrders(
  ctx: Context,
  partner: Partner,
  { id, fates }: { id: number; fates: readonly OrderFate[] },
): Promise<EdiFile[]> {
  const sets = fates.flatMap(({ answer, order }) => {
    if (!answer) return []
    return [{ set: writeAnswer(answer), reference: answer.number, salesOrderId: order?.id ?? null }]
  })
  if (sets.length === 0) return []
  const { what, fileName, text } = await writeOut(ctx, partner, { sets, answerTo: id })
  return [{ what, fileName, text }]
}
