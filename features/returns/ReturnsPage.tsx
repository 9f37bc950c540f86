import { PageContent, PageHeader } from '#platform/ui/PageHeader.tsx'
import { late } from '#platform/ui/Late.tsx'
import { useUrlList } from '#platform/web/list-search.ts'
import { ReturnsTable } from './ReturnsTable.tsx'
import { readWish } from './return-draft.ts'

const ReturnDetails = late(async () => (await import('./ReturnDetails.tsx')).ReturnDetails)
const CreateReturn = late(async () => (await import('./CreateReturn.tsx')).CreateReturn)

/** The returns: a list, and over it what the address asks for. */
export function ReturnsPage() {
  const list = useUrlList()
  const { open, new: adds } = list.search
  const wish = readWish(adds)
  return (
    <>
      <PageHeader title="Returns" subtitle="Handle RMA and RTV processing" record={open} />
      <PageContent>
        <ReturnsTable list={list} />
      </PageContent>
      {open && <ReturnDetails list={list} code={open} />}
      {wish && <CreateReturn key={adds} {...wish} onClose={list.close} />}
    </>
  )
}
