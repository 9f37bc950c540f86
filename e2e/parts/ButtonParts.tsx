import { Ban, Ellipsis, Pencil, Plus, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { LinkButton } from '#platform/ui/buttons/LinkButton.tsx'
import { Menu, type MenuItem } from '#platform/ui/menu/Menu.tsx'
import { PopoverButton } from '#platform/ui/menu/PopoverButton.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { FocusKeepingButton } from '#platform/ui/buttons/FocusKeepingButton.tsx'
import { PrintReportButton } from '#platform/ui/reports/PrintReportButton.tsx'
import { PrintSheet } from '#platform/ui/page/PrintSheet.tsx'
import { Spinner, SpinnerPage } from '#platform/ui/page/Spinner.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { createPrintJob } from '#platform/ui/table/export/report-print-context.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { Card } from './Card.tsx'
import { usePressCounter } from './use-press-counter.ts'

const row = 'flex flex-wrap items-center gap-2'
const notYours = 'You do not have permission for this'

/** Buttons of every kind, menus, tabs, and loading indicators. */
export function ButtonParts() {
  const { says, press } = usePressCounter()
  return (
    <>
      <PageHeader title="Buttons and menus" subtitle="What is pressed" />
      <PageContent>
        <p role="status">
          <span key={says}>{says}</span>
        </p>
        <Card title="Buttons">
          <div className={row}>
            <Button kind="primary" icon={Plus} onClick={press('Add')}>
              Add
            </Button>
            <Button onClick={press('Secondary')}>Secondary</Button>
            <Button kind="ghost" size="small" onClick={press('Ghost')}>
              Ghost
            </Button>
            <Button kind="danger" icon={Trash2} onClick={press('Delete')}>
              Delete
            </Button>
            <Button whyNot={notYours}>Not for you</Button>
            <Button isBusy icon={Save}>
              Saving
            </Button>
            <Button isBusy>Sending</Button>
            <Tooltip label="Add a record" keys={keysOf('add')}>
              <Button onClick={press('With a tooltip')}>With a tooltip</Button>
            </Tooltip>
            <FocusKeepingButton className="min-h-9 px-2" onClick={press('Plain')}>
              Plain
            </FocusKeepingButton>
            <LinkButton to="/sales-orders" className="px-2 py-2">
              View all
            </LinkButton>
            <OpenNote onPress={press('In the popover')} />
            <Printing />
          </div>
        </Card>
        <Card title="Buttons with an icon">
          <div className={row}>
            <IconButton icon={Pencil} label="Edit" shortcut="rowEdit" onClick={press('Edit')} />
            <IconButton icon={Ban} label="Deactivate" whyNot={notYours} />
          </div>
        </Card>
        <Menus press={press} />
        <OpenTabs press={press} />
        <Card title="Waiting">
          <Spinner label="The report is being made" />
          <SpinnerPage label="The page is on its way" />
        </Card>
      </PageContent>
    </>
  )
}

/** A popover under its button. */
function OpenNote({ onPress }: { onPress: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      button={<Button>Open a popover</Button>}
      label="Note"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="popover grid gap-2 p-3"
    >
      <p>A popover has what its button opens.</p>
      <Button onClick={onPress}>In the popover</Button>
    </PopoverButton>
  )
}

/** A button that prints a document of its own. */
function Printing() {
  const [paper] = useState(createPrintJob)
  return (
    <>
      <PrintReportButton paper={paper} />
      <PrintSheet>
        <h1>On paper</h1>
      </PrintSheet>
    </>
  )
}

type PressProps = { press: (name: string) => () => void }

function Menus({ press }: PressProps) {
  const [isDense, setDense] = useState(false)
  const items: readonly MenuItem[] = [
    { label: 'Rename', icon: Pencil, shortcut: 'rowEdit', run: press('Rename') },
    { label: 'Archive', icon: Ban, whyNot: 'It has open orders', run: press('Archive') },
    { label: 'Remove', icon: Trash2, startsGroup: true, run: press('Remove') },
    { label: 'Dense rows', checked: isDense, run: () => setDense(!isDense) },
  ]
  return (
    <Card title="Menus">
      <div className={row}>
        <Menu label="More" items={items} heading={<p className="text-caption p-2">A record</p>}>
          <Button>More</Button>
        </Menu>
        <Menu label="Actions" items={items} align="start">
          <IconButton icon={Ellipsis} label="Actions" />
        </Menu>
      </div>
    </Card>
  )
}

function OpenTabs({ press }: PressProps) {
  const list = useUrlList()
  const tabs = ['Overview', 'Lines', 'Documents', 'Timeline'].map((label) => ({
    id: label.toLowerCase(),
    label,
    render: () => <Button onClick={press(`In ${label}`)}>{`In ${label}`}</Button>,
  }))
  return (
    <Card title="Tabs">
      <Tabs
        label="Reports"
        tabs={tabs}
        open={list.search.tab}
        onOpen={(tab) => list.change({ tab })}
        shortcut="recordTab"
      />
    </Card>
  )
}
