// One file: the schemas and endpoints of SKUs are read together.
import * as z from 'zod/mini'
import { bulkForm, bulkOutcome, skippedRecord } from '#platform/kernel/bulk.ts'
import {
  changesQuery,
  endpoint,
  exportQuery,
  listSums,
  paging,
  pagingAndOrder,
} from '#platform/kernel/endpoint.ts'
import {
  amountText,
  code,
  dayField,
  dayText,
  id,
  momentText,
  optionalPrice,
  optionalText,
  price,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import { answerOnlyFields, upsertForm, upsertOutcome } from '#platform/kernel/upsert.ts'
import { moveKinds, moveTexts, stockAdjustmentStatuses } from './rules.ts'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/import.ts'

export const unitsOfMeasure = ['EA', 'LB', 'KG', 'FT', 'M', 'BOX', 'PKG'] as const

/** The options of the form and their labels. */
export const unitOfMeasureLabels = {
  EA: 'EA (Each)',
  LB: 'LB (Pound)',
  KG: 'KG (Kilogram)',
  FT: 'FT (Foot)',
  M: 'M (Meter)',
  BOX: 'BOX (Box)',
  PKG: 'PKG (Package)',
} as const satisfies Record<(typeof unitsOfMeasure)[number], string>

/**
 * `unitOfMeasure` also accepts other short codes (GAL and so on) from imports. An entered
 * `currentStock` is posted as an adjustment, with `stockReason` as its optional reason.
 */
export const skuForm = z.object({
  sku: code(100),
  name: text(200),
  description: optionalText(2000),
  category: optionalText(100),
  unitOfMeasure: optionalText(10),
  cost: price,
  price,
  tier1Price: optionalPrice,
  tier2Price: optionalPrice,
  tier3Price: optionalPrice,
  minimumStock: z.optional(units(0)),
  currentStock: z.optional(units(0)),
  stockReason: optionalText(200),
  barcode: optionalText(50),
  wmsLocation: optionalText(100),
  isActive: z.optional(z.boolean()),
})

/** Changes by JSON Merge Patch (RFC 7396): absent fields stay, null clears a field. */
export const skuPatch = z.partial(skuForm)
export type SkuPatch = z.output<typeof skuPatch>

const nullableText = z.nullable(z.string())

/**
 * A SKU as the API returns it. `cost`, `averageCost` (the average unit cost of the stock, null if
 * there never was any) and `stockValue` are null for roles that may not read costs.
 * `awaitingApproval` are adjusted units not posted until a second person approves them.
 */
export const sku = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  description: nullableText,
  category: nullableText,
  unitOfMeasure: z.string(),
  cost: z.nullable(amountText),
  averageCost: z.nullable(amountText),
  stockValue: z.nullable(amountText),
  price: amountText,
  tier1Price: z.nullable(amountText),
  tier2Price: z.nullable(amountText),
  tier3Price: z.nullable(amountText),
  minimumStock: z.int(),
  currentStock: z.int(),
  reserved: z.int(),
  /** Units that binding approvals of validated orders hold for a few minutes. */
  softReserved: z.int(),
  /** On hand less reserved and soft-reserved. */
  available: z.int(),
  onOrder: z.int(),
  awaitingApproval: z.nullable(z.int()),
  lastInventoryUpdate: z.nullable(momentText),
  barcode: nullableText,
  wmsLocation: nullableText,
  isActive: z.boolean(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type Sku = z.infer<typeof sku>
export type SkuForm = z.output<typeof skuForm>

/** The list of SKUs. */
export const skuList = defineList({
  name: 'skus',
  row: sku,
  defaultSort: 'sku',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, filterable: true, column: { width: 112 } }),
    name: field.text({
      label: 'Name',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 180, phone: 'line' },
    }),
    category: field.text({
      label: 'Category',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 104, phone: 'date' },
    }),
    unitOfMeasure: field.text({
      label: 'UOM',
      sortable: true,
      filterable: true,
      column: { width: 72 },
    }),
    /** Only for roles that may read costs. */
    cost: field.amount({ label: 'Cost', sortable: true, filterable: true, column: { width: 100 } }),
    price: field.amount({
      label: 'Price',
      sortable: true,
      filterable: true,
      column: { width: 100 },
    }),
    currentStock: field.units({
      label: 'Stock',
      sortable: true,
      filterable: true,
      column: { width: 84, phone: 'amount' },
    }),
    isActive: field.active(),
    reserved: field.units({
      label: 'Reserved',
      sortable: true,
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    available: field.units({
      label: 'Available',
      sortable: true,
      column: { width: 110, isOptional: true },
    }),
    onOrder: field.units({
      label: 'On Order',
      sortable: true,
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    minimumStock: field.units({
      label: 'Minimum Stock',
      sortable: true,
      filterable: true,
      column: { width: 130, isOptional: true },
    }),
    wmsLocation: field.text({
      label: 'Location',
      sortable: true,
      filterable: true,
      column: { isOptional: true },
    }),
    /** Computed from price and cost; only for roles that may read costs. */
    margin: field.units({ label: 'Margin %', column: { width: 110, isOptional: true } }),
    tier1Price: field.amount({
      label: 'Tier 1 Price',
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    tier2Price: field.amount({
      label: 'Tier 2 Price',
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    tier3Price: field.amount({
      label: 'Tier 3 Price',
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    id: field.references({ sortable: true, filterable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    updatedAt: field.moment({ sortable: true, filterable: true }),
    lastInventoryUpdate: field.moment({ filterable: true }),
    barcode: field.text({ filterable: true }),
    stock: field.only(['low'], { label: 'Low stock', filterable: true }),
  },
  chips: ['isActive', 'category', 'stock', 'unitOfMeasure', 'wmsLocation'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Low stock', filters: { stock: 'low' } },
    { label: 'Inactive', filters: { isActive: 'false' } },
  ],
})

export const skuQuery = skuList.query
export type SkuQuery = z.output<typeof skuQuery>

export const listSkus = endpoint('GET', '/api/skus', {
  permission: 'skus.read',
  query: z.extend(skuQuery, changesQuery),
  returns: z.array(sku),
  summary: 'SKUs',
})
export const readSku = endpoint('GET', '/api/skus/:id', {
  permission: 'skus.read',
  returns: sku,
  isStoredOffline: true,
  summary: 'One SKU',
})
/** Computed fields: accepted in a body but ignored. */
const computed = [
  'id',
  'reserved',
  'softReserved',
  'onOrder',
  'lastInventoryUpdate',
  'createdAt',
  'updatedAt',
  'version',
]

export const createSku = endpoint('POST', '/api/skus', {
  permission: 'skus.edit',
  body: skuForm,
  ignores: computed,
  returns: sku,
  status: 201,
  summary: 'Creates a SKU',
})
export const updateSku = endpoint('PUT', '/api/skus/:id', {
  permission: 'skus.edit',
  checksVersion: true,
  body: skuForm,
  returns: sku,
  summary: 'Changes a SKU; omitted fields do not change. A new stock is recorded as an adjustment',
})
export const patchSku = endpoint('PATCH', '/api/skus/:id', {
  permission: 'skus.edit',
  checksVersion: true,
  body: skuPatch,
  returns: sku,
  summary: 'Changes fields of a SKU by JSON Merge Patch; null clears a field',
})
export const adjustStock = endpoint('POST', '/api/skus/:id/adjust', {
  permission: 'skus.adjust',
  checksVersion: true,
  body: z.object({ currentStock: units(0), stockReason: optionalText(200) }),
  returns: sku,
  summary: 'Adjusts the stock by the difference to the count, or requests approval for it',
})
export const deleteSku = endpoint('DELETE', '/api/skus/:id', {
  permission: 'skus.delete',
  checksVersion: true,
  summary: 'Deletes a SKU that nothing refers to; restorable for 30 days',
})
export const restoreSku = endpoint('POST', '/api/skus/:id/restore', {
  permission: 'skus.delete',
  returns: sku,
  summary: 'Restores a deleted SKU',
})
export const listDeletedSkus = endpoint('GET', '/api/skus/deleted', {
  permission: 'skus.delete',
  returns: z.array(sku),
  summary: 'SKUs deleted in the last 30 days, newest first',
})

const exportSkuQuery = z.extend(z.omit(skuQuery, paging), exportQuery)
export type ExportSkusQuery = z.output<typeof exportSkuQuery>

export const exportSkus = endpoint('GET', '/api/skus/export.csv', {
  permission: 'skus.read',
  query: exportSkuQuery,
  file: 'text/csv',
  summary: 'Exports all SKUs that match the filters as CSV, in list order',
})

const changeSkusForm = bulkForm(z.omit(skuQuery, pagingAndOrder))
export type ChangeSkus = z.output<typeof changeSkusForm>

export const changeSkus = endpoint('POST', '/api/skus/bulk', {
  permission: 'skus.edit',
  body: changeSkusForm,
  returns: bulkOutcome,
  summary: 'Activates, deactivates, deletes or restores many SKUs',
})

export const listSkuCategories = endpoint('GET', '/api/skus/categories', {
  permission: 'skus.read',
  returns: z.array(z.string()),
  summary: 'The categories of SKUs, by name',
})

/** The columns of a SKU import file. */
export const skuColumns = [
  { name: 'sku', label: 'SKU Code', isRequired: true },
  { name: 'name', label: 'Product Name', isRequired: true },
  { name: 'description', label: 'Description' },
  { name: 'category', label: 'Category' },
  { name: 'unitOfMeasure', label: 'Unit of Measure' },
  { name: 'cost', label: 'Cost', kind: 'amount', isRequired: true },
  { name: 'price', label: 'Selling Price', kind: 'amount', isRequired: true },
  { name: 'tier1Price', label: 'Tier 1 Price', kind: 'amount' },
  { name: 'tier2Price', label: 'Tier 2 Price', kind: 'amount' },
  { name: 'tier3Price', label: 'Tier 3 Price', kind: 'amount' },
  { name: 'minimumStock', label: 'Minimum Stock', kind: 'count' },
  { name: 'currentStock', label: 'Current Stock', kind: 'count' },
  { name: 'barcode', label: 'Barcode' },
  { name: 'wmsLocation', label: 'Location' },
  { name: 'isActive', label: 'Active', kind: 'flag' },
] as const satisfies readonly ImportColumn[]

export const importSkus = endpoint('POST', '/api/skus/import', {
  permission: 'skus.import',
  query: importQuery,
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary: 'Imports SKUs from a CSV file, all rows or none. `dryRun` only checks the file',
})
export const undoSkuImport = endpoint('POST', '/api/skus/import/:id/undo', {
  permission: 'skus.import',
  returns: bulkOutcome,
  summary: 'Undoes an import of SKUs, except for SKUs changed after it',
})

/**
 * A SKU of an upsert. Its code finds it: absent fields stay, null clears a field. A new SKU also
 * needs a name, a cost and a price. An upsert does not change stock.
 */
export const skuUpsert = z.extend(z.omit(skuPatch, { stockReason: true }), { sku: code(100) })

export const upsertSkus = endpoint('POST', '/api/skus/upsert', {
  permission: 'skus.edit',
  body: upsertForm(skuUpsert),
  ignores: answerOnlyFields(sku, skuUpsert).map((name) => `records.${name}`),
  hasManyRecords: true,
  returns: upsertOutcome,
  summary:
    'Creates and updates up to 1,000 SKUs by their codes, with one result each; the stock must ' +
    'be the recorded one',
})

/** An adjustment that needs a second person, and who decided it. */
export const stockAdjustment = z.object({
  id: z.int(),
  skuId: z.int(),
  units: z.int(),
  reason: nullableText,
  status: z.enum(stockAdjustmentStatuses),
  askedById: z.int(),
  askedBy: z.string(),
  askedAt: momentText,
  decidedBy: nullableText,
  decidedAt: z.nullable(momentText),
  decisionReason: nullableText,
  version: z.int(),
})
export type StockAdjustment = z.infer<typeof stockAdjustment>

export const listStockAdjustments = endpoint('GET', '/api/skus/:id/adjustments', {
  permission: 'skus.read',
  returns: z.array(stockAdjustment),
  summary: 'The last 100 adjustments of a SKU that needed approval, newest first',
})
export const approveStockAdjustment = endpoint('POST', '/api/stock-adjustments/:id/approve', {
  permission: 'skus.approveAdjust',
  checksVersion: true,
  returns: stockAdjustment,
  summary: 'Approves an adjustment that someone else requested, and adjusts the current stock',
})
export const rejectStockAdjustment = endpoint('POST', '/api/stock-adjustments/:id/reject', {
  permission: 'skus.adjust',
  checksVersion: true,
  body: z.object({ reason: text(200) }),
  returns: stockAdjustment,
  summary: 'Rejects an adjustment, or withdraws your own',
})

export const countColumns = [
  { name: 'sku', label: 'SKU', isRequired: true },
  { name: 'counted', label: 'Counted', kind: 'count', isRequired: true },
  { name: 'reason', label: 'Reason' },
] as const satisfies readonly ImportColumn[]

/** Maximum SKUs adjusted by one file: they are locked while it is posted. */
export const maxCountedSkus = 1000

/** A row of a stock count: the counted units of a SKU. */
export const countRow = z.object({
  sku: code(50),
  counted: units(0),
  reason: optionalText(200),
})
export type CountRow = z.output<typeof countRow>

export const importCounts = endpoint('POST', '/api/skus/counts/import', {
  permission: 'skus.importCount',
  query: z.extend(z.pick(importQuery, { dryRun: true, decimal: true, fileName: true }), {
    seen: z.optional(z.coerce.number().check(z.int())),
  }),
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary:
    'Records a stock count from a CSV file, all rows or none. `dryRun` only checks the file. ' +
    'Adjustments above the limit of one person await approval. With the `seen` of a check, it ' +
    'is rejected if the stock has changed since',
})

/**
 * A line of a SKU's stock ledger. `onHandAfter` is the stock on hand after the movement; `document`
 * is the number of the source order, if any.
 */
export const stockMove = z.object({
  id: z.int(),
  kind: z.enum(moveKinds),
  onHandDelta: z.int(),
  reservedDelta: z.int(),
  onOrderDelta: z.int(),
  onHandAfter: z.int(),
  refType: z.string(),
  refId: z.int(),
  document: nullableText,
  reason: nullableText,
  occurredAt: momentText,
  by: z.string(),
})
export type StockMove = z.infer<typeof stockMove>

/** The list of stock movements of one SKU. */
export const stockMoveList = defineList({
  name: 'stock-moves',
  row: stockMove,
  defaultSort: '-id',
  fields: {
    id: field.reference({ label: 'When', sortable: true, column: { width: 155 } }),
    kind: field.choice(moveKinds, {
      label: 'Movement',
      valueLabels: moveTexts,
      filterable: true,
      column: { width: 115, phone: 'line' },
    }),
    document: field.text({ label: 'Document', column: { width: 165, phone: 'badge' } }),
    onHandDelta: field.units({ label: 'On hand', column: { width: 80 } }),
    onHandAfter: field.units({ label: 'Balance', column: { width: 105, phone: 'amount' } }),
    reservedDelta: field.units({ label: 'Reserved', column: { width: 80 } }),
    onOrderDelta: field.units({ label: 'On order', column: { width: 80 } }),
    reason: field.text({ label: 'Reason', column: { isLong: true, width: 105 } }),
    by: field.text({ label: 'By', column: { width: 90, phone: 'date' } }),
  },
  chips: ['kind'],
})

export const stockMoveQuery = stockMoveList.query
export type StockMoveQuery = z.output<typeof stockMoveQuery>

export const listStockMoves = endpoint('GET', '/api/skus/:id/moves', {
  permission: 'skus.read',
  query: stockMoveQuery,
  returns: z.array(stockMove),
  summary: "A SKU's stock movements, newest first",
})

/**
 * A line of a SKU's value ledger: what a document added to account 1200. `unitsAfter` and
 * `valueAfter` are the valued stock after it, in the order of the posting days.
 */
export const stockValueChange = z.object({
  id: z.int(),
  postedOn: dayText,
  /** The journal entry and its text, which names the document; null if there is no entry. */
  entryId: z.nullable(z.int()),
  memo: nullableText,
  units: z.int(),
  amount: amountText,
  unitsAfter: z.int(),
  valueAfter: amountText,
})
export type StockValueChange = z.infer<typeof stockValueChange>

/** The list of the value changes of one SKU. */
export const stockValueList = defineList({
  name: 'stock-value-changes',
  row: stockValueChange,
  defaultSort: '-postedOn',
  fields: {
    postedOn: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 110, phone: 'date' },
    }),
    memo: field.text({ label: 'Document', column: { width: 220, isLong: true, phone: 'line' } }),
    units: field.units({ label: 'Units', column: { width: 80 } }),
    amount: field.amount({ label: 'Value', column: { width: 115, phone: 'amount' } }),
    unitsAfter: field.units({ label: 'Quantity after', column: { width: 120 } }),
    valueAfter: field.amount({ label: 'Value after', column: { width: 125 } }),
  },
  chips: ['postedOn'],
})
export type StockValueQuery = z.output<typeof stockValueList.query>

export const listStockValueChanges = endpoint('GET', '/api/skus/:id/value-changes', {
  permission: 'skus.cost',
  isDerived: true,
  query: stockValueList.query,
  returns: z.array(stockValueChange),
  summary:
    "The documents that changed the value of a SKU's stock, by posting day. The value after the " +
    'last one up to a date equals its value in the stock valuation as of that date',
})

/**
 * The value of a SKU's stock on a day; `id` is that of the SKU. For value from before stock was
 * valued by SKU, `sku` is null and `id` is 0. `category` is `None` for a SKU without one.
 */
export const skuStockValue = z.object({
  id: z.int(),
  sku: nullableText,
  name: z.string(),
  category: z.string(),
  onHand: z.int(),
  value: amountText,
})
export type SkuStockValue = z.infer<typeof skuStockValue>

/** The list of the stock values of all SKUs, which add up to account 1200. */
export const skuStockValueList = defineList({
  name: 'stock-values',
  row: skuStockValue,
  defaultSort: '-value',
  fields: {
    sku: field.text({ label: 'SKU', column: { width: 140 } }),
    name: field.text({ label: 'Name', column: { width: 220, isLong: true, phone: 'line' } }),
    category: field.text({
      label: 'Category',
      sortable: true,
      filterable: true,
      column: { width: 140, isLong: true, phone: 'date' },
    }),
    onHand: field.units({ label: 'On hand', sortable: true, column: { width: 100 } }),
    value: field.amount({
      label: 'Value',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
  },
  /** The value at the end of this day; defaults to today. */
  parameters: { asOf: z.optional(dayField) },
  groups: { category: 'category' },
})
export type SkuStockValueQuery = z.output<typeof skuStockValueList.query>

export const listStockValues = endpoint('GET', '/api/stock-values', {
  permission: 'skus.cost',
  isDerived: true,
  query: skuStockValueList.query,
  returns: z.array(skuStockValue),
  summary: 'The stock value of every SKU on a day; they add up to account 1200 of that day',
})

const skuStockValueSumsQuery = sumsQueryOf(skuStockValueList)
export type SkuStockValueSumsQuery = z.output<typeof skuStockValueSumsQuery>

export const sumStockValues = endpoint('GET', '/api/stock-values/sums', {
  permission: 'skus.cost',
  isDerived: true,
  query: skuStockValueSumsQuery,
  returns: listSums,
  summary: 'The number of valued SKUs and their stock value on a day, also by category',
})

/**
 * The stock of one SKU; `id` is that of the SKU. `available` is on hand less reserved and less what
 * binding approvals of validated orders hold (`softReserved`).
 */
export const stockLevel = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  currentStock: z.int(),
  reserved: z.int(),
  softReserved: z.int(),
  available: z.int(),
  onOrder: z.int(),
  minimumStock: z.int(),
  wmsLocation: nullableText,
  lastInventoryUpdate: z.nullable(momentText),
  isActive: z.boolean(),
  updatedAt: momentText,
})
export type StockLevel = z.infer<typeof stockLevel>

/** The list of the stock of all SKUs. */
export const stockLevelList = defineList({
  name: 'stock-levels',
  row: stockLevel,
  defaultSort: 'sku',
  fields: {
    id: field.references({ sortable: true, filterable: true }),
    sku: field.text({ sortable: true, filterable: true }),
    currentStock: field.units({ sortable: true }),
    available: field.units({ sortable: true }),
    isActive: field.only(['true', 'false'], { filterable: true }),
    stock: field.only(['low'], { filterable: true }),
  },
})

export const stockQuery = stockLevelList.query
export type StockQuery = z.output<typeof stockQuery>

export const listStock = endpoint('GET', '/api/stock', {
  permission: 'skus.read',
  query: z.extend(stockQuery, changesQuery),
  returns: z.array(stockLevel),
  summary: 'The stock of all SKUs',
})

/** Units of a purchase order still to be received; late if the expected date has passed. */
export const arrival = z.object({
  orderNumber: z.string(),
  expectedDate: z.nullable(dayText),
  isLate: z.boolean(),
  quantity: z.int(),
})
export type Arrival = z.infer<typeof arrival>

export const supply = z.object({
  available: z.int(),
  /** Units already on backorder, which are served first. */
  backordered: z.int(),
  arrivals: z.array(arrival),
  /** The first date on which the requested units are available; null if unknown. */
  promise: z.nullable(dayText),
})
export type Supply = z.infer<typeof supply>

export const readSupply = endpoint('GET', '/api/skus/:id/supply', {
  permission: 'skus.read',
  query: z.object({
    quantity: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
    customerId: z.optional(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
    ),
  }),
  returns: supply,
  summary:
    'The expected supply of a SKU, and the earliest day a quantity can be promised to a customer',
})

const optionalAmount = z.nullable(price)

/** New prices of a SKU, and the record version on which they are based. */
export const newPrices = z.object({
  id: id(),
  version: z.int(),
  price,
  tier1Price: optionalAmount,
  tier2Price: optionalAmount,
  tier3Price: optionalAmount,
})
export type NewPrices = z.output<typeof newPrices>

/** Maximum SKUs per price adjustment call. */
export const maxPrices = 5000

/** New prices for a list of distinct SKUs. */
export const pricesToSet = z.array(newPrices).check(
  z.minLength(1, 'Required'),
  z.maxLength(maxPrices, `At most ${maxPrices.toLocaleString('en-US')} SKUs at once`),
  z.refine((prices) => new Set(prices.map((each) => each.id)).size === prices.length, {
    error: 'A SKU is listed twice',
  }),
)

export const adjustPricesForm = z.object({ reason: optionalText(200), prices: pricesToSet })
export type AdjustPrices = z.output<typeof adjustPricesForm>

/** The new versions, needed for undo, and the SKUs not changed, with the reason. */
export const adjustedPrices = z.object({
  done: z.array(z.object({ id: z.int(), version: z.int() })),
  kept: z.array(skippedRecord),
})
export type AdjustedPrices = z.infer<typeof adjustedPrices>

export const adjustPrices = endpoint('POST', '/api/skus/prices', {
  permission: 'skus.edit',
  body: adjustPricesForm,
  returns: adjustedPrices,
  summary: 'Changes the prices of many SKUs, except for SKUs changed in the meantime',
})

const dated = {
  price: amountText,
  tier1Price: z.nullable(amountText),
  tier2Price: z.nullable(amountText),
  tier3Price: z.nullable(amountText),
  reason: nullableText,
  /** The user who wrote it; null for the initial prices of a SKU. */
  createdBy: nullableText,
  createdAt: momentText,
}

/**
 * The prices of a SKU from a date until the next row's date. `id` and `effectiveDate` are null for
 * the initial prices.
 */
export const skuPrice = z.object({
  id: z.nullable(z.int()),
  effectiveDate: z.nullable(dayText),
  ...dated,
  standing: z.enum(['past', 'current', 'planned']),
})
export type SkuPrice = z.infer<typeof skuPrice>

export const listSkuPrices = endpoint('GET', '/api/skus/:id/prices', {
  permission: 'skus.read',
  returns: z.array(skuPrice),
  summary: 'Past, current and planned prices of a SKU, the latest day first; at most 500',
})

/** A price change planned for a future date. */
export const plannedPrice = z.object({
  id: z.int(),
  skuId: z.int(),
  sku: z.string(),
  skuName: z.string(),
  effectiveDate: dayText,
  ...dated,
  /** The SKU's standard price today. */
  currentPrice: amountText,
})
export type PlannedPrice = z.infer<typeof plannedPrice>

/** The list of planned prices. */
export const plannedPriceList = defineList({
  name: 'planned-prices',
  row: plannedPrice,
  defaultSort: 'effectiveDate,sku',
  fields: {
    effectiveDate: field.day({
      label: 'From',
      sortable: true,
      filterable: true,
      column: { width: 110, phone: 'date' },
    }),
    sku: field.text({ label: 'SKU', sortable: true, column: { isLong: true, width: 220 } }),
    currentPrice: field.amount({ label: 'Today', column: { width: 100 } }),
    price: field.amount({
      label: 'Planned',
      sortable: true,
      filterable: true,
      column: { width: 100, phone: 'amount' },
    }),
    createdBy: field.text({ label: 'Planned by', column: { width: 120 } }),
    reason: field.text({ label: 'Reason', column: { isLong: true, width: 180 } }),
    id: field.reference({ sortable: true }),
    skuName: field.text({ sortable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    skuId: field.reference({ filterable: true }),
  },
})

export const plannedPriceQuery = plannedPriceList.query
export type PlannedPriceQuery = z.output<typeof plannedPriceQuery>

export const listPlannedPrices = endpoint('GET', '/api/planned-prices', {
  permission: 'skus.read',
  query: plannedPriceQuery,
  returns: z.array(plannedPrice),
  summary: 'Planned price changes, by effective date',
})

export const planPricesForm = z.object({
  effectiveDate: dayField,
  reason: optionalText(200),
  prices: pricesToSet,
})
export type PlanPrices = z.output<typeof planPricesForm>

/** The planned prices, and the SKUs left out, with the reason. */
export const plannedPrices = z.object({
  done: z.array(z.object({ id: z.int(), plannedPriceId: z.int() })),
  kept: z.array(skippedRecord),
})
export type PlannedPrices = z.infer<typeof plannedPrices>

export const planPrices = endpoint('POST', '/api/planned-prices', {
  permission: 'skus.edit',
  body: planPricesForm,
  returns: plannedPrices,
  summary:
    'Plans new prices of SKUs from a future day; skips SKUs that were changed in the meantime or ' +
    'already have a plan for that day',
})
/** The columns of a file of planned prices. */
export const plannedPriceColumns = [
  { name: 'sku', label: 'SKU', isRequired: true },
  { name: 'effectiveDate', label: 'Effective Date', kind: 'day', isRequired: true },
  { name: 'price', label: 'Selling Price', kind: 'amount', isRequired: true },
  { name: 'tier1Price', label: 'Tier 1 Price', kind: 'amount' },
  { name: 'tier2Price', label: 'Tier 2 Price', kind: 'amount' },
  { name: 'tier3Price', label: 'Tier 3 Price', kind: 'amount' },
  { name: 'reason', label: 'Reason' },
] as const satisfies readonly ImportColumn[]

/** A row of a file of planned prices, or a record of an upsert. */
export const plannedPriceRow = z.object({
  sku: code(100),
  effectiveDate: dayField,
  price,
  tier1Price: optionalPrice,
  tier2Price: optionalPrice,
  tier3Price: optionalPrice,
  reason: optionalText(200),
})
export type PlannedPriceRow = z.output<typeof plannedPriceRow>

export const importPlannedPrices = endpoint('POST', '/api/planned-prices/import', {
  permission: 'skus.import',
  query: z.omit(importQuery, { existing: true }),
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary:
    'Plans prices of SKUs from a CSV file, each from its own future day, all rows or none. ' +
    '`dryRun` only checks the file. An empty tier price keeps the value it has on that day',
})
export const undoPlannedPriceImport = endpoint('POST', '/api/planned-prices/import/:id/undo', {
  permission: 'skus.import',
  returns: bulkOutcome,
  summary: 'Undoes an import of planned prices. Prices already in effect stay',
})
export const upsertPlannedPrices = endpoint('POST', '/api/planned-prices/upsert', {
  permission: 'skus.edit',
  body: upsertForm(plannedPriceRow),
  ignores: answerOnlyFields(plannedPrice, plannedPriceRow).map((name) => `records.${name}`),
  hasManyRecords: true,
  returns: upsertOutcome,
  summary:
    'Plans up to 1,000 prices of SKUs, each from its own future day, with one result each. An ' +
    'omitted tier price keeps the value it has on that day',
})
export const cancelPlannedPrice = endpoint('DELETE', '/api/planned-prices/:id', {
  permission: 'skus.edit',
  summary: 'Cancels a planned price change; refused from its effective date on',
})
