import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { type Delegation, endDelegation, listDelegations } from '../../contract.ts'
import { DelegationForm } from './DelegationForm.tsx'

/** Who decides in whose name: the delegations of the user, or of all for who manages users. */
export function DelegationsDialog({ onClose }: { onClose: () => void }) {
  const [isAdding, setIsAdding] = useState(false)
  const read = useRead(listDelegations, { query: { limit: 100 } })
  return (
    <Dialog
      title="Delegated approvals"
      description="Someone else decides in your name, up to your limits, on the days you choose."
      onClose={onClose}
    >
      <DialogBody>
        <Loaded read={read}>
          {(delegations) =>
            delegations.length > 0 ? (
              <ul>
                {delegations.map((delegation) => (
                  <Row key={delegation.id} delegation={delegation} />
                ))}
              </ul>
            ) : (
              <p>No approvals are delegated. Delegate yours before you are away.</p>
            )
          }
        </Loaded>
        <div className="mt-4 flex justify-end">
          <Button kind="primary" icon={UserRoundCheck} onClick={() => setIsAdding(true)}>
            Delegate Approvals
          </Button>
        </div>
        {isAdding && <DelegationForm onClose={() => setIsAdding(false)} />}
      </DialogBody>
    </Dialog>
  )
}

function Row({ delegation }: { delegation: Delegation }) {
  const end = useWrite(endDelegation, {
    refreshes: [listDelegations],
    success: 'The delegation was ended',
    failure: 'Failed to end the delegation',
  })
  const { id, fromUsername, toUsername, startsOn, endsOn, state } = delegation
  const isOpen = state === 'planned' || state === 'active'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-label wrap-anywhere">
          {`${toUsername} decides in the name of ${fromUsername}`}
        </p>
        <p className="text-table numbers text-muted">
          {`From ${formatDay(startsOn)} until ${formatDay(endsOn)}`}
        </p>
      </div>
      <StatusBadge status={state} />
      {isOpen && (
        <Button
          size="small"
          isOnce
          aria-label={`End the delegation from ${fromUsername} to ${toUsername}`}
          isBusy={end.isPending}
          onClick={() => void end.tryRun({ params: { id } })}
        >
          End
        </Button>
      )}
    </li>
  )
}
