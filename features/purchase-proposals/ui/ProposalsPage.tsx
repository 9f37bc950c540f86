import { PurchasingNav } from '#features/purchase-orders/ui/parts/PurchasingNav.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { useUrlList } from '#platform/web/list-state.ts'
import { ProposalsTable } from './ProposalsTable.tsx'
import { ProposalExplanation } from './ProposalExplanation.tsx'

/** The purchase proposals: a selectable list, and a dialog that explains one. */
export function ProposalsPage() {
  const list = useUrlList()
  const { open } = list.search
  return (
    <>
      <PageHeader
        title="Purchase Proposals"
        subtitle="Suggested purchases based on stock and demand"
        record={open}
      />
      <PageContent>
        <PurchasingNav />
        <ProposalsTable list={list} />
      </PageContent>
      {open && <ProposalExplanation list={list} code={open} />}
    </>
  )
}
