import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { SalesOrderRevision, SalesOrderDetails, SalesOrderItem } from '../contract.ts'
import { forRecordedFields } from '../recorded-fields.ts'
import { shippingMethodNames } from '../rules.ts'
import { readSalesOrder } from './read-order.ts'
import { salesOrderRevisionLines } from './revision-tables.ts'

const readStarted = {
  name: 'read_whether_order_was_started',
  text: `select exists (select from audit_log where entity = 'sales_order' and entity_id = $1
                        and to_status = 'processing') as "wasStarted"`,
}

/** Whether an order is or was in processing: from then on its changes are numbered revisions. */
export async function wasStarted(ctx: Context, order: SalesOrderDetails): Promise<boolean> {
  if (order.status !== 'pending') return true
  if (order.revision > 0) return true
  const [found] = await rows<{ wasStarted: boolean }>(ctx.db, readStarted, [order.id])
  return found?.wasStarted ?? false
}

type Line = {
  lineNo: number
  skuId: number
  before: SalesOrderItem | undefined
  after: SalesOrderItem
}

/** Lines that are new, removed, or have another quantity or price. */
function changedLines(before: readonly SalesOrderItem[], after: readonly SalesOrderItem[]): Line[] {
  const old = new Map(before.map((item) => [item.lineNo, item]))
  return after.flatMap((item) => {
    const previousItem = old.get(item.lineNo)
    const isPriced =
      previousItem?.unitPrice === item.unitPrice && previousItem.priceSource === item.priceSource
    const isSame = isPriced && previousItem.quantity === item.quantity
    const { lineNo, skuId } = item
    return isSame ? [] : [{ lineNo, skuId, before: previousItem, after: item }]
  })
}

const { customerPO, ...recordedLabels } = forRecordedFields((_, { label }) => label)
const fieldNames = {
  shipDate: 'Ship Date',
  cancelAfter: 'Cancel After',
  customerPO,
  shippingAddress: 'Shipping Address',
  shippingMethod: 'Shipping Method',
  billingAddress: 'Billing Address',
  ...recordedLabels,
} as const

function changedFields(before: SalesOrderDetails, after: SalesOrderDetails) {
  return Object.entries(fieldNames).flatMap(([key, name]) => {
    const field = key as keyof typeof fieldNames
    const [old, fresh] = [readable(before, field), readable(after, field)]
    return old === fresh ? [] : [{ name, before: old, after: fresh }]
  })
}

function readable(order: SalesOrderDetails, field: keyof typeof fieldNames): string | null {
  const { shippingMethod } = order
  if (field !== 'shippingMethod') return order[field]
  return shippingMethod && shippingMethodNames[shippingMethod]
}

const addRevision = {
  name: 'add_sales_order_revision',
  text: `with numbered as (
           update sales_orders set revision = revision + 1 where id = $1 returning revision
         )
         insert into sales_order_revisions
           (sales_order_id, revision, changed_by, reason, total_before, total_after, fields)
         select $1, revision, $2::int, $3, $4::numeric, $5::numeric, $6::jsonb from numbered
         returning id, revision`,
}

type Change = {
  before: SalesOrderDetails
  after: SalesOrderDetails
  reason: string | null | undefined
}

/**
 * Records a change of a processed order as a numbered revision in the open transaction, line by
 * line. Returns the order with its revision number; a change without differences gets none.
 */
export async function recordRevision(
  ctx: Context,
  { before, after, reason }: Change,
): Promise<SalesOrderDetails> {
  const lines = changedLines(before.items, after.items)
  const fields = changedFields(before, after)
  const isSame = before.totalAmount === after.totalAmount
  if (lines.length === 0 && fields.length === 0 && isSame) return after
  const [inserted] = await rows<{ id: number; revision: number }>(ctx.db, addRevision, [
    after.id,
    ctx.user?.id ?? null,
    reason ?? null,
    before.totalAmount,
    after.totalAmount,
    JSON.stringify(fields),
  ])
  const { id, revision } = inserted as { id: number; revision: number }
  const lineRows = lines.map((line) => ({
    revisionId: id,
    lineNo: line.lineNo,
    skuId: line.skuId,
    quantityBefore: line.before?.quantity ?? null,
    quantityAfter: line.after.quantity,
    priceBefore: line.before?.unitPrice ?? null,
    priceAfter: line.after.unitPrice,
    sourceBefore: line.before?.priceSource ?? null,
    sourceAfter: line.after.priceSource,
  }))
  await insertMany(ctx, salesOrderRevisionLines, lineRows)
  return { ...after, revision }
}

const readRevisions = {
  name: 'read_revisions_of_order',
  text: `select r.id, r.revision, coalesce(u.username, 'system') as by, r.created_at as at,
                r.reason, r.total_before as "totalBefore", r.total_after as "totalAfter", r.fields
         from sales_order_revisions r left join users u on u.id = r.changed_by
         where r.sales_order_id = $1
         order by r.revision desc`,
}

const readLines = {
  name: 'read_lines_of_revisions',
  text: `select l.revision_id as "revisionId", l.line_no as "lineNo", s.sku, s.name,
                l.quantity_before as "quantityBefore", l.quantity_after as "quantityAfter",
                l.price_before as "priceBefore", l.price_after as "priceAfter",
                l.source_before as "sourceBefore", l.source_after as "sourceAfter"
         from sales_order_revisions r
         join sales_order_revision_lines l on l.revision_id = r.id
         join skus s on s.id = l.sku_id
         where r.sales_order_id = $1
         order by l.line_no`,
}

type Row = Omit<SalesOrderRevision, 'lines'> & { id: number }
type LineRow = SalesOrderRevision['lines'][number] & { revisionId: number }

/** The revisions of an order, newest first. */
export function listRevisions(ctx: Context, orderId: number): Promise<SalesOrderRevision[]> {
  return onOneConnection(ctx, async (inner) => {
    const { id } = await readSalesOrder(inner, orderId)
    const [found, lines] = await Promise.all([
      rows<Row>(inner.db, readRevisions, [id]),
      rows<LineRow>(inner.db, readLines, [id]),
    ])
    return found.map(({ id: revisionId, ...revision }) => ({
      ...revision,
      lines: lines
        .filter((line) => line.revisionId === revisionId)
        .map(({ revisionId: _, ...line }) => line),
    }))
  })
}
