// One file: every field in which two decisions can differ, with its sentence.
import { priceName, termsText } from '#features/customers/labels.ts'
import { formatPercent } from '#features/settings/rules.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type {
  DecisionFacts,
  DecisionLine,
  DecisionOutcome,
  ReplayDifference,
  ReplayTopic,
} from './contract.ts'
import { holdReasonLabel } from './hold-labels.ts'
import { resultNames, ruleNames, verdictNames } from './labels.ts'

// What is not the same when a decision is made again, field by field and each in a sentence.

type Content = { facts: DecisionFacts; outcome: DecisionOutcome }

/**
 * Every difference between a decision and the same decision made again: line by line, then tax,
 * credit, stock, hold and total. The caller has removed what the user may not see from both.
 */
export function differencesBetween(then: Content, now: Content): ReplayDifference[] {
  return [
    ...lineDifferences(then, now),
    ...taxDifferences(then, now),
    ...creditDifferences(then, now),
    ...stockDifferences(then, now),
    ...ruleDifferences(then.outcome, now.outcome),
    ...orderDifferences(then.facts, now.facts),
    ...holdDifferences(then.outcome, now.outcome),
    ...totalDifferences(then.outcome, now.outcome),
  ]
}

type Value = string | number | boolean | null | undefined

type Field = Pick<ReplayDifference, 'topic' | 'field' | 'lineNo' | 'sku'> & {
  /** What the sentence begins with: `Line 1, S-1: the price`. */
  subject: string
  /** How a value is written in the sentence. */
  format?: (value: string) => string
}

/** The difference of one field; none if both values are equal. */
function difference(
  { subject, format = (value) => value, ...field }: Field,
  from: Value,
  to: Value,
): ReplayDifference[] {
  const [before, after] = [textOf(from), textOf(to)]
  if (before === after) return []
  const shown = (value: string | null) => (value === null ? 'none' : format(value))
  const says = `${subject} was ${shown(before)} and is ${shown(after)} now.`
  return [{ ...field, from: before, to: after, says }]
}

function textOf(value: Value): string | null {
  return value === undefined || value === null ? null : String(value)
}

/** Writes a yes or no in words. */
const either = (yes: string, no: string) => (value: string) => (value === 'true' ? yes : no)
const amount = (value: string) => formatDecimal(value)

/** Prices, tax and units of each line. */
function lineDifferences(then: Content, now: Content): ReplayDifference[] {
  const linesNow = new Map((now.outcome.lines ?? []).map((line) => [line.lineNo, line]))
  return (then.outcome.lines ?? []).flatMap((line) => {
    const lineNow = linesNow.get(line.lineNo)
    return lineNow ? differencesOfLine(line, lineNow, lineName(then, line)) : []
  })
}

function lineName({ facts }: Content, { lineNo, skuId }: DecisionLine): string {
  const { sku } = [...(facts.stock ?? []), ...(facts.prices ?? [])].find(
    (each) => each.skuId === skuId,
  ) ?? { sku: undefined }
  return sku === undefined ? `Line ${lineNo}` : `Line ${lineNo}, ${sku}`
}

function differencesOfLine(
  then: DecisionLine,
  now: DecisionLine,
  name: string,
): ReplayDifference[] {
  const { lineNo } = then
  const price = { topic: 'price', lineNo } as const
  const stock = { topic: 'stock', lineNo } as const
  const subject = (text: string) => `${name}: ${text}`
  return [
    ...difference(
      { ...price, field: 'unitPrice', subject: subject('the price'), format: amount },
      then.unitPrice,
      now.unitPrice,
    ),
    ...difference(
      { ...price, field: 'priceSource', subject: subject('its source'), format: priceName },
      then.priceSource,
      now.priceSource,
    ),
    ...difference(
      { ...price, field: 'listedPrice', subject: subject('the list price'), format: amount },
      then.listedPrice,
      now.listedPrice,
    ),
    ...difference(
      {
        ...price,
        field: 'isBelowCost',
        subject: subject('the typed price'),
        format: either('below cost', 'not below cost'),
      },
      then.isBelowCost,
      now.isBelowCost,
    ),
    ...difference(
      { topic: 'tax', lineNo, field: 'taxAmount', subject: subject('the tax'), format: amount },
      then.taxAmount,
      now.taxAmount,
    ),
    ...difference(
      { ...stock, field: 'reserved', subject: subject('the number reserved') },
      then.reserved,
      now.reserved,
    ),
    ...difference(
      { ...stock, field: 'backordered', subject: subject('the number backordered') },
      then.backordered,
      now.backordered,
    ),
  ]
}

function taxDifferences(then: Content, now: Content): ReplayDifference[] {
  const [before, after] = [then.facts.tax, now.facts.tax]
  if (!before || !after) return []
  const place = [before.state, before.country].filter(Boolean).join(', ')
  const rate = place === '' ? 'The tax rate' : `The tax rate of ${place}`
  const tax = { topic: 'tax' } as const
  return [
    ...difference(
      {
        ...tax,
        field: 'isExempt',
        subject: 'The customer',
        format: either('exempt from sales tax', 'not exempt from sales tax'),
      },
      before.isExempt,
      after.isExempt,
    ),
    // Written alike, because a rate is a fraction: 0.08 and 0.080000 are one.
    ...difference({ ...tax, field: 'rate', subject: rate }, percent(before), percent(after)),
  ]
}

const percent = ({ rate }: { rate: string }) => formatPercent(rate)

type Credit = NonNullable<DecisionFacts['credit']>

const creditAmounts = [
  ['creditLimit', 'The credit limit'],
  ['currentBalance', 'The balance'],
  ['openOrders', 'The amount of open orders'],
  ['softReserved', 'The credit held for validated orders'],
  ['available', 'The available credit'],
  ['amount', 'The amount to approve'],
] as const satisfies readonly (readonly [keyof Credit, string])[]

const statusNames: Readonly<Record<string, string>> = {
  normal: 'not on credit hold',
  blocked: 'on credit hold',
}

function creditDifferences(then: Content, now: Content): ReplayDifference[] {
  const [before, after] = [then.facts.credit, now.facts.credit]
  if (!before || !after) return []
  const credit = { topic: 'credit' } as const
  const statusOf = (value: string) => statusNames[value] ?? value
  return [
    ...creditAmounts.flatMap(([field, subject]) =>
      difference({ ...credit, field, subject, format: amount }, before[field], after[field]),
    ),
    ...difference(
      { ...credit, field: 'status', subject: 'The customer', format: statusOf },
      before.status,
      after.status,
    ),
    ...difference(
      { ...credit, field: 'paymentTerms', subject: 'The payment term', format: termsText },
      before.paymentTerms,
      after.paymentTerms,
    ),
    ...difference(
      {
        ...credit,
        field: 'daysLate',
        subject: 'The age of the oldest past-due invoice',
        format: (days) => `${days} days`,
      },
      before.overdue?.daysLate,
      after.overdue?.daysLate,
    ),
    ...difference(
      { ...credit, field: 'overdueAmount', subject: 'The amount past due', format: amount },
      before.overdue?.amount,
      after.overdue?.amount,
    ),
  ]
}

function stockDifferences({ facts: then }: Content, { facts: now }: Content): ReplayDifference[] {
  const stockNow = new Map((now.stock ?? []).map((each) => [each.skuId, each]))
  return (then.stock ?? []).flatMap(({ skuId, sku, ...before }) => {
    const after = stockNow.get(skuId)
    if (!after) return []
    const stock = { topic: 'stock', sku } as const
    return [
      ...difference(
        { ...stock, field: 'available', subject: `The stock of ${sku}` },
        before.available,
        after.available,
      ),
      ...difference(
        { ...stock, field: 'shortfall', subject: `The shortage of ${sku}` },
        before.shortfall,
        after.shortfall,
      ),
      ...difference(
        {
          ...stock,
          field: 'isOld',
          subject: `The count of ${sku}`,
          format: either('old', 'current'),
        },
        before.isOld === true,
        after.isOld === true,
      ),
    ]
  })
}

type RuleName = DecisionOutcome['rules'][number]['rule']

/** The topic of each rule. What the payment and the margin decide is a hold. */
const topicOfRule: Readonly<Record<RuleName, ReplayTopic>> = {
  price: 'price',
  tax: 'tax',
  credit: 'credit',
  stock: 'stock',
  hold: 'hold',
  payment: 'hold',
  margin: 'hold',
  total: 'total',
}

function ruleDifferences(then: DecisionOutcome, now: DecisionOutcome): ReplayDifference[] {
  const resultOf = ({ rules }: DecisionOutcome, name: RuleName) =>
    rules.find(({ rule }) => rule === name)?.result
  const names = [...then.rules, ...now.rules].map(({ rule }) => rule)
  // The hold itself is compared with its reason.
  const compared = [...new Set(names)].filter((name) => name !== 'hold')
  const nameOf = (value: string) => {
    const found = Object.entries(resultNames).find(([result]) => result === value)
    return `“${found?.[1] ?? value}”`
  }
  return compared.flatMap((rule) =>
    difference(
      {
        topic: topicOfRule[rule],
        field: `${rule}Result`,
        subject: `The result of the rule ${ruleNames[rule]}`,
        format: nameOf,
      },
      resultOf(then, rule),
      resultOf(now, rule),
    ),
  )
}

/** The order itself, of a hold or a release, and what is unpaid of it. */
function orderDifferences(then: DecisionFacts, now: DecisionFacts): ReplayDifference[] {
  const [before, after] = [then.before, now.before]
  if (!before || !after) return []
  const hold = { topic: 'hold' } as const
  return [
    ...difference(
      { ...hold, field: 'status', subject: 'The status of the order' },
      before.status,
      after.status,
    ),
    ...difference(
      { topic: 'total', field: 'totalAmount', subject: 'The order’s total', format: amount },
      before.totalAmount,
      after.totalAmount,
    ),
    ...difference(
      { ...hold, field: 'unpaid', subject: 'The unpaid amount', format: amount },
      then.unpaid,
      now.unpaid,
    ),
  ]
}

function holdDifferences(then: DecisionOutcome, now: DecisionOutcome): ReplayDifference[] {
  const hold = { topic: 'hold' } as const
  const verdictOf = (value: string) =>
    `“${value === 'approved' || value === 'refused' ? verdictNames[value] : verdictNames.held}”`
  const reasonOf = (value: string) => `“${holdReasonLabel(value)}”`
  return [
    ...difference(
      { ...hold, field: 'verdict', subject: 'The decision', format: verdictOf },
      then.verdict,
      now.verdict,
    ),
    ...difference(
      { ...hold, field: 'holdReason', subject: 'The hold reason', format: reasonOf },
      then.holdReason,
      now.holdReason,
    ),
  ]
}

const totalNames = [
  ['subtotal', 'The subtotal'],
  ['taxAmount', 'The tax'],
  ['shippingAmount', 'Shipping'],
  ['total', 'The total'],
] as const

function totalDifferences(then: DecisionOutcome, now: DecisionOutcome): ReplayDifference[] {
  const [before, after] = [then.totals, now.totals]
  if (!before || !after) return []
  return totalNames.flatMap(([field, subject]) => {
    const topic = field === 'taxAmount' ? 'tax' : 'total'
    return difference({ topic, field, subject, format: amount }, before[field], after[field])
  })
}
