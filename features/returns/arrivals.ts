import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import type { Condition, Disposition, Verdict } from './rules.ts'
import { heldSentence, usualDisposition } from './rules.ts'

// What arrives of a customer's return, what is found of it, and what goes on to a vendor: pure
// decisions on lines that the caller has locked.

/** A line of a customer's return with what has arrived of it. */
export type ExpectedLine = {
  id: number
  sku: string
  quantity: number
  qtyReceived: number
  qtyCancelled: number
  condition: Condition | null
  disposition: Disposition | null
}

/** What a warehouse says of a line: everything that is open, unless it counted. */
export type CountedLine = {
  itemId: number
  quantity?: number | undefined
  condition?: Condition | null | undefined
  disposition: Verdict
}

export type Arrival<L> = {
  line: L
  quantity: number
  condition: Condition | null
  disposition: Verdict
}

/** What is still to come of a line. */
export function openOf({ quantity, qtyReceived, qtyCancelled }: ExpectedLine): number {
  return quantity - qtyReceived - qtyCancelled
}

/**
 * What a delivery brings: all that is open, as planned, where nothing was counted; else what was
 * counted and nothing besides. A line may be counted in several parts. Refuses a line that is not
 * of the return, more than is open, and a delivery of nothing.
 */
export function arrivalsOf<L extends ExpectedLine>(
  lines: readonly L[],
  counted: readonly CountedLine[] | undefined,
): Arrival<L>[] {
  const parts = counted ?? lines.map(plannedOf)
  const left = new Map(lines.map((line) => [line.id, openOf(line)]))
  const found = parts.flatMap((part, index): Arrival<L>[] => {
    const line = lines.find(({ id }) => id === part.itemId)
    if (!line) {
      throw invalid([{ path: `items.${index}.itemId`, message: 'This return has no such line' }])
    }
    const open = left.get(line.id) ?? 0
    const quantity = part.quantity ?? open
    if (quantity > open) throw tooMany(line, { quantity, open, index })
    left.set(line.id, open - quantity)
    const { condition = line.condition, disposition } = part
    return quantity === 0 ? [] : [{ line, quantity, condition, disposition }]
  })
  if (found.length === 0) throw invalid([{ path: 'items', message: 'Count at least one unit' }])
  return found
}

function plannedOf({ id, condition, disposition }: ExpectedLine): CountedLine {
  return { itemId: id, disposition: disposition ?? usualDisposition('rma', condition) }
}

type TooMany = { quantity: number; open: number; index: number }

function tooMany({ sku }: { sku: string }, { quantity, open, index }: TooMany): Refusal {
  const sentence = `${sku}: ${quantity} counted, but only ${open} are still to come`
  return new Refusal('refused', 'over-receipt', sentence, [
    { path: `items.${index}.quantity`, message: `At most ${open}` },
  ])
}

/** Units of a receipt whose end is open: they wait for inspection, or for a vendor. */
export type HeldUnits = {
  id: number
  returnItemId: number
  sku: string
  quantity: number
  condition: Condition | null
  disposition: Verdict
  /** Of the line: sent to a vendor already, over all its units. */
  sent: number
  /** Of the line: meant for a vendor, over all its units. */
  meant: number
}

export type Inspected = {
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
 * What an inspection decides: units that wait for it, and units meant for a vendor that no return
 * to a vendor has. Refuses units whose end is decided, and more than wait.
 */
export function findingsOf(held: readonly HeldUnits[], said: readonly Inspected[]): Finding[] {
  const left = new Map(held.map((units) => [units.id, units.quantity]))
  const free = new Map(held.map((units) => [units.returnItemId, units.meant - units.sent]))
  return said.map((part, index) => {
    const path = `items.${index}`
    const units = held.find(({ id }) => id === part.receiptItemId)
    if (!units) {
      const message = 'These units do not wait for a decision'
      throw invalid([{ path: `${path}.receiptItemId`, message }])
    }
    const isMeant = units.disposition === 'vendor'
    const there = left.get(units.id) ?? 0
    const most = isMeant ? Math.min(there, free.get(units.returnItemId) ?? 0) : there
    const quantity = part.quantity ?? most
    if (quantity > most || quantity === 0) {
      const sentence = `${units.sku}: ${quantity} decided on, but only ${most} wait for a decision`
      const field = { path: `${path}.quantity`, message: `At most ${most}` }
      throw new Refusal('refused', 'over-inspected', sentence, [field])
    }
    left.set(units.id, there - quantity)
    if (isMeant) {
      free.set(units.returnItemId, (free.get(units.returnItemId) ?? 0) - quantity)
    }
    const { condition = units.condition, disposition } = part
    return { held: units, quantity, condition, disposition }
  })
}

/** A line of a customer's return with its units that are meant for a vendor. */
export type MeantLine = {
  id: number
  skuId: number
  sku: string
  reason: string | null
  condition: Condition | null
  /** Meant for a vendor, and in no return to one yet. */
  left: number
}

/**
 * What of a customer's return goes on to a vendor: all that is meant for one, unless lines are
 * named. Refuses lines that are not of the return, and more than is meant and not sent yet.
 */
export function linesToSend(
  lines: readonly MeantLine[],
  named: readonly { itemId: number; quantity: number }[] | undefined,
): { line: MeantLine; quantity: number }[] {
  const all = lines.filter(({ left }) => left > 0)
  const wanted = named ?? all.map(({ id, left }) => ({ itemId: id, quantity: left }))
  if (wanted.length === 0) {
    const sentence = 'Nothing of this return waits to be sent to a vendor'
    throw new Refusal('refused', 'nothing-to-send', sentence)
  }
  const free = new Map(lines.map(({ id, left }) => [id, left]))
  return wanted.map(({ itemId, quantity }, index) => {
    const line = lines.find(({ id }) => id === itemId)
    if (!line) {
      throw invalid([{ path: `items.${index}.itemId`, message: 'This return has no such line' }])
    }
    const left = free.get(itemId) ?? 0
    if (quantity > left) {
      const sentence = `${line.sku}: ${quantity} asked for, but ${left} wait for a vendor`
      const field = { path: `items.${index}.quantity`, message: `At most ${left}` }
      throw new Refusal('refused', 'over-return', sentence, [field])
    }
    free.set(itemId, left - quantity)
    return { line, quantity }
  })
}

type ToReplace = {
  type: 'rma' | 'rtv'
  status: string
  holdReason: string | null
  replacementOrderNumber: string | null
}

/** Why a return cannot be replaced by an order, as a sentence; undefined where it can. */
export function whyNotReplace(goods: ToReplace): string | undefined {
  const { type, status, replacementOrderNumber } = goods
  if (type === 'rtv') return 'Goods of customers are replaced'
  if (replacementOrderNumber) return `${replacementOrderNumber} replaces these goods already`
  if (goods.holdReason !== null) return heldSentence(goods.holdReason)
  if (status === 'approved' || status === 'received' || status === 'completed') return undefined
  return `This return is ${status}, so its goods are not replaced`
}

/** Why goods are not replaced for nothing: credited and replaced they would be given twice. */
export function whyNotFree({ status }: { status: string }): string | undefined {
  if (status !== 'completed') return undefined
  return 'These goods were credited, so they are replaced at the original price'
}

type ToDecide = { type: 'rma' | 'rtv'; toInspect: number; toVendor: number }

/** Why nothing of a return is inspected now; undefined where something is. */
export function whyNotInspect({ type, toInspect, toVendor }: ToDecide): string | undefined {
  if (type === 'rtv') return 'Goods of customers are inspected'
  return toInspect + toVendor > 0 ? undefined : 'Nothing of this return waits for inspection'
}

/** Why nothing of a return goes on to a vendor; undefined where something does. */
export function whyNotSend({ type, toVendor }: Omit<ToDecide, 'toInspect'>): string | undefined {
  if (type === 'rtv') return 'These goods go to a vendor already'
  return toVendor > 0 ? undefined : 'Nothing of this return waits to be sent to a vendor'
}
