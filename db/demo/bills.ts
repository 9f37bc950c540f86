import {
  expectedOf,
  type Finding,
  matchBill,
  type MatchedLine,
  type Tolerances,
} from '#features/payables/server/bills/matching.ts'
import { discountOf, discountPercent } from '#features/payables/rules.ts'
import { discountDate, dueDate } from '#features/receivables/rules.ts'
import { addDays, type Day, daysBetween } from '#platform/kernel/days.ts'
import { type Cents, cents, sum, multiply, zero } from '#platform/kernel/money.ts'
import { dayOf, daysLater, hourMs } from './calendar.ts'
import { type Chance, chanceOf } from './seeded-random.ts'
import { type DemoPurchase, type DemoReceipt, receiptsOf } from './purchases.ts'
import type { DemoSku } from './skus.ts'
import type { DemoVendor } from './vendors.ts'

export type PayerName = 'finance' | 'admin'

export type DemoBillLine = { line: number; quantity: number; unitPrice: Cents; total: Cents }

export type DemoBill = {
  id: number
  number: string
  vendor: DemoVendor
  orderId: number
  by: PayerName
  enteredAt: number
  /** When a second user released it; undefined if it was not blocked or is still blocked. */
  releasedAt: number | undefined
  docDate: Day
  dueDate: Day
  discountDate: Day | undefined
  discount: Cents
  discountPercent: string
  status: 'draft' | 'blocked' | 'posted'
  postedAt: number | undefined
  findings: Finding[]
  lines: DemoBillLine[]
  /** The cost of the goods by their order. */
  expected: Cents
  total: Cents
  settled: Cents
}

const tolerances: Tolerances = {
  pricePercent: 2,
  priceAmount: cents('100.00'),
  rounding: cents('1.00'),
  approval: cents('500.00'),
}

/** Blocked bills older than this have been reviewed. */
const approvalDays = 12
/** The youngest bills are still drafts. */
const drafts = 3

type Received = {
  purchases: readonly DemoPurchase[]
  skus: readonly DemoSku[]
  now: number
}

/**
 * The bills for received goods, each some days after the receipt: most as ordered, some off by
 * cents, a few with a price that must be reviewed.
 */
export function buildBills({ purchases, skus, now }: Received): DemoBill[] {
  const chance = chanceOf('bills')
  const names = new Map(skus.map(({ id, sku, name }) => [id, `${sku} ${name}`]))
  const arrivals = purchases
    .flatMap((order) => receiptsOf(order).map((receipt) => ({ order, receipt })))
    .sort((a, b) => a.receipt.at - b.receipt.at)
  const bills = arrivals.flatMap(({ order, receipt }) => {
    const enteredAt = daysLater(receipt.at, chance.between(1, 4), chance.share())
    const kind = kindOf(chance)
    const docDate = addDays(dayOf(receipt.at), chance.between(0, 1))
    const number = `${order.vendor.vendorCode.slice(2)}-${chance.between(10_000, 99_999)}`
    if (enteredAt > now || receipt.amount === 0) return []
    return [billOf({ order, receipt, enteredAt, kind, docDate, number, now, names })]
  })
  const byEntry = bills.sort((a, b) => a.enteredAt - b.enteredAt)
  return byEntry.map((bill, index) => {
    const isDraft = index >= byEntry.length - drafts
    const numbered = { ...bill, id: index + 1, number: `${bill.number}-${index + 1}` }
    if (!isDraft) return numbered
    return {
      ...numbered,
      status: 'draft',
      findings: [],
      postedAt: undefined,
      releasedAt: undefined,
    }
  })
}

type Kind = 'right' | 'cents' | 'dear' | 'many'

function kindOf(chance: Chance): Kind {
  const place = chance.between(1, 100)
  if (place <= 6) return 'cents'
  if (place <= 10) return 'dear'
  return place <= 12 ? 'many' : 'right'
}

type ReceivedLines = {
  order: DemoPurchase
  receipt: DemoReceipt
  enteredAt: number
  kind: Kind
  docDate: Day
  number: string
  now: number
  names: ReadonlyMap<number, string>
}

function billOf({
  order,
  receipt,
  enteredAt,
  kind,
  docDate,
  number,
  now,
  names,
}: ReceivedLines): DemoBill {
  const lines = linesOf(order, receipt, kind)
  const matched = lines.map((line, index): MatchedLine => {
    const ordered = order.lines[line.line - 1]
    return {
      kind: 'item',
      lineNo: index + 1,
      description: names.get(ordered?.skuId ?? 0) ?? '',
      total: line.total,
      orderNumber: `PO-${order.placedAt}`,
      skuId: ordered?.skuId ?? 0,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      orderedPrice: ordered?.unitPrice ?? zero,
      received: receipt.units[line.line - 1] ?? 0,
      returned: 0,
      billed: 0,
    }
  })
  const findings = matchBill(matched, tolerances)
  const isBlocked = findings.some(({ isBlocking }) => isBlocking)
  const isReviewed = daysBetween(dayOf(enteredAt), dayOf(now)) > approvalDays
  const releasedAt = isBlocked && isReviewed ? enteredAt + 20 * hourMs : undefined
  const terms = order.vendor.paymentTerms
  const total = sum(lines.map((line) => line.total))
  const discountShare = discountPercent(terms)
  return {
    id: 0,
    number,
    vendor: order.vendor,
    orderId: order.id,
    by: isBlocked ? 'admin' : 'finance',
    enteredAt,
    releasedAt,
    docDate,
    dueDate: dueDate(terms, docDate),
    discountDate: discountDate(terms, docDate),
    discount: discountOf(total, discountShare),
    discountPercent: discountShare,
    status: isBlocked && !isReviewed ? 'blocked' : 'posted',
    postedAt: isBlocked ? releasedAt : enteredAt,
    findings,
    lines,
    expected: sum(matched.map((line) => (line.kind === 'item' ? expectedOf(line) : zero))),
    total,
    settled: zero,
  }
}

/** The lines as billed by the vendor: price or quantity of the first line may be off. */
function linesOf(order: DemoPurchase, { units }: DemoReceipt, kind: Kind): DemoBillLine[] {
  const received = order.lines.flatMap((line, index) => {
    const quantity = units[index] ?? 0
    return quantity > 0 ? [{ line: index + 1, quantity, unitPrice: line.unitPrice }] : []
  })
  return received.map((line, index) => {
    const isOff = index === 0
    const dear = Math.round(line.unitPrice * 1.06) + 5
    const price = kind === 'cents' ? line.unitPrice + 1 : kind === 'dear' ? dear : line.unitPrice
    const unitPrice = (isOff ? price : line.unitPrice) as Cents
    const quantity = isOff && kind === 'many' ? line.quantity + 2 : line.quantity
    return { ...line, unitPrice, quantity, total: multiply(unitPrice, quantity) as Cents }
  })
}
