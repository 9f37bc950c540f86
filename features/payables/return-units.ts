import type { Cents } from '#platform/kernel/money.ts'

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
  unitPrice: Cents
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
