import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { tabChange } from '#features/views/rules.ts'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { IntakeCorrectionsTable } from './corrections/IntakeCorrectionsTable.tsx'
import { IntakeMessagesTable } from './IntakeMessagesTable.tsx'

// Dialogs are loaded when first opened.
const IntakeMessageDialog = lazyPart(
  async () => (await import('./IntakeMessageDialog.tsx')).IntakeMessageDialog,
)
const PasteTextDialog = lazyPart(
  async () => (await import('./PasteTextDialog.tsx')).PasteTextDialog,
)

/** The intake inbox: messages of every channel, and what was corrected in them. */
export function IntakePage() {
  const list = useUrlList()
  const may = useMay()
  const { open, new: adds, tab } = list.search
  const id = Number(open)
  return (
    <>
      <PageHeader title="Intake" subtitle="Incoming orders that need review" />
      <PageContent>
        {may('intake.read') ? (
          <Tabs
            label="Intake"
            tabs={tabsOf(list)}
            open={tab}
            onOpen={(next) =>
              list.change(tabChange(next === 'messages' ? undefined : next, list.search), 'push')
            }
          />
        ) : (
          <Alert tone="info" title="Your role cannot see the intake inbox">
            An administrator can change that.
          </Alert>
        )}
      </PageContent>
      {Number.isInteger(id) && id > 0 && (
        <IntakeMessageDialog key={id} id={id} onClose={() => list.closePart({ open: undefined })} />
      )}
      {adds && may('intake.work') && (
        <PasteTextDialog
          onClose={list.close}
          onRead={(read) => list.change({ new: undefined, open: String(read) }, 'push')}
        />
      )}
    </>
  )
}

function tabsOf(list: ListState) {
  return [
    { id: 'messages', label: 'Messages', render: () => <IntakeMessagesTable list={list} /> },
    {
      id: 'corrections',
      label: 'Corrections',
      render: () => <IntakeCorrectionsTable list={list} />,
    },
  ]
}
