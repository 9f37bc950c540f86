import { invalid } from '#platform/kernel/refusal.ts'
import type { OrderChoice } from './choices.ts'

/** What a person wants of an order of a file: `again` is another one beside an equal order. */
export type ImportChoice = OrderChoice | 'again'

/** What a person chose for orders of a file, by the row each begins in; any other is accepted. */
export type Choices = ReadonlyMap<number, ImportChoice>

/** Rows as a call names them: `2,7`. */
type ChosenRows = Partial<Record<'hold' | 'leave' | 'again', string | undefined>>

/** The choices of a call. Refuses a row where no order begins, and one that is named twice. */
export function choicesOf(begins: ReadonlySet<number>, chosen: ChosenRows): Choices {
  const choices = new Map<number, ImportChoice>()
  for (const path of ['hold', 'leave', 'again'] as const) {
    for (const row of chosen[path]?.split(',').map(Number) ?? []) {
      const refuse = (message: string) => invalid([{ path, message }])
      if (!begins.has(row)) throw refuse(`No order of this file begins in row ${row}`)
      if (choices.has(row)) throw refuse(`The order of row ${row} is named twice`)
      choices.set(row, path)
    }
  }
  return choices
}
