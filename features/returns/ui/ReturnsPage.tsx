import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { useUrlList } from '#platform/web/list-state.ts'
import { ReturnsTable } from './ReturnsTable.tsx'
import type { GoodsReturn } from '../contract.ts'
import { readReturnRequest } from './create/new-return-param.ts'
import { typeNames } from '../labels.ts'

const ReturnDetails = lazyPart(async () => (await import('./ReturnDetails.tsx')).ReturnDetails)
const CreateReturn = lazyPart(async () => (await import('./create/CreateReturn.tsx')).CreateReturn)

type ReturnsPageProps = {
  /** Tabs supplied by other features, such as messages to the warehouse. */
  moreTabs: (goods: GoodsReturn) => readonly Tab[]
}

/** The returns page: the list, and the dialog named in the URL. */
export function ReturnsPage({ moreTabs }: ReturnsPageProps) {
  const list = useUrlList()
  const { open, new: adds } = list.search
  const request = readReturnRequest(adds)
  return (
    <>
      <PageHeader title="Returns" subtitle="Handle RMA and RTV processing" record={open} />
      <PageContent>
        <ReturnsTable list={list} />
      </PageContent>
      {open && <ReturnDetails list={list} code={open} moreTabs={moreTabs} />}
      {request && (
        <RequirePermission
          permission={request.type === 'rma' ? 'returns.createRma' : 'returns.createRtv'}
          title={`Create ${typeNames[request.type]}`}
          onClose={list.close}
        >
          <CreateReturn key={adds} {...request} onClose={list.close} />
        </RequirePermission>
      )}
    </>
  )
}
