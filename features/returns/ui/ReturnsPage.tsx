import { OnlyFor } from '#features/auth/ui/parts/OnlyFor.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { late } from '#platform/ui/page/Late.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { useUrlList } from '#platform/web/list-search.ts'
import { ReturnsTable } from './ReturnsTable.tsx'
import type { GoodsReturn } from '../contract.ts'
import { readWish } from './create/return-request.ts'
import { typeNames } from '../labels.ts'

const ReturnDetails = late(async () => (await import('./ReturnDetails.tsx')).ReturnDetails)
const CreateReturn = late(async () => (await import('./create/CreateReturn.tsx')).CreateReturn)

type ReturnsPageProps = {
  /** The tabs of rooms that returns know nothing of, such as what the warehouse was told. */
  moreTabs: (goods: GoodsReturn) => readonly Tab[]
}

/** The returns: a list, and over it what the address asks for. */
export function ReturnsPage({ moreTabs }: ReturnsPageProps) {
  const list = useUrlList()
  const { open, new: adds } = list.search
  const wish = readWish(adds)
  return (
    <>
      <PageHeader title="Returns" subtitle="Handle RMA and RTV processing" record={open} />
      <PageContent>
        <ReturnsTable list={list} />
      </PageContent>
      {open && <ReturnDetails list={list} code={open} moreTabs={moreTabs} />}
      {wish && (
        <OnlyFor
          permission={wish.type === 'rma' ? 'returns.createRma' : 'returns.createRtv'}
          title={`Create ${typeNames[wish.type]}`}
          onClose={list.close}
        >
          <CreateReturn key={adds} {...wish} onClose={list.close} />
        </OnlyFor>
      )}
    </>
  )
}
