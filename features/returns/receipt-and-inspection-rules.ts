import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import type { Condition, Disposition, Verdict } from './rules.ts'
import { onHoldSentence, defaultDisposition } from './rules.ts'

// Receipts of a customer's return, their inspection, and sending goods on to a vendor: pure
// decisions on lines that the caller has locked.

/** A line of a customer's return with the quantities received and cancelled so far. */
export type ExpectedLine = {
  id: number
  sku: string
  quantity: number
  qtyReceived: number
  qtyCancelled: number
  condition: Condition | null
  disposition: Disposition | null
}

/** A line as the warehouse counted it; without a quantity, the whole open quantity. */
export type CountedLine = {
  itemId: number
  quantity?: number | undefined
  condition?: Condition | null | undefined
  disposition: Verdict
}

export type ReceivedUnits<L> = {
  line: L
  quantity: number
  condition: Condition | null
  disposition: Verdict
}

/** Returns the quantity of a line that is still expected. */
export function openOf({ quantity, qtyReceived, qtyCancelled }: ExpectedLine): number {
  return quantity - qtyReceived - qtyCancelled
}

/**
 * Returns what a receipt brings: the counted lines and no others, or every open line as planned if
 * nothing was counted. A line may be counted in several parts. Throws if a line is not on the
 * return, if more is counted than is open, or if nothing is received.
 */
export function receivedUnitsOf<L extends ExpectedLine>(
  lines: readonly L[],
  counted: readonly CountedLine[] | undefined,
): ReceivedUnits<L>[] {
  const parts = counted ?? lines.map(plannedOf)
  const remainingByLine = new Map(lines.map((line) => [line.id, openOf(line)]))
  const found = parts.flatMap((part, index): ReceivedUnits<L>[] => {
    const line = lines.find(({ id }) => id === part.itemId)
    if (!line) {
      throw invalid([{ path: `items.${index}.itemId`, message: 'This return has no such line' }])
    }
    const open = remainingByLine.get(line.id) ?? 0
    const quantity = part.quantity ?? open
    if (quantity > open) throw tooMany(line, { quantity, open, index })
    remainingByLine.set(line.id, open - quantity)
    const { condition = line.condition, disposition } = part
    return quantity === 0 ? [] : [{ line, quantity, condition, disposition }]
  })
  if (found.length === 0) throw invalid([{ path: 'items', message: 'Count at least one unit' }])
  return found
}

function plannedOf({ id, condition, disposition }: ExpectedLine): CountedLine {
  return { itemId: id, disposition: disposition ?? defaultDisposition('rma', condition) }
}

type TooMany = { quantity: number; open: number; index: number }

function tooMany({ sku }: { sku: string }, { quantity, open, index }: TooMany): Refusal {
  const sentence = `${sku}: ${quantity} counted, but only ${open} are still expected`
  return new Refusal('refused', 'over-receipt', sentence, [
    { path: `items.${index}.quantity`, message: `At most ${open}` },
  ])
}

/** Received units without a final disposition: they await inspection or a return to a vendor. */
export type HeldUnits = {
  id: number
  returnItemId: number
  sku: string
  quantity: number
  condition: Condition | null
  disposition: Verdict
  /** Units of the whole line already on returns to a vendor. */
  sent: number
  /** Units of the whole line with the disposition "vendor". */
  meant: number
}

export type InspectionLine = {
  receiptItemId: number
  quantity?: number | undefined
  condition?: Condition | null | undefined
  disposition: Disposition
}

export type Finding = {
  held: HeldUnits
  quantity: number
  condition: Condition | null
  disposition: Disposition
}

/**
 * Applies an inspection to units that await it, or that are marked for a vendor and are not on a
 * vendor return yet. Throws if units already have a final disposition, or if the quantity exceeds
 * what is waiting.
 */
export function findingsOf(
  held: readonly HeldUnits[],
  inspected: readonly InspectionLine[],
): Finding[] {
  const remainingById = new Map(held.map((units) => [units.id, units.quantity]))
  const free = new Map(held.map((units) => [units.returnItemId, units.meant - units.sent]))
  return inspected.map((part, index) => {
    const path = `items.${index}`
    const units = held.find(({ id }) => id === part.receiptItemId)
    if (!units) {
      const message = 'These units are not awaiting inspection'
      throw invalid([{ path: `${path}.receiptItemId`, message }])
    }
    const isMarkedForVendor = units.disposition === 'vendor'
    const remaining = remainingById.get(units.id) ?? 0
    const maxQuantity = isMarkedForVendor
      ? Math.min(remaining, free.get(units.returnItemId) ?? 0)
      : remaining
    const quantity = part.quantity ?? maxQuantity
    if (quantity > maxQuantity || quantity === 0) {
      const reason = `${quantity} decided, but only ${maxQuantity} are awaiting inspection`
      const sentence = `${units.sku}: ${reason}`
      const field = { path: `${path}.quantity`, message: `At most ${maxQuantity}` }
      throw new Refusal('refused', 'over-inspected', sentence, [field])
    }
    remainingById.set(units.id, remaining - quantity)
    if (isMarkedForVendor) {
      free.set(units.returnItemId, (free.get(units.returnItemId) ?? 0) - quantity)
    }
    const { condition = units.condition, disposition } = part
    return { held: units, quantity, condition, disposition }
  })
}

/** A line of a customer's return with its units marked for a vendor. */
export type LineToSendToVendor = {
  id: number
  skuId: number
  sku: string
  reason: string | null
  condition: Condition | null
  /** Units marked for a vendor that are not on a vendor return yet. */
  unsentUnits: number
}

/**
 * Returns the lines of a customer's return to send on to a vendor: the named lines, or everything
 * marked for a vendor. Throws if a line is not on the return, or if the quantity exceeds what is
 * marked and not sent yet.
 */
export function linesToSend(
  lines: readonly LineToSendToVendor[],
  named: readonly { itemId: number; quantity: number }[] | undefined,
): { line: LineToSendToVendor; quantity: number }[] {
  const all = lines.filter(({ unsentUnits }) => unsentUnits > 0)
  const requested =
    named ?? all.map(({ id, unsentUnits }) => ({ itemId: id, quantity: unsentUnits }))
  if (requested.length === 0) {
    const sentence = 'This return has no goods to send to a vendor'
    throw new Refusal('refused', 'nothing-to-send', sentence)
  }
  const free = new Map(lines.map(({ id, unsentUnits }) => [id, unsentUnits]))
  return requested.map(({ itemId, quantity }, index) => {
    const line = lines.find(({ id }) => id === itemId)
    if (!line) {
      throw invalid([{ path: `items.${index}.itemId`, message: 'This return has no such line' }])
    }
    const remaining = free.get(itemId) ?? 0
    if (quantity > remaining) {
      const available = `only ${remaining} can go to a vendor`
      const sentence = `${line.sku}: ${quantity} requested, but ${available}`
      const field = { path: `items.${index}.quantity`, message: `At most ${remaining}` }
      throw new Refusal('refused', 'over-return', sentence, [field])
    }
    free.set(itemId, remaining - quantity)
    return { line, quantity }
  })
}

type ToReplace = {
  type: 'rma' | 'rtv'
  status: string
  holdReason: string | null
  replacementOrderNumber: string | null
}

/** Returns why a return cannot be replaced by an order, as a sentence; undefined if it can. */
export function whyNotReplace(goods: ToReplace): string | undefined {
  const { type, status, replacementOrderNumber } = goods
  if (type === 'rtv') return 'Only goods of customers can be replaced'
  if (replacementOrderNumber) return `${replacementOrderNumber} already replaces these goods`
  if (goods.holdReason !== null) return onHoldSentence(goods.holdReason)
  if (status === 'approved' || status === 'received' || status === 'completed') return undefined
  return `This return is ${status}, so its goods cannot be replaced`
}

/** Returns why the replacement cannot be free: the goods are credited already. */
export function whyNotFree({ status }: { status: string }): string | undefined {
  if (status !== 'completed') return undefined
  return 'These goods were credited, so they are replaced at the original price'
}

type UndecidedUnits = {
  type: 'rma' | 'rtv'
  holdReason: string | null
  toInspect: number
  toVendor: number
}

/** Returns why nothing of a return can be inspected now; undefined if something can. */
export function whyNotInspect(goods: UndecidedUnits): string | undefined {
  const { type, holdReason, toInspect, toVendor } = goods
  if (type === 'rtv') return 'Only goods of customers can be inspected'
  if (holdReason !== null) return onHoldSentence(holdReason)
  return toInspect + toVendor > 0 ? undefined : 'This return has no goods to inspect'
}

/** Returns why nothing of a return can be sent to a vendor; undefined if something can. */
export function whyNotSend({
  type,
  holdReason,
  toVendor,
}: Omit<UndecidedUnits, 'toInspect'>): string | undefined {
  if (type === 'rtv') return 'These goods are already going to a vendor'
  if (holdReason !== null) return onHoldSentence(holdReason)
  return toVendor > 0 ? undefined : 'This return has no goods to send to a vendor'
}
