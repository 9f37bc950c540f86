import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { may } from '#features/auth/rules.ts'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import {
  type Context,
  inTransaction,
  onOneConnection,
  rows,
  send,
} from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type {
  Requisition,
  RequisitionDetails,
  RequisitionForm,
  RequisitionItem,
  RequisitionQuery,
  RequisitionSumsQuery,
  RequestedLine,
} from '../contract.ts'
import { guardChange } from '../rules.ts'
import { advanceRequisition, lockRequisition } from './advance-requisition.ts'
import * as store from './store.ts'
import { requisitionItems } from './tables.ts'

/** A page of requisitions, or all if no limit is given. */
export function listRequisitions(ctx: Context, query: RequisitionQuery) {
  return readList<Requisition>(ctx.db, listOf(ctx), query)
}

/** Returns the number of matching requisitions, also by status. */
export function sumRequisitions(ctx: Context, query: RequisitionSumsQuery) {
  return readSums(ctx.db, listOf(ctx), store.summed, query)
}

/** One requisition with its lines; costs only for roles that may read them. */
export function readRequisition(ctx: Context, id: number): Promise<RequisitionDetails> {
  return onOneConnection(ctx, (inner) => readRequisitionDetails(inner, id))
}

/** Creates a requisition. Rejects an unknown or inactive SKU or vendor. */
export async function createRequisition(
  ctx: Context,
  { submit = false, ...form }: RequisitionForm & { submit?: boolean | undefined },
): Promise<RequisitionDetails> {
  const [number] = await nextNumbers(ctx.db, 'REQ', { count: 1, now: ctx.now })
  return inTransaction(ctx, async (inner) => {
    if (!inner.user) throw new Error('A requisition needs a signed-in user')
    await guardNamed(inner, form.items)
    const values = [number, form.reason, inner.user.id]
    const [inserted] = await rows<{ id: number }>(inner.db, store.insertRequisition, values)
    const id = inserted?.id ?? 0
    await insertItems(inner, id, form.items)
    const entryBase = { entity: 'requisition', entityId: id, action: 'create' } as const
    await record(inner, [{ ...entryBase, toStatus: 'draft' }])
    if (submit)
      await advanceRequisition(inner, await lockRequisition(inner, id), { verb: 'submit' })
    return readRequisitionDetails(inner, id)
  })
}

/** Updates the user's own draft; the given lines replace all lines. */
export function updateRequisition(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: RequisitionForm; ifMatch: number | undefined },
): Promise<RequisitionDetails> {
  return inTransaction(ctx, async (inner) => {
    await guardNamed(inner, form.items)
    const locked = await lockRequisition(inner, id)
    const before = await readRequisitionDetails(inner, id)
    guardVersion(before, ifMatch)
    guardChange(locked, inner.user)
    await send(inner, store.updateRequisition, [id, form.reason])
    await send(inner, store.deleteItems, [id])
    await insertItems(inner, id, form.items)
    const after = await readRequisitionDetails(inner, id)
    const changes = changesBetween(historyOf(before), historyOf(after))
    const entryBase = { entity: 'requisition', entityId: id, action: 'update', changes } as const
    await record(inner, Object.keys(changes).length > 0 ? [entryBase] : [])
    return after
  })
}

/** A requisition with its lines, read in the open transaction or on the same connection. */
export async function readRequisitionDetails(
  ctx: Context,
  id: number,
): Promise<RequisitionDetails> {
  const found = await readOne<Requisition>(ctx.db, listOf(ctx), { id })
  if (!found) throw missing('That requisition')
  const items = await rows<RequisitionItem>(ctx.db, store.readItems, [id])
  const mayReadCost = !ctx.user || may(ctx.user, 'skus.cost')
  return { ...found, items: mayReadCost ? items : items.map((i) => ({ ...i, unitCost: null })) }
}

function listOf(ctx: Context) {
  return { ...store.list, values: [ctx.user?.id ?? 0] }
}

type ActiveRecord = { id: number; code: string; isActive: boolean }

/** Locks vendors, then SKUs, by id; they must exist and be active. */
async function guardNamed(ctx: Context, items: readonly RequestedLine[]): Promise<void> {
  const named = async (
    query: typeof store.lockVendors,
    { field, noun }: { field: 'vendorId' | 'skuId'; noun: string },
  ) => {
    const ids = items.map((item) => item[field]).filter((each) => typeof each === 'number')
    const found = await rows<ActiveRecord>(ctx.db, query, [[...new Set(ids)]])
    const byId = new Map(found.map((each) => [each.id, each]))
    return items.flatMap((item, index) => {
      const requestedId = item[field]
      if (typeof requestedId !== 'number') return []
      const path = `items.${index}.${field}`
      const one = byId.get(requestedId)
      if (!one) return [{ path, message: `This ${noun} does not exist` }]
      return one.isActive ? [] : [{ path, message: `${capitalize(noun)} ${one.code} is inactive` }]
    })
  }
  const errors = [
    ...(await named(store.lockVendors, { field: 'vendorId', noun: 'vendor' })),
    ...(await named(store.lockSkus, { field: 'skuId', noun: 'SKU' })),
  ]
  if (errors.length > 0) throw invalid(errors)
}

async function insertItems(
  ctx: Context,
  id: number,
  items: readonly RequestedLine[],
): Promise<void> {
  const itemRows = items.map((item, index) => ({
    requisitionId: id,
    lineNo: index + 1,
    skuId: item.skuId ?? null,
    description: item.description ?? null,
    quantity: item.quantity,
    neededBy: item.neededBy ?? null,
    reason: item.reason ?? null,
    vendorId: item.vendorId ?? null,
  }))
  await insertMany(ctx, requisitionItems, itemRows)
}

/** The fields compared for the audit log, with lines as readable text. */
function historyOf({ reason, items }: RequisitionDetails) {
  const lines = items.map(({ quantity, sku, description, neededBy, vendorCode }) => {
    const what = [sku, description].filter(Boolean).join(' ')
    return [
      `${quantity} × ${what}`,
      neededBy && `by ${neededBy}`,
      vendorCode && `from ${vendorCode}`,
    ]
      .filter(Boolean)
      .join(' ')
  })
  return { reason, items: lines.join('; ') }
}
