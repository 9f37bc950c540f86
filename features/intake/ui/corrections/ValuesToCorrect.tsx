import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import type { IntakeMessageDetails } from '../../contract.ts'
import type { IntakeCell } from '../../intake-form.ts'
import { useIntakeWrites } from '../use-intake-writes.ts'

/** At most so many fields are shown; the others follow when these are corrected. */
const mostShown = 50

type ValuesToCorrectProps = {
  message: Pick<IntakeMessageDetails, 'id' | 'version' | 'problems' | 'cells'>
}

/** Values of a file or an 850 that stop an order: a person corrects them in this message alone. */
export function ValuesToCorrect({
  message: { id, version, problems, cells },
}: ValuesToCorrectProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const mayNot = useWhyNot()('intake.work')
  const { correctCells, run } = useIntakeWrites()
  const wrong = new Map(
    problems.flatMap(({ cells: named = [] }) => named.map((cell) => [keyOf(cell), cell] as const)),
  )
  if (wrong.size === 0) return null
  const saved = new Map(cells.map((cell) => [keyOf(cell), cell.value]))
  const entered = [...wrong].flatMap(([key, { rows: places, field }]) => {
    const [row] = places
    const value = typed.get(key)
    return row === undefined || value === undefined ? [] : [{ row, field, value }]
  })
  const correctAndRun = async () => {
    const params = { id }
    const body = { cells: entered }
    const corrected = await correctCells.tryRun({ params, body, ifMatch: version })
    if (corrected) await run.tryRun({ params, ifMatch: corrected.version })
  }
  return (
    <section aria-label="Values to correct" className="grid gap-3">
      <h3 className="text-label">Values to correct</h3>
      {[...wrong].slice(0, mostShown).map(([key, { label, text }]) => (
        <Field key={key} label={label}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              className="control"
              value={typed.get(key) ?? saved.get(key) ?? text}
              onChange={({ target }) => setTyped(new Map(typed).set(key, target.value))}
            />
          )}
        </Field>
      ))}
      <div>
        <Button
          size="small"
          icon={RotateCw}
          whyNot={mayNot ?? (entered.length > 0 ? undefined : 'Enter a value')}
          isBusy={correctCells.isPending || run.isPending}
          onClick={() => void correctAndRun()}
        >
          Correct and Run Again
        </Button>
      </div>
      <p className="text-caption font-normal text-muted">
        {wrong.size > mostShown && `These are the first ${mostShown} of ${wrong.size} values. `}
        For this message only. The original stays as it was received.
      </p>
    </section>
  )
}

function keyOf({ rows: [row], field }: Pick<IntakeCell, 'rows' | 'field'>): string {
  return `${row} ${field}`
}
