import { historyList } from '#features/audit/contract.ts'
import { HistoryTable } from '#features/audit/ui/HistoryTable.tsx'
import { PastSettings } from '#features/audit/ui/PastSettings.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { SealedHistoryCard } from '#features/system-health/ui/SealedHistoryCard.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { useUrlList } from '#platform/web/list-state.ts'

/** The changes to all records, the settings of a past day, and whether the history is sealed. */
export function HistoryOfAllRecords() {
  const may = useMay()
  const list = useUrlList()
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <ListViews name={historyList.name} list={list} views={historyList.views} />
        <HistoryTable list={list} page={{ tab: 'history' }} />
      </div>
      {may('settings.manage') && <PastSettings />}
      <SealedHistoryCard />
    </div>
  )
}
