import type { FreeAccount } from '../../rules.ts'
import {
  type Cents,
  decimal,
  formatMoney,
  percentageOf,
  sum,
  multiply,
  zero,
} from '#platform/kernel/money.ts'

/** How far a bill may differ from its order before it is blocked. */
export type Tolerances = {
  /** Above the ordered price, in percent and as an amount per line: the smaller limit applies. */
  pricePercent: number
  priceAmount: Cents
  /** A total difference of the bill up to this amount is accepted. */
  rounding: Cents
  /** Above this amount, lines without an order need two releases. */
  approval: Cents
}

/** A line of a bill with the data of its order. */
export type MatchedLine = { lineNo: number; description: string; total: Cents } & (
  | {
      kind: 'item'
      orderNumber: string
      skuId: number
      quantity: number
      unitPrice: Cents
      orderedPrice: Cents
      received: number
      /** Received units that were returned to the vendor without a credit. */
      returned: number
      /** Units on other bills, except drafts and void ones. */
      billed: number
    }
  | {
      kind: 'order'
      orderNumber: string
      orderTotal: Cents
      isReceived: boolean
      /** The part of the order's total that other bills already cover. */
      billed: Cents
    }
  | { kind: 'free'; account: FreeAccount }
)

export const findingCodes = ['DW', 'DQ', 'PP', 'AN', 'BD'] as const
export type FindingCode = (typeof findingCodes)[number]

/** A result of matching: a sentence and the amount in question. */
export type Finding = {
  code: FindingCode
  lineNo: number | null
  isBlocking: boolean
  amount: string
  sentence: string
}

/** How much more a line costs than ordered; negative for less. Zero for lines without an order. */
export function differenceOf(line: MatchedLine): Cents {
  if (line.kind === 'item') return (line.total - expectedOf(line)) as Cents
  if (line.kind === 'free') return zero
  const unbilled = Math.max(0, line.orderTotal - line.billed)
  return Math.max(0, line.total - unbilled) as Cents
}

/**
 * The cost of a line's units at the ordered price. Cannot overflow, because order line totals are
 * limited to the range of an amount.
 */
export function expectedOf(line: { orderedPrice: Cents; quantity: number }): Cents {
  return multiply(line.orderedPrice, line.quantity) ?? zero
}

/**
 * Three-way match: compares a bill with its orders and receipts, line by line (docs/rules.md,
 * "Payables"). Ignores tax. One blocking finding blocks the bill.
 */
export function matchBill(lines: readonly MatchedLine[], tolerances: Tolerances): Finding[] {
  const totalDifference = sum(lines.map((line) => Math.abs(differenceOf(line)) as Cents))
  const isWithinRounding = totalDifference > 0 && totalDifference <= tolerances.rounding
  const found = lines.flatMap((line) => {
    if (line.kind === 'item') return itemFindings(line, tolerances, isWithinRounding)
    if (line.kind === 'order') return orderFindings(line, tolerances, isWithinRounding)
    return freeFinding(line, lines, tolerances)
  })
  if (!isWithinRounding) return found
  const difference = formatMoney(totalDifference)
  const sentence = `The bill differs from its orders by ${difference}, which is accepted`
  return [...found, finding('BD', null, { amount: totalDifference, sentence, isBlocking: false })]
}

type Item = Extract<MatchedLine, { kind: 'item' }>
type MatchedOrderLine = Extract<MatchedLine, { kind: 'order' }>

function itemFindings(line: Item, tolerances: Tolerances, isWithinRounding: boolean): Finding[] {
  const found: Finding[] = []
  const { lineNo, orderNumber, quantity, received, returned, billed, unitPrice } = line
  const name = `Line ${lineNo}, ${line.description}`
  if (received === 0) {
    const sentence = `${name}: ${count(quantity)} billed, nothing received on ${orderNumber} yet`
    found.push(finding('DW', lineNo, { amount: line.total, sentence }))
  } else if (quantity + billed > received - returned) {
    const over = quantity + billed - (received - returned)
    const back = returned > 0 ? ` and ${count(returned)} returned` : ''
    const earlier = billed > 0 ? ` after ${count(billed)} billed earlier` : ''
    const amount = multiply(unitPrice, Math.min(over, quantity)) ?? line.total
    const sentence =
      `${name}: ${count(quantity)} billed${earlier}, ${count(received)} received${back} on ` +
      `${orderNumber}, ${count(over)} too many (${formatMoney(amount)})`
    found.push(finding('DQ', lineNo, { amount, sentence }))
  }
  return [...found, ...priceFinding(line, tolerances, isWithinRounding)]
}

function priceFinding(line: Item, tolerances: Tolerances, isWithinRounding: boolean): Finding[] {
  const difference = differenceOf(line)
  const expected = expectedOf(line)
  const { lineNo, unitPrice, orderedPrice, orderNumber } = line
  const prices =
    `Line ${lineNo}, ${line.description}: billed at ${formatMoney(unitPrice)}, ordered at ` +
    `${formatMoney(orderedPrice)} on ${orderNumber}`
  if (difference > 0) {
    if (isWithinRounding || isWithin(difference, expected, tolerances)) return []
    const sentence = `${prices}, ${formatMoney(difference)} too much; ${allowed(tolerances)}`
    return [finding('PP', lineNo, { amount: difference, sentence })]
  }
  if (difference >= 0 || 0 - difference <= percentageOf(expected, '0.1')) return []
  const less = (0 - difference) as Cents
  const sentence = `${prices}, ${formatMoney(less)} less, more than 10% below`
  return [finding('PP', lineNo, { amount: difference, sentence, isBlocking: false })]
}

function orderFindings(
  line: MatchedOrderLine,
  tolerances: Tolerances,
  isWithinRounding: boolean,
): Finding[] {
  const found: Finding[] = []
  const { lineNo, orderNumber, orderTotal, billed, total } = line
  const name = `Line ${lineNo}, ${orderNumber}`
  if (!line.isReceived) {
    const sentence = `${name}: ${formatMoney(total)} billed, the order is not received yet`
    found.push(finding('DW', lineNo, { amount: total, sentence }))
  }
  if (billed >= orderTotal) {
    const sentence = `${name}: ${formatMoney(total)} billed, the order is already fully billed`
    return [...found, finding('DQ', lineNo, { amount: total, sentence })]
  }
  const over = differenceOf(line)
  if (over === 0 || isWithinRounding || isWithin(over, orderTotal, tolerances)) return found
  const earlier = billed > 0 ? ` after ${formatMoney(billed)} billed earlier` : ''
  const sentence =
    `${name}: ${formatMoney(total)} billed${earlier}, ordered for ${formatMoney(orderTotal)}, ` +
    `${formatMoney(over)} too much; ${allowed(tolerances)}`
  return [...found, finding('PP', lineNo, { amount: over, sentence })]
}

function freeFinding(
  line: MatchedLine,
  all: readonly MatchedLine[],
  tolerances: Tolerances,
): Finding[] {
  const people = needsSecondApproval(all, tolerances)
    ? 'must be released by two people'
    : 'needs a release'
  const sentence =
    `Line ${line.lineNo}, ${line.description}: ${formatMoney(line.total)} without a purchase ` +
    `order ${people}`
  return [finding('AN', line.lineNo, { amount: line.total, sentence })]
}

/** True if the amount without an order is so large that two users must release the bill. */
export function needsSecondApproval(
  lines: readonly MatchedLine[],
  { approval }: Tolerances,
): boolean {
  const free = lines.filter(({ kind }) => kind === 'free')
  return sum(free.map(({ total }) => total)) > approval
}

/** True if the difference is within both the percentage and the amount tolerance. */
function isWithin(difference: Cents, expected: Cents, tolerances: Tolerances): boolean {
  const { pricePercent, priceAmount } = tolerances
  return difference * 100 <= expected * pricePercent && difference <= priceAmount
}

function allowed({ pricePercent, priceAmount }: Tolerances): string {
  return `${pricePercent}% and ${formatMoney(priceAmount)} are allowed`
}

function finding(
  code: FindingCode,
  lineNo: number | null,
  {
    amount,
    sentence,
    isBlocking = true,
  }: { amount: Cents; sentence: string; isBlocking?: boolean },
): Finding {
  return { code, lineNo, isBlocking, amount: decimal(amount), sentence }
}

function count(units: number): string {
  return units.toLocaleString('en-US')
}
