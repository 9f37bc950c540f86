import { guardOpen } from '#features/journal/server/service.ts'
import { invoiceDay } from '#features/receivables/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readFileOf } from '#platform/server/imports/file-parsing-thread.ts'
import {
  contradictions,
  documentsOf,
  type FileDocument,
  type RowError,
  errorsForAllDocumentRows,
} from '#platform/server/imports/import-file.ts'
import { noteImport, rememberImport } from '#platform/server/imports/import-sql.ts'
import { refuseErrors } from '#platform/server/imports/import.ts'
import type { SkippedRow } from '#platform/server/imports/skipped-rows.ts'
import { inLockOrder } from '#platform/server/records/transition-many.ts'
import { runInSavepoint } from '#platform/server/records/dry-run.ts'
import { advanceOrder } from '../advance-order.ts'
import { lockLines, lockMany, lockOrder } from '../lock-orders.ts'
import {
  maxImportedShipments,
  shipmentColumns,
  type ShipmentRow,
  shipmentRow,
} from '../../contract.ts'
import { type LineToShip, openUnits } from '../../shipment-rules.ts'
import { shipments } from '../tables.ts'
import type { ImportOutcome, ImportQuery } from '#platform/kernel/import.ts'

/** The rows with the same order and tracking number, which ship together. */
type Parcel = FileDocument<ShipmentRow>
/** Errors in rows, which abort the parcel. */
class RowRefusal extends Error {
  readonly errors: RowError[]
  constructor(errors: RowError[]) {
    super('A row is wrong')
    this.errors = errors
  }
}

/**
 * Ships the parcels of a CSV file in one transaction: all of them or, if a row has an error, none.
 * Rows with the same order and tracking number are one shipment; a row without a SKU ships all open
 * units. Parcels whose tracking number the order already has are skipped. A dry run does the same
 * and rolls back.
 */
export async function importShipments(
  ctx: Context,
  query: Pick<ImportQuery, 'dryRun' | 'decimal' | 'days' | 'fileName'>,
  text: string,
): Promise<ImportOutcome> {
  const file = { name: 'shipments', columns: shipmentColumns, form: shipmentRow }
  const { rows: found, ignored } = await readFileOf(ctx, file, { text, reading: query })
  const parcels = documentsOf(found, keyOf)
  if (parcels.length > maxImportedShipments) {
    const sentence = `A file has at most ${maxImportedShipments} shipments`
    throw new Refusal('tooLarge', 'too-large', sentence)
  }
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const isDry = query.dryRun === 'true'
  const run = isDry ? runInSavepoint : inTransaction
  return run({ ...ctx, channel: 'csv' }, async (inner) => {
    const { shipped, skippedRows, ...result } = await shipAll(inner, parcels, date)
    const outcome = { rows: found.length, ignored, skipped: skippedRows.length, ...result }
    if (!isDry) {
      refuseErrors(outcome.errors)
      await rememberShipments(inner, shipped, { fileName: query.fileName, skippedRows })
    }
    return { ...outcome, importId: null, updated: 0, unchanged: 0 }
  })
}

/** A new shipment: its number, and its first row in the file. */
type Shipped = { number: string; row: number }

const findShipments = {
  name: 'shipments_of_import',
  text: `select id, shipment_number as number from shipments
         where shipment_number = any($1::text[])`,
}

/** Records the import, with the shipments that it created. */
async function rememberShipments(
  ctx: Context,
  shipped: readonly Shipped[],
  { fileName, skippedRows }: { fileName: string | undefined; skippedRows: SkippedRow[] },
): Promise<void> {
  const file = { table: shipments, fileName, skipped: skippedRows.length, skippedRows }
  if (shipped.length === 0) return void (await noteImport(ctx, file))
  const rowByNumber = new Map(shipped.map(({ number, row }) => [number, row]))
  const numbers = [...rowByNumber.keys()]
  const found = await rows<{ id: number; number: string }>(ctx.db, findShipments, [numbers])
  const done = found.map(({ id, number }) => {
    return { id, before: null, row: rowByNumber.get(number) ?? 0 }
  })
  await rememberImport(ctx, file, done)
}

type Tracked = Pick<ShipmentRow, 'orderNumber' | 'trackingNumber'>

function keyOf({ orderNumber, trackingNumber }: Tracked): string {
  return `${orderNumber} ${(trackingNumber ?? '').toLowerCase()}`
}

const findOrders = {
  name: 'orders_of_shipment_import',
  text: `select id, order_number as number from sales_orders where order_number = any($1::text[])`,
}
const findSent = {
  name: 'parcels_sent_before_shipment_import',
  text: `select h.id, o.order_number as "orderNumber", h.tracking_number as "trackingNumber"
         from shipments h join sales_orders o on o.id = h.sales_order_id
         where h.tracking_number is not null and o.id = any($1::int[])`,
}

async function shipAll(ctx: Context, parcels: readonly Parcel[], date: Day) {
  const numbers = parcels.map((parcel) => String(parcel.rows[0]?.form.orderNumber))
  const found = await rows<{ id: number; number: string }>(ctx.db, findOrders, [numbers])
  const ids = new Map(found.map(({ id, number }) => [number, id]))
  const closed = await closedDays(ctx, parcels, date)
  await lockMany(ctx, inLockOrder([...ids.values()]), { goods: true })
  const before = await rows<Tracked & { id: number }>(ctx.db, findSent, [[...ids.values()]])
  const sent = new Map(before.map((parcel) => [keyOf(parcel), parcel.id]))
  const skippedRows: SkippedRow[] = []
  const errors: RowError[] = []
  const shipped: Shipped[] = []
  for (const parcel of parcels) {
    const id = ids.get(String(parcel.rows[0]?.form.orderNumber))
    const sentId = sent.get(parcel.key)
    if (sentId !== undefined) {
      const row = parcel.rows[0]?.number ?? 0
      skippedRows.push({ id: sentId, row, reason: 'Its order already has this parcel' })
      continue
    }
    // Sequential: each parcel sees the units the previous ones left.
    // oxlint-disable-next-line no-await-in-loop
    const wrong = await rowErrorsOf(parcel, async () => {
      const number = await ship(ctx, parcel, { id, closed, date })
      shipped.push({ number, row: parcel.rows[0]?.number ?? 0 })
    })
    errors.push(...errorsForAllDocumentRows(parcel.rows, wrong, 'parcel'))
  }
  const sorted = errors.toSorted((one, other) => one.row - other.row)
  return { created: shipped.length, shipped, skippedRows, errors: sorted }
}

const shipDayOf = ({ rows: parts }: Parcel) =>
  parts.find(({ form }) => form.shipDate !== undefined)?.form.shipDate

/** Ship days in closed periods with their reason, checked before anything is locked. */
async function closedDays(ctx: Context, parcels: readonly Parcel[], date: Day) {
  const sound = parcels.filter((parcel) => parcel.rows.every((row) => row.errors.length === 0))
  const days = new Set(sound.map((parcel) => invoiceDay(shipDayOf(parcel), date)))
  const closed = new Map<Day, string>()
  for (const day of [...days].toSorted()) {
    // oxlint-disable-next-line no-await-in-loop
    await guardOpen(ctx, [day]).catch((error: Error) => {
      if (!(error instanceof Refusal)) throw error
      closed.set(day, error.message)
    })
  }
  return closed
}

type ShipmentFacts = { id: number | undefined; closed: ReadonlyMap<Day, string>; date: Day }

/** Ships one parcel, or throws the errors of its rows. Returns the number of the shipment. */
async function ship(
  ctx: Context,
  parcel: Parcel,
  { id, closed, date }: ShipmentFacts,
): Promise<string> {
  const contradicting = contradictions(parcel.rows, ['carrier', 'shipDate'], 'parcel')
  const own = [...parcel.rows.flatMap(({ errors }) => errors), ...contradicting]
  if (own.length > 0) throw new RowRefusal(own)
  if (id === undefined) throw rowRefusal(parcel, 'orderNumber', 'This order does not exist')
  const shipDate = shipDayOf(parcel)
  const whyClosed = closed.get(invoiceDay(shipDate, date))
  if (whyClosed) throw rowRefusal(parcel, 'shipDate', whyClosed)
  const order = await lockOrder(ctx, id, { buyer: false })
  const items = itemsOf(parcel, await lockLines(ctx, id))
  const valueOf = (field: 'carrier' | 'trackingNumber') =>
    parcel.rows.find(({ form }) => form[field])?.form[field]
  const how = { carrier: valueOf('carrier'), trackingNumber: valueOf('trackingNumber') }
  await advanceOrder(ctx, order, {
    verb: 'ship',
    shipping: { items, shipDate, ...how },
    today: date,
  })
  return `${order.orderNumber}-${order.shipmentCount + 1}`
}

function rowRefusal({ rows: [first] }: Parcel, field: string, message: string): RowRefusal {
  return new RowRefusal([{ row: first?.number ?? 0, field, message }])
}

/** The units to ship by line; undefined for all open units. */
function itemsOf({ rows: parts }: Parcel, lines: readonly LineToShip[]) {
  const rowWithoutSku = parts.find(({ form }) => form.sku === undefined)
  if (rowWithoutSku && parts.length === 1) return undefined
  if (rowWithoutSku) {
    const message = 'Required, because other rows of this parcel have a SKU'
    throw new RowRefusal([{ row: rowWithoutSku.number, field: 'sku', message }])
  }
  const open = new Map(lines.map((line) => [line.itemId, openUnits(line)]))
  const leaving = new Map<number, number>()
  for (const { number: row, form } of parts) {
    const { sku = '', quantity } = form
    const own = lines.filter((line) => line.sku.toLowerCase() === sku.toLowerCase())
    if (own.length === 0) {
      throw new RowRefusal([{ row, field: 'sku', message: 'This order has no line with this SKU' }])
    }
    const all = own.reduce((total, { itemId }) => total + (open.get(itemId) ?? 0), 0)
    if (all === 0 || (quantity ?? 0) > all) {
      const message = `${all} of ${sku} are still open`
      throw new RowRefusal([{ row, field: 'quantity', message }])
    }
    let remaining = quantity ?? all
    for (const { itemId } of own) {
      const allocated = Math.min(remaining, open.get(itemId) ?? 0)
      remaining -= allocated
      open.set(itemId, (open.get(itemId) ?? 0) - allocated)
      if (allocated > 0) leaving.set(itemId, (leaving.get(itemId) ?? 0) + allocated)
    }
  }
  return [...leaving].map(([itemId, quantity]) => ({ itemId, quantity }))
}

async function rowErrorsOf(parcel: Parcel, work: () => Promise<void>): Promise<RowError[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (error instanceof RowRefusal) return error.errors
    if (!(error instanceof Refusal)) throw error
    const [field] = error.fields
    const isOfDay = field?.path === 'shipDate'
    const { errors } = rowRefusal(parcel, isOfDay ? 'shipDate' : 'orderNumber', error.message)
    return isOfDay ? errors.map((each) => ({ ...each, message: field.message })) : errors
  }
}
