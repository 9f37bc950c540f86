import { invalid } from '#platform/kernel/refusal.ts'
import type { OrderChoice } from './imported-order-choice.ts'

/** The user's choice for an order of a file; `again` creates it beside an equal existing order. */
export type ImportChoice = OrderChoice | 'again'

/** The user's choices by the first row of each order; orders without an entry are accepted. */
export type Choices = ReadonlyMap<number, ImportChoice>

/** Comma-separated row numbers, as in the request: `2,7`. */
type ChosenRows = Partial<Record<'hold' | 'leave' | 'again', string | undefined>>

/**
 * Parses the choices of a request. Throws 422 for a row that is not the first row of an order, and
 * for a row that appears twice.
 */
export function choicesOf(firstRows: ReadonlySet<number>, chosen: ChosenRows): Choices {
  const choices = new Map<number, ImportChoice>()
  for (const path of ['hold', 'leave', 'again'] as const) {
    for (const row of chosen[path]?.split(',').map(Number) ?? []) {
      const errorAt = (message: string) => invalid([{ path, message }])
      if (!firstRows.has(row)) throw errorAt(`No order of this file starts in row ${row}`)
      if (choices.has(row)) throw errorAt(`The order of row ${row} is listed twice`)
      choices.set(row, path)
    }
  }
  return choices
}
