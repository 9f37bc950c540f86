import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { createTaxRate, deleteTaxRate, listTaxRates, type TaxRateRecord } from '../contract.ts'
import { placeOf } from '../countries-and-states.ts'
import { formatPercent } from '../rules.ts'
import { TaxRateForm } from './TaxRateForm.tsx'

/** The list of tax rates by location. Rates already used by orders cannot be changed. */
export function TaxRates() {
  const read = useRead(listTaxRates, { query: { limit: 500 } })
  const remove = useRemoval()
  const mayEdit = useMay()('settings.manage')
  const [edited, setEdited] = useState<{ rate: TaxRateRecord | undefined }>()
  return (
    <section aria-labelledby="tax-rates" className="card p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="tax-rates" className="text-card">
          Tax rates by location
        </h2>
        {mayEdit && (
          <Button size="small" icon={Plus} onClick={() => setEdited({ rate: undefined })}>
            Add tax rate
          </Button>
        )}
      </div>
      <p className="text-table mb-2 text-muted">
        Applied by the state and country of the delivery. Elsewhere the default applies.
      </p>
      <Loaded read={read} skeleton={<Skeleton className="h-10" />}>
        {(rates) =>
          rates.length === 0 ? (
            <p className="text-muted">No location has its own rate yet.</p>
          ) : (
            <ul>
              {rates.map((rate) => (
                <Rate
                  key={rate.id}
                  rate={rate}
                  isReadOnly={!mayEdit}
                  onEdit={() => setEdited({ rate })}
                  onDelete={() => void remove(rate)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && <TaxRateForm rate={edited.rate} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

/** Deletes a rate immediately, one at a time; Undo creates it again. */
function useRemoval(): (rate: TaxRateRecord) => Promise<void> {
  const refreshes = [listTaxRates, readActivity]
  const again = useWrite(createTaxRate, {
    refreshes,
    success: 'Tax rate restored',
    failure: 'Failed to restore tax rate',
  })
  const removal = useWrite(deleteTaxRate, { refreshes, failure: 'Failed to delete tax rate' })
  const isRunning = useRef(false)
  return async ({ id, version, country, state, rate, effectiveDate }) => {
    // Ignores a second click before the screen updates.
    if (isRunning.current) return
    isRunning.current = true
    const isDone = await removal.isDone({ params: { id }, ifMatch: version })
    isRunning.current = false
    if (!isDone) return
    const body = { country, state, rate, effectiveDate }
    notify({
      title: 'Success',
      text: 'Tax rate deleted successfully',
      detail: `${placeOf({ country, state })} from ${formatDay(effectiveDate)}`,
      action: offerUndo(() => again.tryRun({ body })),
    })
  }
}

type RateProps = {
  rate: TaxRateRecord
  isReadOnly: boolean
  onEdit: () => void
  onDelete: () => void
}

function Rate({ rate, isReadOnly, onEdit, onDelete }: RateProps) {
  const from = `from ${formatDay(rate.effectiveDate)}`
  const name = `${placeOf(rate)} ${from}`
  return (
    <li className="flex items-center gap-2 border-t border-line py-1">
      <span className="min-w-0 flex-1 break-words">
        {placeOf(rate)} <span className="numbers text-muted">{from}</span>
      </span>
      <span className="numbers shrink-0">{formatPercent(rate.rate)}</span>
      {rate.isUsed && (
        <span className="text-caption w-16 shrink-0 text-right text-muted">in use</span>
      )}
      {!rate.isUsed && !isReadOnly && (
        <>
          <IconButton icon={Pencil} label={`Change ${name}`} onClick={onEdit} />
          <IconButton icon={Trash2} isOnce label={`Delete ${name}`} onClick={onDelete} />
        </>
      )}
    </li>
  )
}
