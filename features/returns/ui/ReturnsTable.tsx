import { ArrowUpRight, Eye, History, Plus } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf, useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { SumGroup } from '#platform/ui/table/groups/row-groups.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { OriginalLink, PartyLink } from './ReturnLink.tsx'
import { ReturnTypeBadge } from './ReturnTypeBadge.tsx'
import { useReturnSteps } from './use-return-steps.tsx'
import { type GoodsReturn, listReturns, returnList, sumReturns } from '../contract.ts'
import { filters } from './return-filters.ts'
import { useReturnBulk } from './use-return-bulk-actions.ts'
import { partyOf, typeNames } from '../labels.ts'

const PrintDocuments = lazyPart(
  async () => (await import('#features/documents/ui/parts/PrintDocuments.tsx')).PrintDocuments,
)
const ReturnLinesPreview = lazyPart(
  async () => (await import('./ReturnLinesPreview.tsx')).ReturnLinesPreview,
)

export const { defaultSort } = returnList
export const codeOf = (goods: { returnNumber: string }) => goods.returnNumber
/** Query that finds a return by its number. */
export const lookupQuery = (code: string | undefined) => ({ returnNumber: code, limit: 100 })

const columns = columnsOf(returnList, {
  type: {
    text: ({ type }) => typeNames[type],
    cell: ({ type }) => <ReturnTypeBadge type={type} />,
  },
  partyName: {
    text: (goods) => Object.values(partyOf(goods)).join(' · '),
    cell: (goods) => <PartyLink goods={goods} />,
  },
  status: {
    text: ({ displayStatus }) => displayStatus,
    cell: (goods) => <StatusBadge status={goods.status} also={goods.displayStatus} />,
  },
  createdAt: {
    text: ({ createdAt }) => formatDayOf(createdAt),
    cell: ({ createdAt }) => formatDayOf(createdAt),
  },
  originalOrderNumber: (goods) => <OriginalLink goods={goods} />,
})

/** A customer and a vendor may have the same code, so that the key of a party has its id. */
const byParty: SumGroup<GoodsReturn> = {
  id: 'party',
  label: 'Customer/Vendor',
  filtersOf: (key) => {
    const [noun = '', id = ''] = key.split('-')
    return { [`f.${noun}Id`]: id }
  },
  rows: {
    sort: 'partyName',
    keyOf: ({ customerId, vendorId }) =>
      customerId === null ? `vendor-${vendorId}` : `customer-${customerId}`,
    headingOf: ({ partyCode, partyName }) => `${partyCode} · ${partyName}`,
  },
}
const declared = groupsOf(returnList, { endpoint: sumReturns, what: 'return' })
const groups = { ...declared, groups: [...declared.groups, byParty] }

/** The list of returns, newest first, with the actions of each. */
export function ReturnsTable({ list }: { list: ListState }) {
  const may = useMay()
  const { itemsOf, dialog } = useReturnSteps()
  const { bulk, job, endJob, documents } = useReturnBulk()
  const add = (type: 'rma' | 'rtv') => list.change({ new: type }, 'push')
  const mayRma = may('returns.createRma')
  const mayRtv = may('returns.createRtv')
  useShortcut('addOther', () => add('rtv'), mayRtv)
  return (
    <div>
      <ListViews name={returnList.name} list={list} views={returnList.views} />
      <DataTable
        name={returnList.name}
        title="Return List"
        endpoint={listReturns}
        list={list}
        usualSort={defaultSort}
        groups={groups}
        columns={columns}
        filters={filters}
        isScannable
        codeOf={codeOf}
        actionsOf={(goods) => [...viewActions(goods, list), ...itemsOf(goods)]}
        bulk={bulk}
        primary={
          <div className="flex flex-wrap gap-2">
            <Tooltip label="Create RTV" keys={keysOf('addOther')}>
              <Button
                icon={ArrowUpRight}
                onClick={() => add('rtv')}
                whyNot={mayRtv ? undefined : noPermissionText}
              >
                Create RTV
              </Button>
            </Tooltip>
            <Tooltip label="Create RMA" keys={keysOf('add')}>
              <Button
                kind={mayRma ? 'primary' : 'secondary'}
                icon={Plus}
                onClick={() => add('rma')}
                whyNot={mayRma ? undefined : noPermissionText}
              >
                Create RMA
              </Button>
            </Tooltip>
          </div>
        }
        onOpen={(goods) => list.openRecord(codeOf(goods))}
        {...(mayRma && { onAdd: () => add('rma') })}
        empty={<p className="text-muted">No returns yet.</p>}
        preview={({ id }) => <ReturnLinesPreview id={id} />}
      />
      {job && <PrintDocuments key={job.count} {...job} onDone={endJob} />}
      {documents}
      {dialog}
    </div>
  )
}

function viewActions(goods: GoodsReturn, list: ListState): readonly RowAction[] {
  const open = codeOf(goods)
  return [
    {
      label: 'View',
      icon: Eye,
      isInline: true,
      run: () => list.openRecord(open),
    },
    {
      label: 'View history',
      icon: History,
      run: () => list.change({ open, tab: 'timeline' }, 'push'),
    },
  ]
}
