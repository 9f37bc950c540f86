import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { statusCell } from '#platform/ui/table/active-status-cell.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import {
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  webhookList,
  type WebhookWithSecret,
} from '../contract.ts'
import { DeleteWebhook } from './DeleteWebhook.tsx'
import { ReplayWebhook } from './ReplayWebhook.tsx'
import { ShowWebhookSecret } from './ShowWebhookSecret.tsx'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { WebhookForm } from './WebhookForm.tsx'

type Opened = { dialog: 'edit' | 'deliveries' | 'replay' | 'delete'; webhook: Webhook }

/** The webhooks, with all that an administrator does with them. */
export function WebhooksTable() {
  const list = useUrlList()
  const [isAdding, setIsAdding] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const [shown, setShown] = useState<WebhookWithSecret>()
  const test = useWrite(testWebhook, {
    refreshes: [listWebhookDeliveries, listWebhooks],
    success: 'Test message queued',
    failure: 'Failed to queue test message',
  })
  const rotate = useWrite(rotateWebhookSecret, {
    refreshes: [listWebhooks],
    success: 'New secret created',
    failure: 'Failed to create new secret',
  })
  const sendTest = async (webhook: Webhook) => {
    const queued = await test.tryRun({ params: { id: webhook.id } })
    if (queued) setOpened({ dialog: 'deliveries', webhook })
  }
  const makeSecret = async ({ id }: Webhook) => {
    const made = await rotate.tryRun({ params: { id } })
    if (made) setShown(made)
  }
  const actionsOf = (webhook: Webhook) => [
    { label: 'Edit', run: () => setOpened({ dialog: 'edit', webhook }) },
    { label: 'Test', run: () => void sendTest(webhook) },
    { label: 'Replay', run: () => setOpened({ dialog: 'replay', webhook }) },
    { label: 'New secret', run: () => void makeSecret(webhook) },
    { label: 'Delete', run: () => setOpened({ dialog: 'delete', webhook }) },
  ]
  return (
    <>
      <DataTable
        name={webhookList.name}
        title="Webhooks"
        endpoint={listWebhooks}
        list={list}
        usualSort={webhookList.defaultSort}
        columns={columns}
        codeOf={({ description }) => description}
        hrefOf={() => ''}
        onOpen={(webhook) => setOpened({ dialog: 'deliveries', webhook })}
        actionsOf={actionsOf}
        primary={
          <Button kind="primary" icon={WebhookIcon} onClick={() => setIsAdding(true)}>
            Add Webhook
          </Button>
        }
        empty={<p>A webhook tells another program of events as soon as they happen.</p>}
      />
      {isAdding && <WebhookForm onClose={() => setIsAdding(false)} onCreated={setShown} />}
      {shown && <ShowWebhookSecret webhook={shown} onClose={() => setShown(undefined)} />}
      {opened && <OpenedDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function OpenedDialog({ dialog, webhook, onClose }: Opened & { onClose: () => void }) {
  if (dialog === 'edit') return <WebhookForm webhook={webhook} onClose={onClose} />
  if (dialog === 'replay') return <ReplayWebhook webhook={webhook} onClose={onClose} />
  if (dialog === 'delete') return <DeleteWebhook webhook={webhook} onClose={onClose} />
  return <WebhookDeliveries webhook={webhook} onClose={onClose} />
}

const topicsText = ({ topics }: Webhook) => topics.join(', ')

const columns = columnsOf(webhookList, {
  topics: { text: topicsText, cell: topicsText },
  isActive: statusCell,
  lastDeliveredAt: ({ lastDeliveredAt }) => formatMomentOr(lastDeliveredAt, 'Never'),
})
