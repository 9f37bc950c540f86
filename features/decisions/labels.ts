import { priceName } from '#features/customers/labels.ts'
import { isPrepaid } from '#features/customers/payment-terms.ts'
import { formatPercent } from '#features/settings/rules.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import type {
  Decision,
  DecisionCandidate,
  DecisionKind,
  DecisionLine,
  DecisionTopic,
  Replay,
  ReplayDifference,
  ReplayTopic,
} from './contract.ts'
import { onHoldText } from './hold-labels.ts'

// What a decision record says, in sentences: a short one first, and a text for each candidate.

type Content = Pick<Decision, 'kind' | 'facts' | 'outcome'>
type Visible = Content & Pick<Decision, 'hidden'>

const decisionKindNames: Readonly<Record<DecisionKind, string>> = {
  validate: 'Validated',
  create: 'Created',
  amend: 'Changed',
  hold: 'Put on hold',
  release: 'Released',
}

const refusedNames: Readonly<Record<DecisionKind, string>> = {
  ...decisionKindNames,
  create: 'Not created',
  amend: 'Not changed',
  release: 'Not released',
}

/**
 * What a decision is called: `Released`, or `Not created` for an order that was refused. The
 * receipt of a change or release that was refused belongs to no order (`isOfOrder`).
 */
export function decisionName(
  kind: DecisionKind,
  verdict: Decision['outcome']['verdict'],
  isOfOrder = true,
): string {
  const isRefused = !isOfOrder || (kind === 'create' && verdict === 'refused')
  return isRefused ? refusedNames[kind] : decisionKindNames[kind]
}

/** What each outcome is called. */
export const verdictNames = {
  approved: 'Approved',
  refused: 'Not approved',
  held: 'On hold',
} as const

type Rule = Decision['outcome']['rules'][number]

/** What each rule is called. */
export const ruleNames: Readonly<Record<Rule['rule'], string>> = {
  price: 'Price',
  tax: 'Tax',
  credit: 'Credit',
  stock: 'Stock',
  payment: 'Payment',
  margin: 'Margin',
  total: 'Total',
  hold: 'Hold',
}

/** What each result of a rule is called. */
export const resultNames: Readonly<Record<Rule['result'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  held: 'On hold',
  backordered: 'Backordered',
  overridden: 'Overridden by a person',
  skipped: 'Not checked',
}

/** The settings that answer each question. */
export const settingNames: Readonly<Record<DecisionTopic, readonly string[]>> = {
  price: ['marginBelow', 'minimumMarginPercent'],
  tax: ['taxDefaultRate'],
  credit: ['creditOver', 'creditZeroMeans', 'creditOverdueDays', 'creditOverduePercent'],
  stock: ['stockOldHours', 'stockOldMeans'],
  hold: ['creditOver', 'marginBelow', 'minimumMarginPercent', 'stockOldMeans'],
}

const units = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'unit' : 'units'}`

/** The name of a candidate: `Contract price from 10 units`. */
export function candidateName({ source, minimumQuantity = 1 }: DecisionCandidate): string {
  if (source !== 'contract') return `${priceName(source)} price`
  return minimumQuantity > 1 ? `Contract price from ${units(minimumQuantity)}` : 'Contract price'
}

/** Why a candidate applied or not, in a few words. */
export function verdictText(candidate: DecisionCandidate, quantity: number): string {
  const { verdict, from, until, minimumQuantity = 1 } = candidate
  const texts: Record<DecisionCandidate['verdict'], string> = {
    applied: 'Applied',
    inactive: 'Inactive',
    'not-started': from ? `Begins on ${formatDay(from)}` : 'Has not begun',
    ended: until ? `Ended on ${formatDay(until)}` : 'Has ended',
    'below-minimum': `Needs ${units(minimumQuantity)}; the order has ${units(quantity)}`,
    'weaker-contract': 'Another contract price has a higher minimum or begins later',
    'after-contract': 'A contract price comes first',
    'after-level': 'The price of the customer’s level comes first',
    'other-level': 'For customers of another price level',
    'agreed-before': 'The line keeps a price that was agreed before',
    replaced: 'A typed price replaced it',
  }
  return texts[verdict]
}

/** When a candidate is valid: `01/01/2026 to 12/31/2026`; undefined if it has no days. */
export function periodText({ from, until }: DecisionCandidate): string | undefined {
  if (!from) return undefined
  return until ? `${formatDay(from)} to ${formatDay(until)}` : `from ${formatDay(from)}`
}

/** The line with this number; undefined if the decision has none. */
export function lineOf({ outcome }: Content, lineNo: number): DecisionLine | undefined {
  return outcome.lines?.find((line) => line.lineNo === lineNo)
}

/** How many lines got their prices in a decision. */
export function linesSentence({ outcome: { lines = [] } }: Content): string {
  if (lines.length === 0) return 'Prices were not part of this decision.'
  return lines.length === 1
    ? 'The price of one line was decided.'
    : `The prices of ${lines.length.toLocaleString('en-US')} lines were decided.`
}

/** Why a line has its price, in a sentence or two. */
export function priceSentence(decision: Content, line: DecisionLine): string {
  const price = formatDecimal(line.unitPrice)
  if (line.listedPrice !== undefined) {
    const listed = formatDecimal(line.listedPrice)
    const cost = line.isBelowCost ? ' It is below cost.' : ''
    return `${price} was typed instead of the list price of ${listed}.${cost}`
  }
  const source = priceName(line.priceSource)
  if (line.isAgreedBefore) return `The price of ${price} (${source}) was agreed before and is kept.`
  const found = decision.facts.prices?.find(({ skuId }) => skuId === line.skuId)
  const applied = found?.candidates.find(({ verdict }) => verdict === 'applied')
  if (!found || !applied) return `The price is ${price} (${source}).`
  if (applied.source === 'contract') return contractSentence(applied, found.quantity)
  if (applied.source === 'standard') return standardSentence(decision, price)
  return `The customer’s level is ${source}, and no contract price applies: ${price}.`
}

function contractSentence(applied: DecisionCandidate, quantity: number): string {
  const { minimumQuantity = 1 } = applied
  const reached = minimumQuantity > 1 ? `, and the order has ${units(quantity)}` : ''
  return `${candidateName(applied)} of ${formatDecimal(applied.unitPrice)} applies${reached}.`
}

function standardSentence({ facts: { priceLevel } }: Content, price: string): string {
  const level =
    priceLevel && priceLevel !== 'standard'
      ? ` and the SKU has no ${priceName(priceLevel)} price`
      : ''
  return `No contract price applies${level}: the standard price of ${price}.`
}

/** Why the sales tax is what it is. */
export function taxSentence({ facts: { tax } }: Content): string {
  if (!tax) return 'Tax was not part of this decision.'
  if (tax.isExempt) return 'The customer is exempt from sales tax.'
  const place = [tax.state, tax.country].filter(Boolean).join(', ')
  const where =
    place === '' ? 'No location is known, so the default rate applies' : `Taxed in ${place}`
  return `${where}: ${formatPercent(tax.rate)} of each line. Shipping is not taxed.`
}

/** Why the credit sufficed or not. */
export function creditSentence({ facts, outcome, hidden }: Visible): string {
  const { credit } = facts
  if (hidden.includes('credit')) return 'Your role cannot see the credit of customers.'
  if (!credit) return 'Credit was not part of this decision.'
  const rule = outcome.rules.find((each) => each.rule === 'credit')
  if (rule?.says) return `${rule.says}.`
  if (rule?.result === 'skipped') return uncheckedCredit(facts, outcome)
  if (isPrepaid(credit.paymentTerms)) return 'The customer pays in advance and needs no limit.'
  const amount = formatDecimal(credit.amount)
  if (credit.zeroMeans === 'unlimited' && cents(credit.creditLimit) === 0) {
    return `The customer has no credit limit, so ${amount} is approved.`
  }
  return `${amount} is within the available credit of ${formatDecimal(credit.available)}.`
}

/** Why the credit was not checked. */
function uncheckedCredit(facts: Decision['facts'], { holdReason }: Decision['outcome']): string {
  if (holdReason === 'credit') return 'The order is on hold for credit: its release checks it.'
  if (holdReason === 'parked') return 'The order is parked: placing it checks the credit.'
  return facts.before
    ? 'The total does not rise, so the credit is not checked.'
    : 'Nothing is owed for this order, so credit is not checked.'
}

/** Whether the stock sufficed, and how old its figures are. */
export function stockSentence({ facts: { stock = [] } }: Content): string {
  if (stock.length === 0) return 'Stock was not part of this decision.'
  const short = stock.filter(({ shortfall }) => shortfall > 0)
  const old = stock.filter(({ isOld }) => isOld)
  const counts = old.length > 0 ? ` The count of ${skusText(old)} is old.` : ''
  if (short.length === 0) return `Everything that was ordered is available.${counts}`
  const [first] = short
  if (first && short.length === 1) {
    const { sku, shortfall, available } = first
    return `${sku} is ${units(shortfall)} short: ${Math.max(0, available)} available.${counts}`
  }
  return `Short of ${skusText(short)}.${counts}`
}

function skusText(list: readonly { sku: string }[]): string {
  const shown = list.slice(0, 3).map(({ sku }) => sku)
  const more = list.length > 3 ? ` and ${list.length - 3} more` : ''
  return shown.join(', ') + more
}

/** Why an order was not created. */
function refusedText({ rules }: Decision['outcome']): string {
  const failed = rules.filter(({ result }) => result === 'failed')
  const says = failed.find(({ rule }) => rule === 'total')?.says
  if (says !== undefined) return `The order was not created: ${says}.`
  const names = failed.map(({ rule }) => ruleNames[rule].toLowerCase()).join(' and ')
  return `The order was not created, because of its ${names}.`
}

/** Why a rule puts an order on hold. */
const holdTexts: Readonly<Record<string, string>> = {
  credit: 'The credit of the customer does not cover the order.',
  payment: 'The customer pays in advance and has not paid the order.',
  stock: 'The count of its stock is older than the settings allow.',
  margin: 'A price is below cost, or leaves less than the minimum margin.',
  duplicate: 'Another order of this customer has the same customer PO.',
  parked: 'It is a possible duplicate of an earlier order of this customer.',
  manual: 'The order was created on hold, as requested in the import or by the EDI partner.',
}

/** What a hold means for the order. */
const holdEffects: Readonly<Record<string, string>> = {
  credit: ' It takes no stock and no credit until it is released.',
  parked: ' It takes no stock and no credit until someone reviews it.',
}

/** Why the order is on hold after this decision, or that it is not. */
export function holdSentence({ kind, facts, outcome }: Content): string {
  const { holdReason, verdict } = outcome
  if (kind === 'create' && verdict === 'refused') return refusedText(outcome)
  const before = facts.before?.holdReason
  if (holdReason === null) {
    return `The order is ${before ? `no longer ${onHoldText(before)}` : 'not on hold'}.`
  }
  const says = outcome.rules.find(({ rule }) => rule === 'hold')?.says
  const effect = holdEffects[holdReason] ?? ''
  if (says !== undefined) return `${says}.${effect}`
  const known = holdTexts[holdReason]
  if (kind === 'hold' || !known) return `The order is ${onHoldText(holdReason)}.${effect}`
  const isUnpaid = facts.unpaid !== undefined && holdReason === 'payment'
  const unpaid = isUnpaid ? ` Unpaid: ${formatDecimal(facts.unpaid ?? '0')}.` : ''
  return known + unpaid + effect
}

/** The result of a decision that was made again, in a sentence or two. */
export function replaySentence({ as, isEqual, problem, differences }: Replay): string {
  const data = as === 'then' ? 'the original data' : 'today’s data'
  if (problem !== null) return `This could not be recalculated with ${data}: ${problem}.`
  const result = `Recalculated with ${data}:`
  if (!isEqual) {
    return `${result} the result is different.${as === 'then' ? ' Tell an administrator.' : ''}`
  }
  if (as === 'then') return `${result} same result, same hash.`
  return `${result} same result.${differences.length === 0 ? '' : ' Some data has changed.'}`
}

const replayTopicNames: Readonly<Record<ReplayTopic, string>> = {
  price: 'Price',
  tax: 'Tax',
  credit: 'Credit',
  stock: 'Stock',
  hold: 'Hold',
  total: 'Total',
}

/** What a difference is about: `Price, line 1`. */
export function differenceName({ topic, lineNo }: ReplayDifference): string {
  const name = replayTopicNames[topic]
  return lineNo === undefined ? name : `${name}, line ${lineNo}`
}
