import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id, optionalText, price } from '#platform/kernel/fields.ts'

const optionalAmount = z.nullable(price)

/** The prices a SKU is to have, and the version on which that was decided. */
export const newPrices = z.object({
  id: id(),
  version: z.int(),
  price,
  tier1Price: optionalAmount,
  tier2Price: optionalAmount,
  tier3Price: optionalAmount,
})
export type NewPrices = z.output<typeof newPrices>

/** The most SKUs whose prices one call adjusts. */
export const maxPrices = 5000

/** New prices of some SKUs, each named once. */
export const pricesToGive = z.array(newPrices).check(
  z.minLength(1, 'Required'),
  z.maxLength(maxPrices, `At most ${maxPrices.toLocaleString('en-US')} SKUs at once`),
  z.refine((prices) => new Set(prices.map((each) => each.id)).size === prices.length, {
    error: 'A SKU is named twice',
  }),
)

const adjustPricesForm = z.object({ reason: optionalText(200), prices: pricesToGive })
export type AdjustPrices = z.output<typeof adjustPricesForm>

/** The prices as they are now, with the versions a way back needs; and why others stayed. */
export const adjustedPrices = z.object({
  done: z.array(z.object({ id: z.int(), version: z.int() })),
  kept: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type AdjustedPrices = z.infer<typeof adjustedPrices>

export const adjustPrices = endpoint('POST', '/api/skus/prices', {
  permission: 'skus.edit',
  body: adjustPricesForm,
  returns: adjustedPrices,
  summary: 'Gives many SKUs new prices at once; those changed meanwhile keep theirs',
})
