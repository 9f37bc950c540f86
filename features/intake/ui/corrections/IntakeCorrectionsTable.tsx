import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { intakeCorrectionList, listIntakeCorrections } from '../../contract.ts'
import { useIntakeWrites } from '../use-intake-writes.ts'

const CorrectionDialog = lazyPart(
  async () => (await import('./CorrectionDialog.tsx')).CorrectionDialog,
)

const columns = columnsOf(intakeCorrectionList, {
  sku: ({ sku }) => sku ?? '—',
  value: ({ value }) => value ?? '—',
  factor: ({ kind, factor }) => (kind === 'unit' ? factor.toLocaleString('en-US') : '—'),
  createdByName: ({ createdByName }) => createdByName ?? '—',
  updatedAt: ({ updatedAt }) => formatMomentOr(updatedAt),
})

const filters = filtersOf(intakeCorrectionList)

/** What people corrected in messages of customers; it is applied to the next ones. */
export function IntakeCorrectionsTable({ list }: { list: ListState }) {
  const mayWork = useMay()('intake.work')
  const { deleteCorrection } = useIntakeWrites()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <div>
      <DataTable
        name={intakeCorrectionList.name}
        title="Corrections"
        endpoint={listIntakeCorrections}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ text }) => text}
        primary={
          <Button
            kind="primary"
            icon={Plus}
            onClick={() => setIsAdding(true)}
            whyNot={mayWork ? undefined : noPermissionText}
          >
            Add Correction
          </Button>
        }
        actionsOf={({ id }) =>
          mayWork
            ? [
                {
                  icon: Trash2,
                  label: 'Delete',
                  run: () => void deleteCorrection.tryRun({ params: { id } }),
                },
              ]
            : []
        }
        empty={<p className="text-muted">What you correct in a message is stored here.</p>}
      />
      {isAdding && <CorrectionDialog onClose={() => setIsAdding(false)} />}
    </div>
  )
}
