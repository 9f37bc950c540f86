import * as z from 'zod/mini'
import { endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { dayField, freeLine, lineText } from '#platform/kernel/fields.ts'
import { rate } from './contract.ts'

// Sales tax by place.

/** The sales tax of a place from a day on. Rates are shares; no state is the whole country. */
export const taxRateForm = z.object({
  country: lineText(100),
  state: z.optional(freeLine(100)),
  rate,
  effectiveDate: dayField,
})
export type TaxRateForm = z.output<typeof taxRateForm>

export const taxRate = z.object({
  id: z.int(),
  country: z.string(),
  state: z.string(),
  rate: z.string(),
  effectiveDate: z.string(),
  /** True where orders were placed under it as it is: it stays so. */
  isUsed: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type TaxRateRecord = z.infer<typeof taxRate>

const taxRateQuery = z.object({
  ...listQuery,
  country: textQuery,
  state: textQuery,
})
export type TaxRateQuery = z.output<typeof taxRateQuery>

export const listTaxRates = endpoint('GET', '/api/tax-rates', {
  permission: 'settings.read',
  query: taxRateQuery,
  returns: z.array(taxRate),
  summary: 'The sales tax of places, each from a day on',
})
export const readTaxRate = endpoint('GET', '/api/tax-rates/:id', {
  permission: 'settings.read',
  returns: taxRate,
  summary: 'One tax rate',
})
export const createTaxRate = endpoint('POST', '/api/tax-rates', {
  permission: 'settings.manage',
  body: taxRateForm,
  returns: taxRate,
  status: 201,
  summary: 'Gives a place a rate from a day on, until its next one begins',
})
export const updateTaxRate = endpoint('PUT', '/api/tax-rates/:id', {
  permission: 'settings.manage',
  body: taxRateForm,
  returns: taxRate,
  summary: 'Changes a rate that no order was placed under yet',
})
export const deleteTaxRate = endpoint('DELETE', '/api/tax-rates/:id', {
  permission: 'settings.manage',
  summary: 'Deletes a rate that no order was placed under yet',
})
