import * as z from 'zod/mini'
import { bulkOutcome } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { answerOnlyFields, upsertForm, upsertOutcome } from '#platform/kernel/upsert.ts'
import {
  amountText,
  code,
  dayField,
  dayText,
  id,
  idParameter,
  momentText,
  price,
  units,
} from '#platform/kernel/fields.ts'
import { defineList, field, defineTable } from '#platform/kernel/list.ts'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/import.ts'

export const contractPriceForm = z.object({
  customerId: id('Please select a customer'),
  skuId: id('Please select a SKU'),
  contractPrice: price,
  effectiveDate: z.optional(dayField),
  expirationDate: z.optional(z.nullable(dayField)),
  minimumQuantity: z.optional(units(1)),
  isActive: z.optional(z.boolean()),
})

/**
 * A contract price of one customer for one SKU, from a minimum quantity, between two days
 * inclusive.
 */
export const contractPrice = z.object({
  id: z.int(),
  customerId: z.int(),
  skuId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  sku: z.string(),
  skuName: z.string(),
  contractPrice: amountText,
  effectiveDate: dayText,
  expirationDate: z.nullable(dayText),
  minimumQuantity: z.int(),
  isActive: z.boolean(),
  /** True if the last day is in the past. */
  isExpired: z.boolean(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type ContractPrice = z.infer<typeof contractPrice>
export type ContractPriceForm = z.output<typeof contractPriceForm>

/** The list of contract prices, with the columns for the prices of one customer. */
export const contractPriceList = defineList({
  name: 'contract-prices',
  row: contractPrice,
  defaultSort: 'customerCode,sku,minimumQuantity,effectiveDate',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { isLong: true, width: 240 } }),
    contractPrice: field.amount({
      label: 'Contract price',
      sortable: true,
      filterable: true,
      column: { width: 130, phone: 'amount' },
    }),
    minimumQuantity: field.units({
      label: 'From quantity',
      sortable: true,
      filterable: true,
      column: { width: 130 },
    }),
    effectiveDate: field.day({
      label: 'From',
      sortable: true,
      filterable: true,
      column: { width: 110, phone: 'date' },
    }),
    expirationDate: field.day({
      label: 'To',
      sortable: true,
      filterable: true,
      column: { width: 110 },
    }),
    isActive: { ...field.active(), column: { width: 110, phone: 'badge' } },
    id: field.references({ sortable: true, filterable: true }),
    customerCode: field.text({ label: 'Customer', sortable: true }),
    customerName: field.text({ sortable: true }),
    skuName: field.text({ sortable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    updatedAt: field.moment({ sortable: true, filterable: true }),
    customerId: field.reference({ filterable: true }),
    skuId: field.reference({ filterable: true }),
    isExpired: field.only(['true', 'false'], { filterable: true }),
  },
})

/** The contract prices for one SKU. */
export const skuContractPriceList = defineTable(contractPriceList, {
  name: contractPriceList.name,
  columns: {
    customerCode: { isLong: true, width: 240 },
    contractPrice: true,
    minimumQuantity: true,
    effectiveDate: true,
    expirationDate: true,
    isActive: true,
  },
})

export const contractPriceQuery = contractPriceList.query
export type ContractPriceQuery = z.output<typeof contractPriceQuery>

export const listContractPrices = endpoint('GET', '/api/contract-pricing', {
  permission: 'pricing.read',
  query: contractPriceQuery,
  returns: z.array(contractPrice),
  summary: 'Contract prices, optionally of one customer or SKU',
})
export const readContractPrice = endpoint('GET', '/api/contract-pricing/:id', {
  permission: 'pricing.read',
  returns: contractPrice,
  summary: 'One contract price',
})

/** Computed fields: accepted in a body but ignored. */
const computed = ['id', 'isActive', 'createdAt', 'updatedAt', 'version']

export const createContractPrice = endpoint('POST', '/api/contract-pricing', {
  permission: 'pricing.edit',
  body: contractPriceForm,
  ignores: computed,
  returns: contractPrice,
  status: 201,
  summary: 'Creates a contract price; refused if it overlaps another one for the same quantity',
})
export const updateContractPrice = endpoint('PUT', '/api/contract-pricing/:id', {
  permission: 'pricing.edit',
  checksVersion: true,
  body: contractPriceForm,
  returns: contractPrice,
  summary: 'Changes a contract price',
})
export const deleteContractPrice = endpoint('DELETE', '/api/contract-pricing/:id', {
  permission: 'pricing.edit',
  checksVersion: true,
  summary: 'Deletes a contract price; existing orders keep their prices',
})

/** The columns of a contract price import file; a column fixed by the request is optional. */
export function priceColumns(fixed: {
  customerId?: number | undefined
  skuId?: number | undefined
}): ImportColumn[] {
  return [
    { name: 'customerCode', label: 'Customer Code', ...(!fixed.customerId && required) },
    { name: 'sku', label: 'SKU', ...(!fixed.skuId && required) },
    { name: 'contractPrice', label: 'Contract Price', kind: 'amount', ...required },
    { name: 'minimumQuantity', label: 'Minimum Quantity', kind: 'count' },
    { name: 'effectiveDate', label: 'Effective Date', kind: 'day' },
    { name: 'expirationDate', label: 'Expiration Date', kind: 'day' },
    { name: 'isActive', label: 'Active', kind: 'flag' },
  ]
}
const required = { isRequired: true } as const

/** A row of a contract price file. Omitted fields do not change, or default as in a new price. */
export const priceRow = z.object({
  customerCode: z.optional(code()),
  sku: z.optional(code()),
  contractPrice: price,
  minimumQuantity: z.optional(units(1)),
  effectiveDate: z.optional(dayField),
  expirationDate: z.optional(z.nullable(dayField)),
  isActive: z.optional(z.boolean()),
})
export type PriceRow = z.output<typeof priceRow>

/**
 * A contract price of an upsert, by the codes of its customer and SKU. Absent fields stay, or
 * default as in a new price; null as the last day means that it has no end.
 */
export const contractPriceUpsert = z.extend(priceRow, { customerCode: code(), sku: code(100) })

export const upsertContractPrices = endpoint('POST', '/api/contract-pricing/upsert', {
  permission: 'pricing.edit',
  body: upsertForm(contractPriceUpsert),
  ignores: answerOnlyFields(contractPrice, contractPriceUpsert).map((name) => `records.${name}`),
  hasManyRecords: true,
  returns: upsertOutcome,
  summary:
    'Creates and updates up to 1,000 contract prices, with one result each. A price without a ' +
    'last day ends the day before the next one begins',
})

export const importPricesQuery = z.extend(importQuery, {
  customerId: idParameter,
  skuId: idParameter,
})
export type ImportPrices = z.output<typeof importPricesQuery>

export const importContractPrices = endpoint('POST', '/api/contract-pricing/import', {
  permission: 'pricing.edit',
  query: importPricesQuery,
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary:
    'Imports contract prices from a CSV file, all rows or none. `dryRun` only checks it. With ' +
    'existing=update, a price without an end date ends the day before the next one takes effect',
})
export const undoContractPriceImport = endpoint('POST', '/api/contract-pricing/import/:id/undo', {
  permission: 'pricing.edit',
  returns: bulkOutcome,
  summary: 'Undoes an import of contract prices, except for prices changed after it',
})
