import { type Cents, prorate, sum, multiply, zero } from '#platform/kernel/money.ts'

/** A line of a vendor return, with the units of its purchase order line. */
export type ReturnedLine = {
  returnItemId: number
  returnId: number
  returnNumber: string
  vendorId: number
  /** The purchase order line; `received` and `billed` are its units. */
  itemId: number
  received: number
  billed: number
  /** Units returned with this line, of which `credited` are on credits. */
  quantity: number
  credited: number
  /** The order price, at which the goods were received and returned. */
  unitPrice: Cents
  /** The total of those credits. */
  creditedAmount: Cents
  /** The total of the order line's billed units, and the early-payment discount taken on them. */
  billedAmount: Cents
  discount: Cents
  isCompleted: boolean
}

/**
 * How many more units of each completed line are to be credited; negative if too many are. The
 * target per order line is the billed units beyond those not returned, at most the units of
 * completed returns. Additional units are credited to the earliest return; excess units are removed
 * from the latest (docs/rules.md, "Payables").
 */
export function unitsToCredit(
  lines: readonly ReturnedLine[],
): { line: ReturnedLine; quantity: number }[] {
  const items = [...new Set(lines.map(({ itemId }) => itemId))]
  return items.flatMap((itemId) => unitsOfOrderLine(lines.filter((line) => line.itemId === itemId)))
}

/** The credit for units of a line: `goods` at the order price, `discount` deducted. */
export type CreditedUnits = {
  line: ReturnedLine
  quantity: number
  goods: Cents
  amount: Cents
  discount: Cents
}

/**
 * The amounts to credit for additional units of completed lines: the billed amount of the order
 * line, minus the early-payment discount taken and earlier credits, prorated over the remaining
 * units, so that the last credit absorbs the rounding (docs/rules.md, "Payables").
 */
export function amountsToCredit(
  lines: readonly ReturnedLine[],
  due: readonly { line: ReturnedLine; quantity: number }[],
): CreditedUnits[] {
  const before = new Map<number, { units: number; amount: Cents }>()
  return due.flatMap(({ line, quantity }) => {
    if (quantity <= 0) return []
    const own = lines.filter(({ itemId }) => itemId === line.itemId)
    const earlier = before.get(line.itemId) ?? {
      units: unitsOf(own, 'credited'),
      amount: sum(own.map(({ creditedAmount }) => creditedAmount)),
    }
    const { billed, billedAmount, discount } = line
    const creditable = Math.max(0, billedAmount - discount - earlier.amount) as Cents
    const amount = prorate(creditable, quantity, billed - earlier.units)
    const gross = prorate(billedAmount, quantity, billed)
    before.set(line.itemId, {
      units: earlier.units + quantity,
      amount: sum([earlier.amount, amount]),
    })
    const less = Math.min(Math.max(0, gross - amount), discount) as Cents
    const goods = multiply(line.unitPrice, quantity) ?? zero
    return [{ line, quantity, goods, amount, discount: less }]
  })
}

function unitsOfOrderLine(lines: readonly ReturnedLine[]) {
  const [first] = lines
  if (!first) return []
  const stayed = first.received - unitsOf(lines, 'quantity')
  const completed = lines.filter(({ isCompleted }) => isCompleted)
  const target = Math.min(Math.max(0, first.billed - stayed), unitsOf(completed, 'quantity'))
  let missing = target - unitsOf(completed, 'credited')
  const inOrder = missing < 0 ? completed.toReversed() : completed
  return inOrder.map((line) => {
    const { quantity: sent, credited } = line
    const quantity =
      missing < 0 ? Math.max(missing, 0 - credited) : Math.min(missing, sent - credited)
    missing -= quantity
    return { line, quantity }
  })
}

function unitsOf(lines: readonly ReturnedLine[], name: 'quantity' | 'credited'): number {
  return lines.reduce((units, line) => units + line[name], 0)
}
