import { Ellipsis } from 'lucide-react'
import { customerScreen } from '#features/customers/ui/customer-screen.ts'
import { type Customer, listCustomers, listDeletedCustomers } from '#features/customers/contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Dialog, DialogBody, DialogFooter, DiscardPrompt } from '#platform/ui/dialogs/Dialog.tsx'
import { EditedRecord } from '#platform/ui/records/EditedRecord.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { RecentlyDeleted } from '#platform/ui/records/RecentlyDeleted.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useList } from '#platform/web/api-hooks.ts'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { Card } from './Card.tsx'

const { codeOf, lookUp, declaredList } = customerScreen
const of = { endpoint: listCustomers, usualSort: declaredList.defaultSort, codeOf }

/** Dialogs, opened by buttons and by addresses; alerts and toasts. */
export function DialogParts() {
  const list = useUrlList()
  const { data } = useList(listCustomers, { query: { limit: 1 } })
  const code = data?.rows[0] && codeOf(data.rows[0])
  const noticeHandler = (text: string, tone?: 'danger') => () =>
    notify({ title: 'Notice', text, ...(tone && { tone, detail: 'The reason of it' }) })
  const again = <Button onClick={noticeHandler('Tried again')}>Try again</Button>
  return (
    <>
      <PageHeader title="Dialogs and notices" record={list.search.open} />
      <PageContent>
        <Card title="Dialogs">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => list.change({ view: 'plain' }, 'push')}>Plain</Button>
            <Button onClick={() => list.change({ view: 'deleted' }, 'push')}>Deleted</Button>
            <Button onClick={() => list.change({ open: code }, 'push')}>Details</Button>
            <Button onClick={() => list.change({ open: 'NONE' }, 'push')}>Missing</Button>
            <Button onClick={() => list.change({ edit: code }, 'push')}>Edited</Button>
          </div>
        </Card>
        <Card title="Notices">
          <div className="flex flex-wrap gap-2">
            <Button onClick={noticeHandler('It is done')}>Notify</Button>
            <Button onClick={noticeHandler('It failed', 'danger')}>Notify of a failure</Button>
            <Button
              onClick={() =>
                notify({
                  title: 'Notice',
                  text: 'Gone',
                  action: { label: 'Undo', run: noticeHandler('Back') },
                })
              }
            >
              Notify with a way back
            </Button>
          </div>
        </Card>
        <Card title="Alerts">
          <div className="grid gap-2">
            <Alert title="It failed" actions={again}>
              The server did not respond.
            </Alert>
            <Alert tone="warning">It may be old.</Alert>
            <Alert tone="info">It is on its way.</Alert>
          </div>
        </Card>
      </PageContent>
      <Opened list={list} />
    </>
  )
}

function Opened({ list }: { list: ListState }) {
  const { open, edit, view } = list.search
  const close = () => list.closePart({ view: undefined })
  if (open) return <Details list={list} code={open} />
  if (edit) return <Edited list={list} code={edit} />
  if (view === 'plain') return <Plain onClose={close} />
  if (view !== 'deleted') return null
  return (
    <RecentlyDeleted
      nouns="Customers"
      endpoint={listDeletedCustomers}
      codeOf={codeOf}
      onRestore={(customer) => notify({ title: 'Restored', text: codeOf(customer) })}
      onClose={close}
    />
  )
}

function Plain({ onClose }: { onClose: () => void }) {
  const showNotice = (text: string) => notify({ title: 'Notice', text })
  return (
    <Dialog title="A question" description="Said once more in a sentence." onClose={onClose}>
      <DialogBody>What it is about.</DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" onClick={() => showNotice('Done')}>
          Do it
        </Button>
      </DialogFooter>
      <DiscardPrompt onDiscard={onClose} onKeep={() => showNotice('Kept')} />
    </Dialog>
  )
}

type RecordProps = { list: ListState; code: string }

/** A record dialog with paging, actions, steps and tabs. */
function Details({ list, code }: RecordProps) {
  const { record, ...found } = useRecord({ ...of, list, code, lookUp: lookUp(code) })
  const noticeHandler = (text: string) => () => notify({ title: code, text })
  if (found.isMissing || found.error) {
    return <MissingRecord noun="customer" code={code} error={found.error} onClose={list.close} />
  }
  const actions = {
    label: `Actions for ${code}`,
    items: [
      { label: 'Block credit', run: noticeHandler('Blocked') },
      { label: 'Delete', whyNot: 'It has orders', run: noticeHandler('Deleted') },
    ],
    button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
  }
  return (
    <DetailsDialog
      title={code}
      subtitle={record?.name}
      badge={record && <StatusBadge status={record.isActive ? 'Active' : 'Inactive'} />}
      position={found.position}
      renewal={found.renewal}
      onEdit={() => list.change({ open: undefined, tab: undefined, edit: code }, 'push')}
      {...(record && { actions })}
      steps={[{ label: 'Next step', run: noticeHandler('Next step') }]}
      tabs={record ? tabsOf(record) : []}
      tab={list.search.tab}
      onTab={(tab) => list.change({ tab: tab === 'overview' ? undefined : tab })}
      onClose={list.close}
      isLoading={!record}
    />
  )
}

function tabsOf({ customerCode, name, email }: Customer) {
  const items = [
    { name: 'Code', value: customerCode },
    { name: 'Name', value: name },
    { name: 'Email', value: email },
  ]
  return ['overview', 'contacts'].map((id) => ({
    id,
    label: id === 'overview' ? 'Overview' : 'Contacts',
    render: () => <Facts items={items} />,
  }))
}

function Edited({ list, code }: RecordProps) {
  const found = useRecord({ ...of, list, code, lookUp: lookUp(code) })
  return (
    <EditedRecord of={found} noun="customer" code={code} onClose={list.close}>
      {(customer) => (
        <Dialog title={`Edit ${codeOf(customer)}`} onClose={list.close}>
          <DialogBody>
            <p>{customer.name}</p>
          </DialogBody>
        </Dialog>
      )}
    </EditedRecord>
  )
}
