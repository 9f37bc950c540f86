import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import type { IntakeMessageDetails } from '../../contract.ts'
import type { IntakeCell } from '../../intake-form.ts'
import { useIntakeWrites } from '../use-intake-writes.ts'

type WrongValuesProps = {
  message: Pick<IntakeMessageDetails, 'id' | 'version' | 'problems' | 'cells'>
}

/** The values of a file or an 850 that are wrong: the person corrects them in this message alone. */
export function WrongValues({ message: { id, version, problems, cells } }: WrongValuesProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const mayNot = useWhyNot()('intake.work')
  const { correctCells, run } = useIntakeWrites()
  const wrong = new Map(
    problems.flatMap(({ cell }) => (cell ? [[keyOf(cell), cell] as const] : [])),
  )
  if (wrong.size === 0) return null
  const saved = new Map(cells.map((cell) => [keyOf(cell), cell.value]))
  const entered = [...wrong].flatMap(
    ([
      key,
      {
        rows: [row = 0],
        field,
      },
    ]) => {
      const value = typed.get(key)
      return value === undefined ? [] : [{ row, field, value }]
    },
  )
  const correctAndRun = async () => {
    const params = { id }
    const body = { cells: entered }
    const corrected = await correctCells.tryRun({ params, body, ifMatch: version })
    if (corrected) await run.tryRun({ params, ifMatch: corrected.version })
  }
  return (
    <section aria-label="Wrong values" className="grid gap-3">
      <h3 className="text-label">Wrong values</h3>
      {[...wrong].map(([key, { label }]) => (
        <Field key={key} label={label}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              className="control"
              value={typed.get(key) ?? saved.get(key) ?? ''}
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
        For this message only. The original stays as it was received.
      </p>
    </section>
  )
}

function keyOf({ rows: [row], field }: Pick<IntakeCell, 'rows' | 'field'>): string {
  return `${row} ${field}`
}
