import type { ListPrices } from '#features/pricing/rules.ts'
import type { TaxRate } from '#features/pricing/sales-tax.ts'
import { normalizePlace } from '#features/settings/countries-and-states.ts'
import { currentTaxRates, readSettings } from '#features/settings/server/service.ts'
import { type Day, day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { BacktestDraft } from '../contract.ts'
import type { PolicyDraft, TaxTable } from '../policy-draft.ts'
import { placeKeyOf } from '../rules.ts'
import * as store from './store.ts'

/** A draft with everything that it needs: planned prices, and the tax table of today. */
export async function resolveDraft(ctx: Context, draft: BacktestDraft): Promise<PolicyDraft> {
  const { creditRules, creditLimits, prices, tax } = draft
  return {
    ...(creditRules && { creditRules: creditRulesOf(creditRules) }),
    ...(creditLimits && { creditLimits: limitsOf(creditLimits) }),
    ...(prices && { prices: await pricesOf(ctx, prices) }),
    ...(tax && { tax: await taxOf(ctx, tax) }),
  }
}

function creditRulesOf(rules: NonNullable<BacktestDraft['creditRules']>) {
  const { creditZeroMeans, creditOver, creditOverdueDays, creditOverduePercent } = rules
  return {
    ...(creditZeroMeans && { zeroMeans: creditZeroMeans }),
    ...(creditOver && { creditOver }),
    ...(creditOverdueDays !== undefined && { overdueDays: creditOverdueDays }),
    ...(creditOverduePercent !== undefined && { overduePercent: creditOverduePercent }),
  }
}

function limitsOf({ percent, customers = [] }: NonNullable<BacktestDraft['creditLimits']>) {
  const limits = customers.map(
    ({ customerId, creditLimit }) => [customerId, cents(creditLimit)] as const,
  )
  return { limits: new Map(limits), ...(percent !== undefined && { percent }) }
}

type PricesOfDay = {
  skuId: number
  price: string
  tier1Price: string | null
  tier2Price: string | null
  tier3Price: string | null
}

async function pricesOf(ctx: Context, draft: NonNullable<BacktestDraft['prices']>) {
  const { plannedFor, skus = [], percent, withTiers = true } = draft
  const planned = plannedFor ? await readPlanned(ctx, plannedFor) : []
  const bySku = [...planned, ...skus].map(
    ({ skuId, ...prices }) => [skuId, inCents(prices)] as const,
  )
  return { withTiers, bySku: new Map(bySku), ...(percent !== undefined && { percent }) }
}

function readPlanned(ctx: Context, date: Day): Promise<PricesOfDay[]> {
  return rows<PricesOfDay>(ctx.db, store.readPricesOfDay, [date])
}

function inCents(prices: Omit<PricesOfDay, 'skuId'>): ListPrices {
  const amount = (text: string | null) => (text === null ? null : cents(text))
  return {
    price: cents(prices.price),
    tier1Price: amount(prices.tier1Price),
    tier2Price: amount(prices.tier2Price),
    tier3Price: amount(prices.tier3Price),
  }
}

/** Before every order, so that a rate of a draft is in force for all of them. */
const sinceEver = day('1900-01-01')

async function taxOf(ctx: Context, draft: NonNullable<BacktestDraft['tax']>) {
  const [settings, rates] = await Promise.all([readSettings(ctx), currentTaxRates(ctx)])
  const current: TaxTable = { rates, defaultRate: settings.taxDefaultRate }
  const drafted = (draft.rates ?? []).map(({ country, state = '', rate }): TaxRate => {
    return { ...normalizePlace({ country, state }), rate, effectiveDate: sinceEver }
  })
  const places = new Set(drafted.map(placeKeyOf))
  const others = rates.filter((rate) => !places.has(placeKeyOf(rate)))
  const { defaultRate = current.defaultRate } = draft
  return { current, draft: { rates: [...others, ...drafted], defaultRate } }
}
