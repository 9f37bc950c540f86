import type { OrderChoice } from '#features/order-entry/imported-order-choice.ts'
import { invalid } from '#platform/kernel/refusal.ts'

/**
 * The user's choice for each order of a file, by its place; orders without an entry are accepted.
 */
export type Choices = ReadonlyMap<string, OrderChoice>

/** The place of a set in its file: `1.2` is the second set of the first interchange. */
export function placeOf(interchange: number, set: number): string {
  return `${interchange + 1}.${set + 1}`
}

/** Places as a request passes them: `1.1,1.3`. */
export type ChosenPlaces = { hold?: string | undefined; leave?: string | undefined }

/**
 * Parses the user's choices for the new orders of a file. Throws 422 for a place that has no new
 * order, or for a place that is named twice.
 */
export function choicesOf(orders: ReadonlySet<string>, chosen: ChosenPlaces): Choices {
  const choices = new Map<string, OrderChoice>()
  for (const path of ['hold', 'leave'] as const) {
    for (const place of chosen[path]?.split(',') ?? []) {
      const errorAt = (message: string) => invalid([{ path, message }])
      if (!orders.has(place)) throw errorAt(`This file has no new order at ${place}`)
      if (choices.has(place)) throw errorAt(`The order at ${place} is listed twice`)
      choices.set(place, path)
    }
  }
  return choices
}
