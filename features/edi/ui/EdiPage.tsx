import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { tabChange } from '#features/views/rules.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { DocumentsTable } from './DocumentsTable.tsx'
import { InterchangesTable } from './InterchangesTable.tsx'
import { PartnersTable } from './PartnersTable.tsx'

const linkClass = 'inline-flex min-h-6 items-center text-inherit underline'

/** Page with the X12 documents, files and partners. */
export function EdiPage() {
  const list = useUrlList()
  const mayRead = useMay()('edi.read')
  return (
    <>
      <PageHeader title="EDI" subtitle="X12 documents exchanged with trading partners" />
      <PageContent>
        {mayRead ? (
          <Tabs
            label="EDI"
            tabs={tabsOf(list)}
            open={list.search.tab}
            onOpen={(tab) =>
              list.change(tabChange(tab === 'documents' ? undefined : tab, list.search), 'push')
            }
          />
        ) : (
          <Alert
            tone="info"
            title="Your role cannot see EDI files"
            actions={
              <Link to="/help" search={{ tab: 'orders' }} hash="edi" className={linkClass}>
                What EDI does
              </Link>
            }
          >
            An administrator can change that.
          </Alert>
        )}
      </PageContent>
    </>
  )
}

function tabsOf(list: ListState) {
  return [
    { id: 'documents', label: 'Documents', render: () => <DocumentsTable list={list} /> },
    { id: 'files', label: 'Files', render: () => <InterchangesTable list={list} /> },
    { id: 'partners', label: 'Partners', render: () => <PartnersTable list={list} /> },
  ]
}
