import { CalendarX, FileUp } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { listPlannedPrices, type PlannedPrice } from '../../contract.ts'
import { useCancelPlan } from './use-cancel-plan.ts'

const amount = (text: string | null) => (text === null ? '' : formatDecimal(text))
const right = { align: 'right', width: 100 } as const

const columns: readonly Column<PlannedPrice>[] = [
  {
    id: 'effectiveDate',
    header: 'From',
    width: 110,
    phone: 'date',
    cell: (plan) => formatDay(plan.effectiveDate),
  },
  {
    id: 'sku',
    header: 'SKU',
    isLong: true,
    width: 220,
    cell: (plan) => `${plan.sku} - ${plan.skuName}`,
  },
  {
    id: 'currentPrice',
    header: 'Today',
    ...right,
    sortable: false,
    cell: (plan) => amount(plan.currentPrice),
  },
  {
    id: 'price',
    header: 'Planned',
    ...right,
    phone: 'amount',
    cell: (plan) => amount(plan.price),
  },
  {
    id: 'createdBy',
    header: 'Planned by',
    width: 120,
    sortable: false,
    cell: (plan) => plan.createdBy ?? '',
  },
  {
    id: 'reason',
    header: 'Reason',
    isLong: true,
    sortable: false,
    width: 180,
    cell: (plan) => plan.reason ?? '',
  },
]

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
          name="planned-prices"
          title="Planned prices"
          endpoint={listPlannedPrices}
          list={list}
          usualSort="effectiveDate,sku"
          columns={columns}
          codeOf={(plan) => `${plan.sku} from ${plan.effectiveDate}`}
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
