import type { OrderChoice } from '#features/order-entry/choices.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import type { Cut } from './x12.ts'

/** What a person chose for orders of a file, by their places; any other is simply accepted. */
export type Choices = ReadonlyMap<string, OrderChoice>

/** Where a set stands in its file: `1.2` is the second set of the first interchange. */
export function placeOf(interchange: number, set: number): string {
  return `${interchange + 1}.${set + 1}`
}

/** Places as a call names them: `1.1,1.3`. */
export type ChosenPlaces = { hold?: string | undefined; leave?: string | undefined }

/** The choices of a call. Refuses a place where no new order is, and one that is named twice. */
export function choicesOf(cuts: readonly Cut[], chosen: ChosenPlaces): Choices {
  const choices = new Map<string, OrderChoice>()
  const orders = chosen.hold || chosen.leave ? newOrders(cuts) : new Set()
  for (const path of ['hold', 'leave'] as const) {
    for (const place of chosen[path]?.split(',') ?? []) {
      const refuse = (message: string) => invalid([{ path, message }])
      if (!orders.has(place)) throw refuse(`There is no new order at ${place} of this file`)
      if (choices.has(place)) throw refuse(`The order at ${place} is named twice`)
      choices.set(place, path)
    }
  }
  return choices
}

/** Where the new orders of a file stand: each 850 whose BEG01 is 00. */
function newOrders(cuts: readonly Cut[]): Set<string> {
  const places = new Set<string>()
  for (const [interchange, { segments }] of cuts.entries()) {
    let set = -1
    let isOrder = false
    for (const [id, first] of segments) {
      if (id === 'ST') {
        set += 1
        isOrder = first === '850'
      }
      if (id === 'BEG' && isOrder && first === '00') places.add(placeOf(interchange, set))
    }
  }
  return places
}
