import type * as z from 'zod/mini'
import { parsePercent } from '#features/settings/rules.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { typedDraft } from '../contract.ts'

/** The draft as typed; an empty field changes nothing. */
export type DraftValues = {
  creditRules: {
    creditZeroMeans: string
    creditOver: string
    creditOverdueDays: string
    creditOverduePercent: string
  }
  creditLimits: {
    percent: string
    customers: { customerId: Choice | undefined; creditLimit: string }[]
  }
  prices: { percent: string; withTiers: boolean; plannedFor: string }
  tax: { defaultRate: string; rates: { country: string; state: string; rate: string }[] }
}

/** The form without a change: with one line for a customer, and one for a place. */
export const emptyDraft: DraftValues = {
  creditRules: {
    creditZeroMeans: '',
    creditOver: '',
    creditOverdueDays: '',
    creditOverduePercent: '',
  },
  creditLimits: { percent: '', customers: [{ customerId: undefined, creditLimit: '' }] },
  prices: { percent: '', withTiers: true, plannedFor: '' },
  tax: { defaultRate: '', rates: [{ country: '', state: '', rate: '' }] },
}

type WireDraft = z.input<typeof typedDraft>

/** The draft for the API: only what was filled in. */
export function draftToWire({ creditRules, creditLimits, prices, tax }: DraftValues): WireDraft {
  const rules = filled({
    ...creditRules,
    creditOverdueDays: countOf(creditRules.creditOverdueDays),
    creditOverduePercent: countOf(creditRules.creditOverduePercent),
  })
  const customers = creditLimits.customers
    .filter(({ customerId, creditLimit }) => customerId || creditLimit.trim() !== '')
    .map(({ customerId, creditLimit }) => ({ customerId: customerId?.id ?? 0, creditLimit }))
  const rates = tax.rates
    .filter((place) => Object.values(place).some((text) => text.trim() !== ''))
    .map(({ rate, ...place }) => ({ ...place, rate: parsePercent(rate) }))
  const limits = filled({ percent: creditLimits.percent, customers })
  const listed = filled({ percent: prices.percent, plannedFor: prices.plannedFor })
  const taxes = filled({
    defaultRate: tax.defaultRate.trim() === '' ? '' : parsePercent(tax.defaultRate),
    rates,
  })
  // The schema checks the values of the fields, and says which are wrong.
  return {
    ...(rules && { creditRules: rules }),
    ...(limits && { creditLimits: limits }),
    ...(listed && { prices: { ...listed, withTiers: prices.withTiers } }),
    ...(taxes && { tax: taxes }),
  } as WireDraft
}

/** A whole number as a number; other text stays, so that the schema refuses it. */
function countOf(typed: string): string | number {
  const text = typed.trim()
  return /^\d+$/.test(text) ? Number(text) : text
}

/** The fields that have a value; undefined if none has. */
function filled<Fields extends object>(fields: Fields): Partial<Fields> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => {
    return Array.isArray(value) ? value.length > 0 : String(value).trim() !== ''
  })
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Partial<Fields>)
}
