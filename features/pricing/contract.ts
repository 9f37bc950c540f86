import * as z from 'zod/mini'
import { endpoint, listQuery } from '#platform/kernel/endpoint.ts'
import { dayField, id, price, units } from '#platform/kernel/fields.ts'

export const contractPriceForm = z.object({
  customerId: id('Please select a customer'),
  skuId: id('Please select a SKU'),
  contractPrice: price,
  effectiveDate: z.optional(dayField),
  expirationDate: z.optional(z.nullable(dayField)),
  minimumQuantity: z.optional(units(1)),
  isActive: z.optional(z.boolean()),
})

/** A price agreed with one customer for one SKU, from a quantity on, between two days inclusive. */
export const contractPrice = z.object({
  id: z.int(),
  customerId: z.int(),
  skuId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  sku: z.string(),
  skuName: z.string(),
  contractPrice: z.string(),
  effectiveDate: z.string(),
  expirationDate: z.nullable(z.string()),
  minimumQuantity: z.int(),
  isActive: z.boolean(),
  /** True where its last day is past. */
  isExpired: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type ContractPrice = z.infer<typeof contractPrice>
export type ContractPriceForm = z.output<typeof contractPriceForm>

const idParameter = z.optional(z.coerce.number().check(z.int(), z.positive()))

export const contractPriceQuery = z.object({
  ...listQuery,
  customerId: idParameter,
  skuId: idParameter,
  isActive: z.optional(z.enum(['true', 'false'])),
  isExpired: z.optional(z.enum(['true', 'false'])),
})
export type ContractPriceQuery = z.output<typeof contractPriceQuery>

export const listContractPrices = endpoint('GET', '/api/contract-pricing', {
  permission: 'pricing.read',
  query: contractPriceQuery,
  returns: z.array(contractPrice),
  summary: 'Contract prices, of one customer or SKU where asked',
})
export const readContractPrice = endpoint('GET', '/api/contract-pricing/:id', {
  permission: 'pricing.read',
  returns: contractPrice,
  summary: 'One contract price',
})
export const createContractPrice = endpoint('POST', '/api/contract-pricing', {
  permission: 'pricing.edit',
  body: contractPriceForm,
  returns: contractPrice,
  status: 201,
  summary: 'Agrees a price; refused where it overlaps another for the same quantity',
})
export const updateContractPrice = endpoint('PUT', '/api/contract-pricing/:id', {
  permission: 'pricing.edit',
  body: contractPriceForm,
  returns: contractPrice,
  summary: 'Changes a contract price',
})
export const deleteContractPrice = endpoint('DELETE', '/api/contract-pricing/:id', {
  permission: 'pricing.edit',
  summary: 'Deletes a contract price; orders already placed keep theirs',
})
