import { CalendarX, FileUp } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'
import { listPlannedPrices, plannedPriceList } from '../../contract.ts'
import { useCancelPlan } from './use-cancel-planned-price.ts'

const columns = columnsOf(plannedPriceList, {
  sku: (plan) => `${plan.sku} - ${plan.skuName}`,
})

type PlannedPricesProps = { onImport: () => void; onClose: () => void }

/** All planned price changes that have not started, each with a cancel action. */
export function PlannedPrices({ onImport, onClose }: PlannedPricesProps) {
  const list = useLocalList()
  const whyNot = useWhyNot()
  const cancel = useCancelPlan()
  return (
    <Dialog
      title="Planned prices"
      description="Price changes with a future effective date. Orders from that day use them."
      size="details"
      onClose={onClose}
    >
      <DialogBody>
        <DataTable
          name={plannedPriceList.name}
          title="Planned prices"
          endpoint={listPlannedPrices}
          list={list}
          usualSort={plannedPriceList.defaultSort}
          columns={columns}
          codeOf={(plan) => `${plan.sku} from ${formatDay(plan.effectiveDate)}`}
          actionsOf={(plan) => [
            {
              label: 'Cancel',
              icon: CalendarX,
              isInline: true,
              whyNot: whyNot('skus.edit'),
              run: () => void cancel(plan),
            },
          ]}
          primary={
            <Button icon={FileUp} whyNot={whyNot('skus.import')} onClick={onImport}>
              Import CSV
            </Button>
          }
          empty={<p className="text-muted">No price change is planned.</p>}
        />
      </DialogBody>
    </Dialog>
  )
}
