import { type ReactNode, useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { statusCell } from '#platform/ui/table/active-status-cell.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { type EdiPartner, ediPartnerList, listEdiPartners } from '../contract.ts'

const PartnerForm = lazyPart(async () => (await import('./PartnerForm.tsx')).PartnerForm)

const columns = columnsOf(ediPartnerList, {
  customerCode: ({ customerCode }) => customerCode ?? 'Warehouse',
  identifier: ({ qualifier, identifier }) => `${qualifier} ${identifier}`,
  usage: ({ usage }) => (usage === 'P' ? 'Production' : 'Test'),
  folder: ({ folder }) => folder ?? '—',
  isActive: statusCell,
  lastHeardAt: ({ lastHeardAt }) => formatMomentOr(lastHeardAt),
})

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
      {!fixed && <ListViews name={ediPartnerList.name} list={list} views={ediPartnerList.views} />}
      <DataTable
        name={ediPartnerList.name}
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
