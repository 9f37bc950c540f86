import { CircleHelp, Package, ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type Proposal, listProposals } from '../contract.ts'

const OrderChosen = lazyPart(
  async () => (await import('./OrderSelectedDialog.tsx')).OrderSelectedDialog,
)

export const defaultSort = 'coverDays'
export const codeOf = (proposal: { sku: string }) => proposal.sku

const count = (units: number) => units.toLocaleString('en-US')
const number = { align: 'right', width: 92 } as const

const columns: readonly Column<Proposal>[] = [
  { id: 'sku', header: 'SKU', width: 130, cell: codeOf },
  { id: 'name', header: 'Name', isLong: true, width: 190, phone: 'line', cell: ({ name }) => name },
  {
    id: 'available',
    header: 'Available',
    ...number,
    text: ({ available, backordered }) => String(available - backordered),
    cell: ({ available, backordered }) => count(available - backordered),
  },
  { id: 'incoming', header: 'On order', ...number, cell: ({ incoming }) => count(incoming) },
  {
    id: 'reorderPoint',
    header: 'Reorder point',
    ...number,
    width: 105,
    cell: ({ reorderPoint }) => count(reorderPoint),
  },
  {
    id: 'coverDays',
    header: 'Days of stock',
    ...number,
    phone: 'date',
    text: lastsText,
    cell: lastsText,
  },
  {
    id: 'quantity',
    header: 'Suggested qty',
    ...number,
    phone: 'amount',
    cell: ({ quantity, unitOfMeasure }) => (
      <span className="font-semibold">{`${count(quantity)} ${unitOfMeasure}`}</span>
    ),
  },
  {
    id: 'vendorName',
    header: 'Vendor',
    isLong: true,
    width: 170,
    cell: ({ vendorName }) => vendorName ?? 'No vendor',
  },
  {
    id: 'unitPrice',
    header: 'Unit Price',
    ...number,
    isOptional: true,
    sortable: false,
    cell: ({ unitPrice }) => formatDecimal(unitPrice),
  },
  {
    id: 'category',
    header: 'Category',
    isLong: true,
    isOptional: true,
    sortable: false,
    cell: ({ category }) => category,
  },
]

const filters: readonly Filter[] = [
  vendorFilter,
  { kind: 'flag', id: 'stock', label: 'Out of stock', value: 'none' },
]

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
      <DataTable
        name="purchase-proposals"
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
