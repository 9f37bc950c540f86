import { CircleHelp, Package, ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { listProposals, type Proposal, proposalList } from '../contract.ts'

/** The dialog that orders proposals. */
export const OrderChosen = lazyPart(
  async () => (await import('./OrderSelectedDialog.tsx')).OrderSelectedDialog,
)

export const { defaultSort } = proposalList
export const codeOf = (proposal: { sku: string }) => proposal.sku

const count = (units: number) => units.toLocaleString('en-US')

const columns = columnsOf(proposalList, {
  available: {
    text: ({ available, backordered }) => String(available - backordered),
    cell: ({ available, backordered }) => count(available - backordered),
  },
  incoming: ({ incoming }) => count(incoming),
  reorderPoint: ({ reorderPoint }) => count(reorderPoint),
  coverDays: { text: lastsText, cell: lastsText },
  quantity: ({ quantity, unitOfMeasure }) => (
    <span className="font-semibold">{`${count(quantity)} ${unitOfMeasure}`}</span>
  ),
  vendorName: ({ vendorName }) => vendorName ?? 'No vendor',
})

const filters = filtersOf(proposalList, { vendorCode: vendorFilter })

type ChosenProposal = { rows: readonly Proposal[]; clear: () => void }

/** The proposals, earliest stockout first; selected lines are ordered together. */
export function ProposalsTable({ list }: { list: ListState }) {
  const may = useMay()
  const navigate = useNavigate()
  const whyNot = useWhyNot()
  const [chosen, setChosen] = useState<ChosenProposal>()
  const actionsOf = (row: Proposal): readonly RowAction[] => [
    {
      label: 'Order…',
      icon: ShoppingBag,
      isInline: true,
      whyNot: whyNot('purchaseOrders.create'),
      run: () => setChosen({ rows: [row], clear: () => undefined }),
    },
    {
      label: 'Why buy this',
      icon: CircleHelp,
      run: () => list.change({ open: codeOf(row) }, 'push'),
    },
    {
      label: 'Open SKU',
      icon: Package,
      run: () => void navigate({ to: '/skus', search: { open: codeOf(row) } }),
    },
  ]
  const order = {
    label: 'Order…',
    icon: ShoppingBag,
    run: (rows: readonly Proposal[], clear: () => void) => setChosen({ rows, clear }),
  }
  return (
    <div>
      <ListViews name={proposalList.name} list={list} views={proposalList.views} />
      <DataTable
        name={proposalList.name}
        title="Proposal List"
        endpoint={listProposals}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={actionsOf}
        bulk={may('purchaseOrders.create') ? [order] : []}
        onOpen={(row) => list.change({ open: codeOf(row) }, 'push')}
        empty={<p className="text-muted">No proposals. Stock is sufficient.</p>}
      />
      {chosen && <OrderChosen {...chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

function lastsText({ coverDays }: Proposal): string {
  if (coverDays === null) return '-'
  return `${count(coverDays)} ${coverDays === 1 ? 'day' : 'days'}`
}
