import { type ReactNode, useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type EdiPartner, listEdiPartners } from '../contract.ts'

const PartnerForm = lazyPart(async () => (await import('./PartnerForm.tsx')).PartnerForm)

const columns: readonly Column<EdiPartner>[] = [
  { id: 'name', header: 'Partner', width: 200, cell: ({ name }) => name },
  {
    id: 'customerCode',
    header: 'Customer',
    width: 130,
    sortable: false,
    phone: 'line',
    cell: ({ customerCode }) => customerCode ?? 'Warehouse',
  },
  {
    id: 'identifier',
    header: 'Identifier',
    width: 190,
    sortable: false,
    cell: ({ qualifier, identifier }) => `${qualifier} ${identifier}`,
  },
  {
    id: 'usage',
    header: 'For',
    width: 110,
    sortable: false,
    cell: ({ usage }) => (usage === 'P' ? 'Production' : 'Test'),
  },
  {
    id: 'folder',
    header: 'Folder',
    width: 140,
    sortable: false,
    cell: ({ folder }) => folder ?? '—',
  },
  {
    id: 'isActive',
    header: 'Status',
    width: 110,
    sortable: false,
    phone: 'badge',
    text: ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
    cell: ({ isActive }) => <StatusBadge status={isActive ? 'Active' : 'Inactive'} />,
  },
  {
    id: 'lastHeardAt',
    header: 'Last file',
    width: 130,
    sortable: false,
    phone: 'date',
    cell: ({ lastHeardAt }) => formatMomentOr(lastHeardAt),
  },
]

type PartnersTableProps = {
  list: ListState
  fixed?: { customerId: string }
  primary?: ReactNode
}

/** Lists the EDI partners; an administrator opens one to edit it. */
export function PartnersTable({ list, fixed, primary }: PartnersTableProps) {
  const [edited, setEdited] = useState<EdiPartner>()
  const mayManage = useMay()('edi.manage')
  const open = (partner: EdiPartner) => {
    if (partner.customerId !== null) setEdited(partner)
  }
  return (
    <>
      <DataTable
        name="edi-partners"
        title="EDI partners"
        endpoint={listEdiPartners}
        list={list}
        columns={columns}
        filters={[]}
        codeOf={({ name }) => name}
        {...(fixed && { fixed })}
        hrefOf={() => ''}
        {...(mayManage && { onOpen: open })}
        {...(primary !== undefined && { primary })}
        {...(!mayManage && { tools: <OnlyRead /> })}
        empty={
          <p className="text-muted">
            No EDI partners yet. An administrator adds one on the EDI tab of a customer.
          </p>
        }
      />
      {edited && (
        <PartnerForm
          customer={{ id: edited.customerId ?? 0, name: edited.name }}
          partner={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function OnlyRead() {
  return <p className="text-table text-muted">Only an administrator can change a partner.</p>
}
