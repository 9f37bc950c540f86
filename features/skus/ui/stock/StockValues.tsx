import { accounts } from '#features/journal/rules.ts'
import { JournalTie } from '#features/journal/ui/parts/JournalTie.tsx'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { type Day, formatDay, isDay } from '#platform/kernel/days.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import type { Address } from '#platform/web/screen-address.ts'
import {
  listStockValues,
  type SkuStockValue,
  skuStockValueList,
  sumStockValues,
} from '../../contract.ts'

const columns = columnsOf(skuStockValueList, {
  sku: ({ sku }) => sku ?? '-',
  onHand: ({ onHand }) => onHand.toLocaleString('en-US'),
})
const filters = filtersOf(skuStockValueList)
const groups = groupsOf(skuStockValueList, {
  endpoint: sumStockValues,
  what: 'SKU',
  labels: { category: (category) => category },
})

type StockValuesProps = {
  /** The day of the values, from the address; today if it is none. */
  asOf: string | undefined
  onClose: () => void
}

/** The stock value of every SKU on a day: they add up to account 1200 of that day. */
export function StockValues({ asOf, onClose }: StockValuesProps) {
  const day = asOf !== undefined && isDay(asOf) ? asOf : undefined
  const list = useLocalList(day ? { 'f.asOf': day } : {})
  const asOfText = day ? formatDay(day) : 'today'
  return (
    <Dialog
      title="Stock values"
      description={`Stock value by SKU as of ${asOfText}. The total equals account 1200.`}
      size="details"
      onClose={onClose}
    >
      <DialogBody>
        <StockAccount day={day} />
        <ReportList
          declaredList={skuStockValueList}
          title="Stock values"
          endpoint={listStockValues}
          list={list}
          columns={columns}
          filters={filters}
          groups={groups}
          codeOf={({ sku, name }) => sku ?? name}
          addressOf={(value) => ledgerOf(value, day)}
          empty="No valued stock yet."
        />
      </DialogBody>
    </Dialog>
  )
}

/** The account beside the total of all SKUs, with a link to its journal lines up to the day. */
function StockAccount({ day }: { day: Day | undefined }) {
  const today = useToday(day === undefined)
  const asOf = day ?? today
  const { data } = useRead(sumStockValues, { query: { asOf } })
  const amount = data?.amount ?? undefined
  return (
    <div className="text-table mb-3 min-h-6">
      {amount !== undefined && <JournalTie account="inventory" amount={amount} asOf={asOf} />}
    </div>
  )
}

/** What changed the value of a SKU; without a SKU, the entries of the account. */
function ledgerOf({ sku }: SkuStockValue, day: string | undefined): Address {
  if (sku !== null) return { to: '/skus', search: { open: sku, tab: 'value', part: day } }
  return { to: '/journal', search: { 'f.account': accounts.inventory.number, 'f.to': day } }
}
