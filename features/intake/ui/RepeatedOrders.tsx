import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { IntakeMessageDetails } from '../contract.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

type RepeatedOrdersProps = {
  message: Pick<IntakeMessageDetails, 'id' | 'version' | 'channel' | 'problems'>
}

/** The orders of a message that exist already: the person chooses which of them are created. */
export function RepeatedOrders({ message }: RepeatedOrdersProps) {
  const { id, version, channel, problems } = message
  const [chosen, setChosen] = useState<readonly number[]>([])
  const mayNot = useWhyNot()('intake.work')
  const { run } = useIntakeWrites()
  const rows = problems.flatMap(({ repeatedRow }) => repeatedRow ?? [])
  if (rows.length === 0) return null
  const again = rows.filter((row) => chosen.includes(row))
  const toggle = (row: number) =>
    setChosen(chosen.includes(row) ? again.filter((each) => each !== row) : [...again, row])
  const createAgain = () =>
    run.tryRun({ params: { id }, query: { again: again.join(',') }, ifMatch: version })
  return (
    <section aria-label="Orders that exist already" className="grid gap-2">
      <h3 className="text-label">Orders that exist already</h3>
      {rows.map((row) => (
        <label
          key={row}
          className="text-body flex min-h-9 items-center gap-2 pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            checked={again.includes(row)}
            onChange={() => toggle(row)}
            className="size-4 accent-(--accent)"
          />
          {channel === 'csv' ? `Create the order of row ${row} again` : 'Create the order again'}
        </label>
      ))}
      <div>
        <Button
          size="small"
          icon={Copy}
          whyNot={mayNot ?? (again.length > 0 ? undefined : 'Select an order')}
          isBusy={run.isPending}
          onClick={() => void createAgain()}
        >
          Create Again
        </Button>
      </div>
    </section>
  )
}
