import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { accounts } from '#features/journal/rules.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { type StockValueChange, stockValueList } from '../../contract.ts'
import { deltaText } from '../../rules.ts'

const memoText = ({ memo }: StockValueChange) => memo ?? '-'

/** The columns of the value changes of one SKU. */
export const columns = columnsOf(stockValueList, {
  memo: { text: memoText, cell: (change) => <EntryLink change={change} /> },
  units: (change) => deltaText(change.units),
  unitsAfter: (change) => change.unitsAfter.toLocaleString('en-US'),
})

/** The document of a change; a link to its journal entry for users who may read the books. */
function EntryLink({ change }: { change: StockValueChange }) {
  const may = useMay()
  const { entryId } = change
  if (entryId === null || !may('ledger.read')) return memoText(change)
  const search = { 'f.entryId': String(entryId), 'f.account': accounts.inventory.number }
  return (
    <Link to="/journal" search={search} className="text-link">
      {memoText(change)}
    </Link>
  )
}
