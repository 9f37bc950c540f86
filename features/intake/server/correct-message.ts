import { invalid } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { CorrectIntakeMessage, IntakeMessageDetails } from '../contract.ts'
import type { CorrectedCell, IntakeCell, IntakeProblem } from '../intake-form.ts'
import {
  advanceMessage,
  correctedCellsOf,
  guardOpen,
  type LockedMessage,
} from './advance-message.ts'
import { messageSubject } from './update-message.ts'

/**
 * Corrects values of an open file or 850, in this message alone: its raw bytes stay as they are,
 * and the next run reads these values instead. A value of the rows of an order, such as its
 * customer, is corrected in all of them. Throws 422 for a value that no problem of the message
 * names.
 */
export function correctIntakeMessage(
  ctx: Context,
  id: number,
  { cells, ifMatch }: CorrectIntakeMessage & { ifMatch: number | undefined },
): Promise<IntakeMessageDetails> {
  return runTransition(ctx, { id, ifMatch, ...messageSubject }, async (inner, locked) => {
    guardOpen(locked)
    const before = new Map(correctedCellsOf(locked).map((cell) => [placeOf(cell), cell]))
    const correctable = [...before.values(), ...cellsOfProblems(locked)]
    const corrected = cells.map((cell, index) => correctionOf(cell, { correctable, index }))
    const after = new Map([...before, ...corrected.map((cell) => [placeOf(cell), cell] as const)])
    const changes = Object.fromEntries(
      corrected.map((cell) => {
        const from = before.get(placeOf(cell))?.value ?? null
        return [cell.label, { from, to: cell.value }]
      }),
    )
    // Everything else in them is the channel's own.
    const options = { ...(locked.options as object | null), cells: [...after.values()] }
    return advanceMessage(inner, locked, { verb: 'update', options, changes })
  })
}

type CellPlace = Pick<IntakeCell, 'rows' | 'field' | 'label'>

function placeOf({ rows: [first], field }: CellPlace): string {
  return `${first} ${field}`
}

/** The values that its problems name, as the channel found them in its last run. */
function cellsOfProblems({ problems }: LockedMessage): IntakeCell[] {
  // Written with the message by its channel.
  return (problems as IntakeProblem[]).flatMap(({ cells = [] }) => cells)
}

type Entered = CorrectIntakeMessage['cells'][number]

function correctionOf(
  { row, field, value }: Entered,
  { correctable, index }: { correctable: readonly CellPlace[]; index: number },
): CorrectedCell {
  const found = correctable.find((cell) => cell.field === field && cell.rows.includes(row))
  if (found) return { rows: found.rows, field, label: found.label, value }
  const message = 'No problem of this message is about this value'
  throw invalid([{ path: `cells.${index}.field`, message }])
}
