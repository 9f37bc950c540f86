import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ApprovalLevels as Levels, readApprovalLevels } from '../../contract.ts'
import { ApprovalLevelsForm } from '../ApprovalLevelsForm.tsx'

/** The approval chain of purchase orders: who approves up to which amount. */
export function ApprovalLevels() {
  const read = useRead(readApprovalLevels)
  const mayEdit = useMay()('settings.manage')
  const [edited, setEdited] = useState<Levels>()
  return (
    <section aria-labelledby="approval-levels" className="card p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="approval-levels" className="text-card">
          Approval levels
        </h2>
        {mayEdit && (
          <Button size="small" icon={Pencil} onClick={() => setEdited(read.data)}>
            Change levels
          </Button>
        )}
      </div>
      <p className="text-table mb-2 text-muted">
        Each level approves before the next one, up to the level whose amount the order does not
        exceed. No one approves an order twice.
      </p>
      <Loaded read={read} skeleton={<Skeleton className="h-10" />}>
        {({ levels }) =>
          levels.length === 0 ? (
            <p className="text-muted">One approval is enough for every purchase order.</p>
          ) : (
            <ol className="list-decimal pl-5">
              {levels.map((level, index) => (
                <li key={index}>{textOf(level)}</li>
              ))}
            </ol>
          )
        }
      </Loaded>
      {edited && <ApprovalLevelsForm levels={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function textOf({ upTo, role, username }: Levels['levels'][number]): string {
  const amount = upTo === null ? 'Any amount' : `Up to ${formatDecimal(upTo)}`
  return `${amount}: ${role === null ? username : `role ${role}`}`
}
