import { useState } from 'react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { DriftDetailsDialog } from './DriftDetailsDialog.tsx'
import { listWmsDrift, wmsDriftList } from '../../contract.ts'
import type { WmsDriftRow } from '../../rules.ts'
import { signed } from '../../labels.ts'

const number = (value: number) => value.toLocaleString('en-US')

const columns = columnsOf(wmsDriftList, {
  asOf: ({ asOf }) => formatMomentOr(asOf),
  expected: ({ expected }) => number(expected),
  reported: ({ reported }) => number(reported),
  difference: ({ expected, reported }) => signed(reported - expected),
})

const filters = filtersOf(wmsDriftList)

/** Lists the count differences, latest first; each opens with its explanation. */
export function DriftTable({ list }: { list: ListState }) {
  const [openedRow, setOpenedRow] = useState<WmsDriftRow>()
  return (
    <>
      <DataTable
        name={wmsDriftList.name}
        title="Count variances"
        endpoint={listWmsDrift}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ sku }) => sku}
        hrefOf={() => ''}
        onOpen={setOpenedRow}
        empty={<p className="text-muted">No count variances.</p>}
      />
      {openedRow && <DriftDetailsDialog of={openedRow} onClose={() => setOpenedRow(undefined)} />}
    </>
  )
}
