import * as z from 'zod/mini'
import {
  bulkForm,
  bulkOutcome,
  csvBody,
  type ImportColumn,
  importOutcome,
  importQuery,
} from '#platform/kernel/bulk.ts'
import {
  amountQuery,
  endpoint,
  exportQuery,
  paging,
  ids,
  listQuery,
  textQuery,
  unitsQuery,
} from '#platform/kernel/endpoint.ts'
import {
  code,
  momentQuery,
  optionalPrice,
  optionalText,
  price,
  text,
  units,
} from '#platform/kernel/fields.ts'

export const unitsOfMeasure = ['EA', 'LB', 'KG', 'FT', 'M', 'BOX', 'PKG'] as const

/** The options of the form, as the specification words them. */
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
 * `unitOfMeasure` takes other short codes too (GAL and so on), as imports bring them. A typed
 * `currentStock` is booked as an adjustment, for which `stockReason` may say why.
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

const nullableText = z.nullable(z.string())

/**
 * A SKU as the calls answer it. `cost`, `averageCost` (what a unit of the stock cost, null where
 * there never was any) and `stockValue` are null for roles that may not read it. `awaitingApproval`
 * are units that somebody adjusted and that are not booked before another person approves them.
 */
export const sku = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  description: nullableText,
  category: nullableText,
  unitOfMeasure: z.string(),
  cost: nullableText,
  averageCost: nullableText,
  stockValue: nullableText,
  price: z.string(),
  tier1Price: nullableText,
  tier2Price: nullableText,
  tier3Price: nullableText,
  minimumStock: z.int(),
  currentStock: z.int(),
  reserved: z.int(),
  available: z.int(),
  onOrder: z.int(),
  awaitingApproval: z.nullable(z.int()),
  lastInventoryUpdate: nullableText,
  barcode: nullableText,
  wmsLocation: nullableText,
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type Sku = z.infer<typeof sku>
export type SkuForm = z.output<typeof skuForm>

export const skuQuery = z.object({
  ...listQuery,
  tier1Price: amountQuery,
  tier2Price: amountQuery,
  tier3Price: amountQuery,
  reserved: unitsQuery,
  onOrder: unitsQuery,
  lastInventoryUpdate: momentQuery,
  createdAt: momentQuery,
  updatedAt: momentQuery,
  sku: textQuery,
  name: textQuery,
  barcode: textQuery,
  isActive: z.optional(z.enum(['true', 'false'])),
  category: textQuery,
  stock: z.optional(z.enum(['low'])),
  id: ids,
  unitOfMeasure: textQuery,
  wmsLocation: textQuery,
  price: amountQuery,
  cost: amountQuery,
  currentStock: unitsQuery,
  minimumStock: unitsQuery,
})
export type SkuQuery = z.output<typeof skuQuery>

export const listSkus = endpoint('GET', '/api/skus', {
  permission: 'skus.read',
  query: skuQuery,
  returns: z.array(sku),
  summary: 'SKUs',
})
export const readSku = endpoint('GET', '/api/skus/:id', {
  permission: 'skus.read',
  returns: sku,
  summary: 'One SKU',
})
/** Fields of the record that nobody sets: a body may carry them without any effect. */
const computed = [
  'id',
  'reserved',
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
  summary: 'Makes a SKU',
})
export const updateSku = endpoint('PUT', '/api/skus/:id', {
  permission: 'skus.edit',
  body: skuForm,
  returns: sku,
  summary: 'Changes a SKU; fields that are left out stay; a new stock is booked as an adjustment',
})
export const adjustStock = endpoint('POST', '/api/skus/:id/adjust', {
  permission: 'skus.adjust',
  body: z.object({ currentStock: units(0), stockReason: optionalText(200) }),
  returns: sku,
  summary: 'Books the difference between a counted stock and the stock on record, or asks for it',
})
export const deleteSku = endpoint('DELETE', '/api/skus/:id', {
  permission: 'skus.delete',
  summary: 'Deletes a SKU that nothing refers to; restorable for 30 days',
})
export const restoreSku = endpoint('POST', '/api/skus/:id/restore', {
  permission: 'skus.delete',
  returns: sku,
  summary: 'Brings a deleted SKU back',
})
export const listDeletedSkus = endpoint('GET', '/api/skus/deleted', {
  permission: 'skus.delete',
  returns: z.array(sku),
  summary: 'SKUs deleted in the last 30 days, newest first',
})

const exportSkuQuery = z.extend(z.omit(skuQuery, paging), exportQuery)
export type ExportSkus = z.output<typeof exportSkuQuery>

export const exportSkus = endpoint('GET', '/api/skus/export.csv', {
  permission: 'skus.read',
  query: exportSkuQuery,
  file: 'text/csv',
  summary: 'Every SKU that the filters find, as CSV in the order of the list',
})

const changeSkusForm = bulkForm(skuQuery)
export type ChangeSkus = z.output<typeof changeSkusForm>

export const changeSkus = endpoint('POST', '/api/skus/bulk', {
  permission: 'skus.edit',
  body: changeSkusForm,
  returns: bulkOutcome,
  summary: 'Activates, deactivates, deletes or brings back many SKUs',
})

export const listSkuCategories = endpoint('GET', '/api/skus/categories', {
  permission: 'skus.read',
  returns: z.array(z.string()),
  summary: 'The categories that SKUs are in, by name',
})

/** What a file of SKUs may say of one of them. */
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
  takes: 'text/csv',
  returns: importOutcome,
  summary: 'Makes and changes SKUs by a CSV file, all of its rows or none; may only check it',
})
export const undoSkuImport = endpoint('POST', '/api/skus/import/:id/undo', {
  permission: 'skus.import',
  returns: bulkOutcome,
  summary: 'Takes an import of SKUs back; those changed since are kept',
})
