import { readSettings } from '#features/settings/server/service.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, type Statement } from '#platform/server/database/db.ts'
import { readFileOf } from '#platform/server/imports/file-parsing-thread.ts'
import {
  contradictions,
  documentsOf,
  type FileDocument,
  type FileRow,
  type RowError,
  errorsForAllDocumentRows,
} from '#platform/server/imports/import-file.ts'
import { noteImport, rememberImport } from '#platform/server/imports/import-sql.ts'
import { refuseErrors } from '#platform/server/imports/import.ts'
import { type SkippedRow, skippedReasons } from '#platform/server/imports/skipped-rows.ts'
import { claimUndo } from '#platform/server/imports/import-undo.ts'
import { guardOwnership, reasonNot } from '../transitions.ts'
import {
  maxLines,
  type PurchaseOrderForm,
  maxImportedOrders,
  purchaseColumns,
  type PurchaseRow,
  purchaseRow,
} from '../../contract.ts'
import { insertDraft, priceDraft } from '../create-purchase-order.ts'
import * as store from './import-store.ts'
import { minimumWarnings } from './minimum-warnings.ts'
import type { CertificateContext } from '../price-and-insert-lines.ts'
import {
  type Transition,
  decide,
  type LockedOrder,
  lockOrders,
  applyTransitions,
} from '../apply-transitions.ts'
import { purchaseOrders } from '../tables.ts'
import type { ImportOutcome, ImportQuery } from '#platform/kernel/import.ts'

/** The rows with one order number. */
type Group = FileDocument<PurchaseRow>
type Ids = ReadonlyMap<string, number>
type Draft = { group: Group; form: PurchaseOrderForm }

/**
 * Imports purchase orders from a CSV file as drafts, one row per line; rows with the same order
 * number form one order. Creates all of them in one transaction, or none if a row has an error.
 * Skips an order whose number exists already. A dry run returns the same result without writing.
 */
export async function importPurchaseOrders(
  ctx: Context,
  query: Omit<ImportQuery, 'existing'>,
  text: string,
): Promise<ImportOutcome> {
  const file = { name: 'purchase-orders', columns: purchaseColumns, form: purchaseRow }
  const { rows: found, ignored } = await readFileOf(ctx, file, { text, reading: query })
  // Rows without a number already have an error of their own.
  const groups = documentsOf(found, ({ orderNumber }) => orderNumber ?? '')
  if (groups.length > maxImportedOrders) {
    throw new Refusal('tooLarge', 'too-large', `A file has at most ${maxImportedOrders} orders`)
  }
  const settings = await readSettings(ctx)
  const rules = { ...settings, date: today(ctx.now, settings.businessTimeZone) }
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    const existing = await existingOrders(inner, groups)
    const existingStatusOf = ({ key }: Group) => existing.get(key)?.status ?? 'new'
    const cancelled = groups.filter((group) => existingStatusOf(group) === 'cancelled')
    const newGroups = groups.filter((group) => existingStatusOf(group) === 'new')
    const skippedRows = groups.flatMap((group): SkippedRow[] => {
      const order = existing.get(group.key)
      if (!order || order.status === 'cancelled') return []
      const row = group.rows[0]?.number ?? 0
      return [{ id: order.id, row, reason: skippedReasons.exists }]
    })
    const { drafts, errors } = await draftsOf(inner, newGroups, rules)
    errors.push(...cancelled.flatMap(cancelledErrors))
    const warnings = await minimumWarnings(inner, drafts)
    const outcome = {
      importId: null,
      rows: found.length,
      created: drafts.length,
      updated: 0,
      skipped: skippedRows.length,
      unchanged: 0,
      ignored,
      errors: errors.toSorted((one, other) => one.row - other.row),
      ...(warnings.length > 0 && { warnings }),
    }
    if (query.dryRun === 'true') return outcome
    refuseErrors(outcome.errors)
    const writing = { rules, fileName: query.fileName, skippedRows }
    return { ...outcome, importId: await write(inner, drafts, writing) }
  })
}

type ExistingOrder = { id: number; orderNumber: string; status: string }

/** Returns each order that exists already, by its key. */
async function existingOrders(
  ctx: Context,
  groups: readonly Group[],
): Promise<Map<string, ExistingOrder>> {
  const numbers = groups.map(({ key }) => key)
  const found = await rows<ExistingOrder>(ctx.db, store.findExistingNumbers, [numbers])
  return new Map(found.map((order) => [order.orderNumber, order]))
}

/** Errors for a cancelled order number: a number is never reused. */
function cancelledErrors({ key, rows: lines }: Group): RowError[] {
  const message = `${key} is cancelled. Use another number`
  return lines.map(({ number: row }) => ({ row, field: 'orderNumber', message }))
}

/** Locks the vendors and SKUs, and returns the valid drafts and the errors of the others. */
async function draftsOf(
  ctx: Context,
  groups: readonly Group[],
  rules: CertificateContext,
): Promise<{ drafts: Draft[]; errors: RowError[] }> {
  const all = groups.flatMap((group) => group.rows)
  const find = async (statement: Statement, codes: unknown[]): Promise<Ids> => {
    const distinctCodes = [...new Set(codes.map((code) => String(code).toLowerCase()))]
    const found = await rows<{ asked: string; id: number }>(ctx.db, statement, [distinctCodes])
    return new Map(found.map(({ asked: code, id }) => [code, id]))
  }
  const vendors = await find(
    store.findVendors,
    all.map(({ form }) => form.vendorCode),
  )
  const skus = await find(
    store.findSkus,
    all.map(({ form }) => form.sku),
  )
  await rows(ctx.db, store.lockVendors, [[...vendors.values()]])
  await rows(ctx.db, store.lockSkus, [[...skus.values()]])
  const drafts: Draft[] = []
  const errors: RowError[] = []
  for (const group of groups) {
    const wrong = invalidReferences(group, vendors, skus)
    const form = formOf(group, vendors, skus)
    // Sequential because a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop
    const refused = wrong.length > 0 ? wrong : await refusedOf(ctx, { group, form }, rules)
    errors.push(...errorsForAllDocumentRows(group.rows, refused, 'order'))
    if (refused.length === 0) drafts.push({ group, form })
  }
  return { drafts, errors }
}

/** Errors within the rows of an order, and conflicts between its rows. */
function invalidReferences({ rows: lines }: Group, vendors: Ids, skus: Ids): RowError[] {
  const [first] = lines
  const vendorOf = ({ form }: FileRow<PurchaseRow>) =>
    vendors.get(String(form.vendorCode).toLowerCase())
  const errors = lines.flatMap((line): RowError[] => {
    const { number: row, form, errors: own } = line
    const reported = new Set(own.map(({ field }) => field))
    const wrong = (field: string, message: string) =>
      reported.has(field) ? [] : [{ row, field, message }]
    const vendorId = vendorOf(line)
    const sentence = `Row ${first?.number} of this order has ${first?.form.vendorCode}`
    const another = `${sentence}, but this row has ${form.vendorCode}`
    const ofVendor =
      vendorId === undefined
        ? wrong('vendorCode', 'This vendor does not exist')
        : first && vendorId !== vendorOf(first)
          ? wrong('vendorCode', another)
          : []
    const isKnown = skus.has(String(form.sku).toLowerCase())
    return [...own, ...ofVendor, ...(isKnown ? [] : wrong('sku', 'This SKU does not exist'))]
  })
  errors.push(...contradictions(lines, ['orderDate', 'expectedDate', 'notes'], 'order'))
  const extra = lines[maxLines]
  if (!extra) return errors
  const message = `A purchase order has at most ${maxLines} lines`
  return [...errors, { row: extra.number, field: 'orderNumber', message }]
}

function formOf({ key, rows: lines }: Group, vendors: Ids, skus: Ids): PurchaseOrderForm {
  const contradictionsOf = <Field extends 'orderDate' | 'expectedDate' | 'notes'>(field: Field) =>
    lines.find(({ form }) => form[field])?.form[field]
  return {
    orderNumber: key,
    vendorId: vendors.get(String(lines[0]?.form.vendorCode).toLowerCase()) ?? 0,
    orderDate: contradictionsOf('orderDate'),
    expectedDate: contradictionsOf('expectedDate'),
    notes: contradictionsOf('notes'),
    items: lines.map(({ form: { sku, quantity, unitPrice } }) => ({
      skuId: skus.get(String(sku).toLowerCase()) ?? 0,
      quantity,
      unitPrice,
    })),
  }
}

/** Returns why an order cannot be created, with the row of each reason. */
async function refusedOf(
  ctx: Context,
  { group, form }: Draft,
  rules: CertificateContext,
): Promise<RowError[]> {
  try {
    await priceDraft(ctx, form, rules)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const first = group.rows[0]?.number ?? 0
    const { fields } = error
    if (fields.length === 0) {
      return [{ row: first, field: 'orderNumber', message: error.message }]
    }
    return fields.map(({ path, message }) => {
      const line = /^items\.(\d+)\./.exec(path)?.[1]
      if (line === undefined) return { row: first, field: 'vendorCode', message }
      return { row: group.rows[Number(line)]?.number ?? first, field: 'sku', message }
    })
  }
}

type Writing = {
  rules: CertificateContext
  fileName: string | undefined
  skippedRows: readonly SkippedRow[]
}

async function write(
  ctx: Context,
  drafts: readonly Draft[],
  { rules, fileName, skippedRows }: Writing,
): Promise<number | null> {
  const done: { id: number; before: null; row: number | undefined }[] = []
  for (const { form, group } of drafts) {
    // oxlint-disable-next-line no-await-in-loop
    const { id } = await insertDraft(ctx, form, rules)
    done.push({ id, before: null, row: group.rows[0]?.number })
  }
  const file = { table: purchaseOrders, fileName, skipped: skippedRows.length, skippedRows }
  return done.length === 0 ? noteImport(ctx, file) : rememberImport(ctx, file, done)
}

/** Cancels the drafts of an import; skips a draft that changed since, with the reason. */
export async function undoPurchaseImport(ctx: Context, id: number): Promise<BulkOutcome> {
  const rules = await readSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    await claimUndo(inner, { table: purchaseOrders }, { id })
    const imported = await rows<{ id: number; version: number }>(inner.db, store.readImported, [id])
    const versions = new Map(imported.map((each) => [each.id, each.version]))
    const found = await lockOrders(inner, [...versions.keys()], 'cancel')
    guardSome(inner, found)
    const transitions: Transition[] = []
    const skipped: BulkOutcome['kept'] = []
    for (const order of found) {
      const isUnchanged = order.status === 'draft' && order.version === versions.get(order.id)
      const transition = { verb: 'cancel', reason: 'CSV import undone' } as const
      const whyNot = reasonNot(() => {
        guardOwnership(inner, order, 'cancel')
        if (isUnchanged)
          transitions.push(decide(order, transition, { user: inner.user, rules, date }))
      })
      const changed = isUnchanged ? undefined : `${order.orderNumber} was changed after the import`
      const reason = whyNot ?? changed
      if (reason) skipped.push({ id: order.id, reason })
    }
    await applyTransitions(inner, transitions)
    return { done: transitions.map(({ order }) => order.id), kept: skipped }
  })
}

/**
 * Throws 403 if the user may cancel none of the orders, so the import's one undo is not used up.
 */
function guardSome(ctx: Context, orders: readonly LockedOrder[]): void {
  const reasons = orders.map((order) => reasonNot(() => guardOwnership(ctx, order, 'cancel')))
  const [first] = reasons
  if (first && reasons.every(Boolean)) throw new Refusal('forbidden', 'forbidden', first)
}
