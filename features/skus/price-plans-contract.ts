import * as z from 'zod/mini'
import { amountQuery, endpoint, listQuery } from '#platform/kernel/endpoint.ts'
import { dayField, idParameter, momentQuery, optionalText } from '#platform/kernel/fields.ts'
import { pricesToGive } from './prices-contract.ts'

const nullableText = z.nullable(z.string())

const dated = {
  price: z.string(),
  tier1Price: nullableText,
  tier2Price: nullableText,
  tier3Price: nullableText,
  reason: nullableText,
  /** Who wrote it; null for what a SKU had from the beginning. */
  createdBy: nullableText,
  createdAt: z.string(),
}

/**
 * The prices of a SKU from a day on until the next row's day. `id` and `effectiveDate` are null for
 * those that a SKU had from the beginning.
 */
export const skuPrice = z.object({
  id: z.nullable(z.int()),
  effectiveDate: nullableText,
  ...dated,
  standing: z.enum(['past', 'current', 'planned']),
})
export type SkuPrice = z.infer<typeof skuPrice>

export const listSkuPrices = endpoint('GET', '/api/skus/:id/prices', {
  permission: 'skus.read',
  returns: z.array(skuPrice),
  summary: 'Past, current and planned prices of a SKU, the latest day first; at most 500',
})

/** A change of prices that is planned for a coming day. */
export const plannedPrice = z.object({
  id: z.int(),
  skuId: z.int(),
  sku: z.string(),
  skuName: z.string(),
  effectiveDate: z.string(),
  ...dated,
  /** The standard price of the SKU today. */
  currentPrice: z.string(),
})
export type PlannedPrice = z.infer<typeof plannedPrice>

export const plannedPriceQuery = z.object({
  ...listQuery,
  skuId: idParameter,
  effectiveDate: z.optional(dayField),
  price: amountQuery,
  createdAt: momentQuery,
})
export type PlannedPriceQuery = z.output<typeof plannedPriceQuery>

export const listPlannedPrices = endpoint('GET', '/api/planned-prices', {
  permission: 'skus.read',
  query: plannedPriceQuery,
  returns: z.array(plannedPrice),
  summary: 'Price changes that are planned and have not begun, the next first',
})

const planPricesForm = z.object({
  effectiveDate: dayField,
  reason: optionalText(200),
  prices: pricesToGive,
})
export type PlanPrices = z.output<typeof planPricesForm>

/** What was planned, and why other SKUs were left out. */
export const plannedPrices = z.object({
  done: z.array(z.object({ id: z.int(), plannedPriceId: z.int() })),
  kept: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type PlannedPrices = z.infer<typeof plannedPrices>

export const planPrices = endpoint('POST', '/api/planned-prices', {
  permission: 'skus.edit',
  body: planPricesForm,
  returns: plannedPrices,
  summary:
    'Plans new prices of SKUs from a coming day on; those changed meanwhile, or with a plan for ' +
    'that day already, are left out',
})
export const cancelPlannedPrice = endpoint('DELETE', '/api/planned-prices/:id', {
  permission: 'skus.edit',
  summary: 'Cancels a planned price change; refused once its day has come',
})
