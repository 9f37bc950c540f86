import { useState } from 'react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { DriftDialog } from './DriftDialog.tsx'
import { listWmsDrift } from '../../contract.ts'
import type { WmsDriftRow } from '../../rules.ts'
import { driftNames, signed } from '../../labels.ts'

const number = (value: number) => value.toLocaleString('en-US')

const columns: readonly Column<WmsDriftRow>[] = [
  { id: 'sku', header: 'SKU', width: 150, cell: ({ sku }) => sku },
  {
    id: 'asOf',
    header: 'Counted',
    width: 140,
    sortable: false,
    phone: 'date',
    cell: ({ asOf }) => formatMomentOr(asOf),
  },
  {
    id: 'expected',
    header: 'Expected',
    width: 100,
    align: 'right',
    sortable: false,
    cell: ({ expected }) => number(expected),
  },
  {
    id: 'reported',
    header: 'Counted units',
    width: 120,
    align: 'right',
    sortable: false,
    cell: ({ reported }) => number(reported),
  },
  {
    id: 'difference',
    header: 'Difference',
    width: 110,
    align: 'right',
    sortable: false,
    phone: 'amount',
    cell: ({ expected, reported }) => signed(reported - expected),
  },
  {
    id: 'class',
    header: 'Cause',
    width: 220,
    sortable: false,
    phone: 'line',
    cell: (row) => driftNames[row.class],
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'class',
    label: 'Cause',
    options: Object.entries(driftNames).map(([value, label]) => ({ value, label })),
  },
]

/** Lists the count differences, latest first; each opens with its explanation. */
export function DriftTable({ list }: { list: ListState }) {
  const [shown, setShown] = useState<WmsDriftRow>()
  return (
    <>
      <DataTable
        name="wms-drift"
        title="Count variances"
        endpoint={listWmsDrift}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ sku }) => sku}
        hrefOf={() => ''}
        onOpen={setShown}
        empty={<p className="text-muted">No count variances.</p>}
      />
      {shown && <DriftDialog of={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
