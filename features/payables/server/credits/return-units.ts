import { type Cents, portion, sum, times, zero } from '#platform/kernel/money.ts'

/** A line that went back to a vendor, with the units of its purchase order line. */
export type ReturnedLine = {
  returnItemId: number
  returnId: number
  returnNumber: string
  vendorId: number
  /** The line of the purchase order; `received` and `billed` are its units. */
  itemId: number
  received: number
  billed: number
  /** Units that went back with this line, of which `credited` are on credits. */
  quantity: number
  credited: number
  /** The price of the order, at which the goods were received and left. */
  unitPrice: Cents
  /** What those credits came to. */
  creditedAmount: Cents
  /** What the billed units of the order line came to, and the early discount taken on them. */
  billedAmount: Cents
  discount: Cents
  isCompleted: boolean
}

/**
 * How many more units of each completed line are to be credited; negative where too many are. Of an
 * order line as many units are credited as were billed beyond what stayed, at most those of
 * completed returns: more is given to the earliest return, less is taken from the latest
 * (docs/rules.md, "Payables").
 */
export function unitsToCredit(
  lines: readonly ReturnedLine[],
): { line: ReturnedLine; quantity: number }[] {
  const items = [...new Set(lines.map(({ itemId }) => itemId))]
  return items.flatMap((itemId) => unitsOfOrderLine(lines.filter((line) => line.itemId === itemId)))
}

/** What is credited for units of a line: `goods` by their order, `discount` what it is less by. */
export type CreditedUnits = {
  line: ReturnedLine
  quantity: number
  goods: Cents
  amount: Cents
  discount: Cents
}

/**
 * What is credited for more units of completed lines: what was billed for the units of their order
 * line, less the early discount that was taken and what was credited before, by the units that are
 * left, so that the last ones take the rounding rest (docs/rules.md, "Payables").
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
    const left = Math.max(0, billedAmount - discount - earlier.amount) as Cents
    const amount = portion(left, quantity, billed - earlier.units)
    const gross = portion(billedAmount, quantity, billed)
    before.set(line.itemId, {
      units: earlier.units + quantity,
      amount: sum([earlier.amount, amount]),
    })
    const less = Math.min(Math.max(0, gross - amount), discount) as Cents
    const goods = times(line.unitPrice, quantity) ?? zero
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
