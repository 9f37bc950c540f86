import * as z from 'zod/mini'
import { decisionVerdicts } from '#features/decisions/contract.ts'
import { rate, rateOfPercent, settings } from '#features/settings/contract.ts'
import { percentProblem } from '#features/skus/rules.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  dayField,
  dayText,
  freeLine,
  id,
  lineText,
  momentText,
  price,
} from '#platform/kernel/fields.ts'
import { backtestStates, maxListed, placeKeyOf } from './rules.ts'

/** A change such as `2.5` or `-10`, in percent, of a price or a limit. */
const percentOf = (what: 'price' | 'limit') =>
  z.string().check(z.maxLength(10), (check) => {
    const message = percentProblem(check.value)?.replace('the price', `the ${what}`)
    if (message) check.issues.push({ code: 'custom', message, input: check.value })
  })

const tooMany = z.maxLength(maxListed, `At most ${maxListed.toLocaleString('en-US')}`)

/** True if no value is listed twice. */
const isDistinct = (keys: readonly unknown[]) => new Set(keys).size === keys.length

/** Credit rules of the settings; a missing one stays as it was for each order. */
export const backtestCreditRules = z.partial(
  z.pick(settings, {
    creditZeroMeans: true,
    creditOver: true,
    creditOverdueDays: true,
    creditOverduePercent: true,
  }),
)

/** Credit limits: a change of all in percent, and those of some customers. */
export const backtestCreditLimits = z.object({
  percent: z.optional(percentOf('limit')),
  customers: z.optional(
    z.array(z.object({ customerId: id('Please select a customer'), creditLimit: price })).check(
      tooMany,
      z.refine((limits) => isDistinct(limits.map(({ customerId }) => customerId)), {
        error: 'A customer is listed twice',
      }),
    ),
  ),
})

const tierPrice = z.nullable(price)

/**
 * List prices: those planned for a day, then those of some SKUs, then a change of all in percent,
 * of tier prices only if `withTiers`.
 */
export const backtestPrices = z.object({
  plannedFor: z.optional(dayField),
  skus: z.optional(
    z
      .array(
        z.object({
          skuId: id(),
          price,
          tier1Price: tierPrice,
          tier2Price: tierPrice,
          tier3Price: tierPrice,
        }),
      )
      .check(
        tooMany,
        z.refine((prices) => isDistinct(prices.map(({ skuId }) => skuId)), {
          error: 'A SKU is listed twice',
        }),
      ),
  ),
  percent: z.optional(percentOf('price')),
  withTiers: z.optional(z.boolean()),
})

const placeRateWith = (aRate: typeof rate) =>
  z.object({ country: lineText(100), state: z.optional(freeLine(100)), rate: aRate })

/** The sales tax rate of a place. */
export const backtestTaxRate = placeRateWith(rate)

const taxWith = (aRate: typeof rate, placeRate: typeof backtestTaxRate) =>
  z.object({
    defaultRate: z.optional(aRate),
    rates: z.optional(
      z.array(placeRate).check(
        tooMany,
        z.refine((rates) => isDistinct(rates.map(placeKeyOf)), {
          error: 'A location is listed twice',
        }),
      ),
    ),
  })

/** Sales tax: the default rate, and rates of places, as if they had always been in force. */
export const backtestTax = taxWith(rate, backtestTaxRate)

const draftWith = (tax: typeof backtestTax) =>
  z.object({
    creditRules: z.optional(backtestCreditRules),
    creditLimits: z.optional(backtestCreditLimits),
    prices: z.optional(backtestPrices),
    tax: z.optional(tax),
  })

/** The draft in a form, whose rates are typed as percentages. */
export const typedDraft = draftWith(taxWith(rateOfPercent, placeRateWith(rateOfPercent)))

/** Why a draft without a change is refused. */
export const noChangeSentence = 'Enter at least one change'

/** A draft of settings and prices, to be tested on past orders. */
export const backtestDraft = draftWith(backtestTax).check(
  z.refine((draft) => hasChange(draft), { error: noChangeSentence }),
)
export type BacktestDraft = z.output<typeof backtestDraft>

/** True if a draft changes something. */
export function hasChange(draft: z.input<typeof typedDraft>): boolean {
  return Object.values(draft).some(changesSomething)
}

/** True if a part of a draft has a value besides the choice whether tier prices change. */
function changesSomething(part: object | undefined): boolean {
  return Object.entries(part ?? {}).some(([name, value]) => {
    if (name === 'withTiers' || value === undefined) return false
    return !Array.isArray(value) || value.length > 0
  })
}

/** How an order came out, or would have. */
export const backtestOutcome = z.object({
  verdict: z.enum(decisionVerdicts),
  holdReason: z.nullable(z.string()),
})

/** Sums of the orders that were created, or would have been. */
export const backtestSums = z.object({
  orders: z.int(),
  subtotal: amountText,
  taxAmount: amountText,
  shippingAmount: amountText,
  total: amountText,
})

const exampleIds = {
  decisionId: z.int(),
  /** Null for an order that was refused. */
  salesOrderId: z.nullable(z.int()),
  customerId: z.int(),
}

const storedExample = z.object({
  ...exampleIds,
  /** The day that prices and tax were as of. */
  date: dayText,
  totalBefore: amountText,
  totalAfter: amountText,
  /** What the credit check would have said, if it would have failed. */
  says: z.optional(z.string()),
})

/** An order that would have come out otherwise. */
export const backtestExample = z.object({
  ...storedExample.shape,
  orderNumber: z.nullable(z.string()),
  customerCode: z.string(),
  customerName: z.string(),
})
export type BacktestExample = z.infer<typeof backtestExample>

const outcomeChangeFields = {
  from: backtestOutcome,
  to: backtestOutcome,
  orders: z.int(),
  totalBefore: amountText,
  totalAfter: amountText,
}

const resultFields = {
  /** Orders that were decided again with the draft. */
  compared: z.int(),
  /** Those of them that would have come out otherwise. */
  changed: z.int(),
  /** Orders that cannot be decided again on the facts of their receipts. */
  notComparable: z.int(),
  /** Orders without a receipt, such as those by total. */
  withoutReceipt: z.int(),
  before: backtestSums,
  after: backtestSums,
  /**
   * True if credit or the margin rule was left as it was, or refused orders were left out, because
   * the user may not see them.
   */
  hidesCredit: z.boolean(),
  hidesCost: z.boolean(),
  hidesRefused: z.boolean(),
}

/** A result as it is stored: without names. */
export const storedResult = z.object({
  ...resultFields,
  moves: z.array(z.object({ ...outcomeChangeFields, examples: z.array(storedExample) })),
})
export type StoredResult = z.infer<typeof storedResult>

/** The ways in which orders would have come out otherwise, each with its largest examples. */
export const backtestResult = z.object({
  ...resultFields,
  moves: z.array(z.object({ ...outcomeChangeFields, examples: z.array(backtestExample) })),
})
export type BacktestResult = z.infer<typeof backtestResult>
export type BacktestOutcomeChange = BacktestResult['moves'][number]

/** A draft that is tested on the orders of the last 90 days. */
export const backtest = z.object({
  id: z.int(),
  state: z.enum(backtestStates),
  draft: backtestDraft,
  /** Orders to compare; 0 until they are counted. */
  total: z.int(),
  /** Orders that were read so far. */
  done: z.int(),
  createdAt: momentText,
  finishedAt: z.nullable(momentText),
  /** Why it failed. */
  failure: z.nullable(z.string()),
  /** Null until it is done. */
  result: z.nullable(backtestResult),
})
export type Backtest = z.infer<typeof backtest>

export const createBacktest = endpoint('POST', '/api/backtests', {
  permission: 'backtests.run',
  hasManyRecords: true,
  body: backtestDraft,
  returns: backtest,
  status: 201,
  summary:
    'Tests a draft of credit rules, credit limits, list prices or tax on the orders of the last ' +
    '90 days, in the background. Needs the permissions to change what the draft changes. Nothing ' +
    'but the result is written',
})

export const readLastBacktest = endpoint('GET', '/api/backtests/last', {
  permission: 'backtests.run',
  returns: z.object({ backtest: z.nullable(backtest) }),
  summary: 'Your last backtest with its progress, or its result for 7 days; null if there is none',
})

export const readBacktest = endpoint('GET', '/api/backtests/:id', {
  permission: 'backtests.run',
  returns: backtest,
  summary: 'One of your backtests with its progress, or its result for 7 days',
})

export const cancelBacktest = endpoint('POST', '/api/backtests/:id/cancel', {
  permission: 'backtests.run',
  returns: backtest,
  summary: 'Cancels your backtest while it waits or runs',
})
