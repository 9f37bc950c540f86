import type { SamePo } from '#features/sales-orders/server/service.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import type { ImportedOrder } from '../../contract.ts'
import type { Step } from './import-outcomes.ts'
import type { EqualOrder } from './import-store.ts'

// Orders of a file that equal an existing order. From today they count as the same order; from an
// earlier day they may be standing orders.

const repeatText = (event: string, day: Day) =>
  `${event} on ${formatDay(day, 'en-US')}. Choose to create it again or not`

/**
 * The result for an order whose customer PO is already on another order. From today it exists
 * already; from an earlier day it may be a standing order, and a PO with other blanks or leading
 * zeros may be another one, so the user may create it again. So may an order whose customer or PO
 * was corrected by hand.
 */
export function sameCustomerPo(
  { orderNumber, day, po, isExact, customerPO }: SamePo,
  { date, isCorrected }: { date: Day; isCorrected: boolean },
): Partial<ImportedOrder> {
  if (isExact && day === date && !isCorrected) return { fate: 'exists', orderNumber }
  const spelling = isExact ? '' : ` as ${customerPO ?? po}`
  const sentence = repeatText(`This customer PO was ordered${spelling}`, day)
  return { fate: 'repeat', orderNumber, says: sentence, canRepeat: true }
}

/** A file of the intake inbox, and how often it has arrived. */
export type FileMessage = { id: number; arrivals: number }

/**
 * The earlier orders that the person saw in a message of the intake inbox before they chose to
 * repeat them: order numbers by the first row of the order in the file.
 */
export type SeenOrders = ReadonlyMap<number, string>

/** True if an equal order is not the one that the person saw: somebody has created it since. */
export function isUnseen(orderNumber: string | null, seen: string | undefined): boolean {
  return seen !== undefined && orderNumber !== null && orderNumber !== seen
}

type RepeatFacts = {
  /** The orders that were imported with the content of these, by `hashesOf`. */
  equalOrders: ReadonlyMap<string, EqualOrder>
  date: Day
  message: FileMessage | undefined
  seen: SeenOrders
}

/**
 * Adds to each step what is known of earlier imports with the same content: the order exists, or,
 * from an earlier day, the user must choose. A repeated customer PO that the rules park is created
 * on a later day, because somebody decides on the parked order. Does not apply if the user chose
 * `again`, or if the earlier orders were cancelled. A new attempt gets its own idempotency key,
 * derived from the last order with that content, so that two people who choose it create one order.
 * An order that was corrected by hand never counts as one that exists: the user chooses.
 * One that is chosen for a message of the version before, which does not say what the person saw,
 * gets it from this arrival of the message.
 */
export function resolveRepeatedOrders(
  steps: readonly Step[],
  { equalOrders, date, message, seen }: RepeatFacts,
): Step[] {
  return steps.map((step): Step => {
    const { group, request, isParked = false } = step
    const call = request?.call
    const earlierOrder = newestOf(
      hashesOf(step).flatMap((hash) => equalOrders.get(hash.toString('hex')) ?? []),
    )
    if (!request || !call || !earlierOrder) return step
    const { lastId, orderNumber, day } = earlierOrder
    const { po, rows: lines } = group.group
    const seenOrder = seen.get(lines[0]?.number ?? 0)
    // With a customer PO it was compared before, with the order that has the PO now.
    const isNewer = po === null && isUnseen(orderNumber, seenOrder)
    const choice = step.choice === 'again' && isNewer ? 'accept' : step.choice
    const isOpen = orderNumber !== null && day !== null && choice !== 'again'
    const isOfToday = day === date && group.isCorrected !== true
    if (isOpen && isParked && isOfToday) {
      return { group, choice, known: { fate: 'exists', orderNumber } }
    }
    if (isOpen && !isParked) {
      const sentence = repeatText('The same order was imported', day)
      const fate = isOfToday ? 'exists' : 'repeat'
      return { group, choice, known: { fate, orderNumber, says: sentence, canRepeat: true } }
    }
    const isOfMessage = choice === 'again' && message !== undefined && seenOrder === undefined
    const attempt = isOfMessage ? attemptOf(message) : `after ${lastId}`
    return { ...step, request: { ...request, call: { ...call, key: `${call.key} ${attempt}` } } }
  })
}

/** The content hashes by which an order is recognized; usually both are equal. */
export function hashesOf({
  request,
  earlierHash,
}: Pick<Step, 'request' | 'earlierHash'>): Buffer[] {
  return [request?.call?.bodySha256, earlierHash].flatMap((hash) => hash ?? [])
}

/** The equal orders of both hashes as one. */
function newestOf(found: readonly EqualOrder[]): EqualOrder | undefined {
  const sorted = found.toSorted((a, b) => b.lastId - a.lastId)
  const [newest] = sorted
  const open = sorted.find(({ orderNumber }) => orderNumber !== null) ?? newest
  return newest && open && { ...open, lastId: newest.lastId }
}

/** The first arrival has the key of versions up to 0.13, so that nodes of both create one order. */
function attemptOf({ id, arrivals }: FileMessage): string {
  return arrivals === 1 ? `of message ${id}` : `of message ${id} arrival ${arrivals}`
}
