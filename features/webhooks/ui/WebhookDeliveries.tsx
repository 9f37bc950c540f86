import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import {
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveryList,
} from '../contract.ts'
import { deliveryStateLabels } from '../labels.ts'
import { WebhookDeliveryLog } from './WebhookDeliveryLog.tsx'

const answerText = ({ lastError, lastStatus }: WebhookDelivery) =>
  lastError ?? (lastStatus === null ? '' : String(lastStatus))
const stateText = ({ state }: WebhookDelivery) => deliveryStateLabels[state]

const columns = columnsOf(webhookDeliveryList, {
  state: { text: stateText, cell: stateText },
  lastError: { text: answerText, cell: answerText },
  eventAt: ({ eventAt }) => formatMomentOr(eventAt),
  nextAttemptAt: ({ nextAttemptAt }) => formatMomentOr(nextAttemptAt, '—'),
})

const filters = filtersOf(webhookDeliveryList)

type WebhookDeliveriesProps = { webhook: Webhook; onClose: () => void }

/** The deliveries of a webhook; a selected one with its body and its attempts. */
export function WebhookDeliveries({ webhook, onClose }: WebhookDeliveriesProps) {
  const list = useLocalList({})
  const [chosen, setChosen] = useState<number>()
  const replay = useWrite(replayWebhookDelivery, {
    refreshes: [listWebhookDeliveries, listWebhooks],
    success: 'The message will be sent again',
    failure: 'Failed to replay message',
  })
  const run = (id: number) => void replay.tryRun({ params: { id } })
  return (
    <Dialog title={`Deliveries of ${webhook.description}`} size="details" onClose={onClose}>
      <DialogBody>
        {webhook.inactiveReason && (
          <Alert tone="warning">{inactiveTexts[webhook.inactiveReason]}</Alert>
        )}
        {chosen === undefined ? (
          <DataTable
            name={webhookDeliveryList.name}
            title="Deliveries"
            endpoint={listWebhookDeliveries}
            list={list}
            fixed={{ webhookId: String(webhook.id) }}
            usualSort={webhookDeliveryList.defaultSort}
            columns={columns}
            filters={filters}
            codeOf={({ topic, id }) => `${topic} ${id}`}
            onOpen={({ id }) => setChosen(id)}
            actionsOf={({ id }) => [{ label: 'Replay', run: () => run(id) }]}
            empty={<p className="text-muted">Nothing was sent to this webhook yet.</p>}
          />
        ) : (
          <WebhookDeliveryLog id={chosen}>
            <Button onClick={() => setChosen(undefined)}>All deliveries</Button>
            <Button isBusy={replay.isPending} onClick={() => run(chosen)}>
              Replay
            </Button>
          </WebhookDeliveryLog>
        )}
      </DialogBody>
    </Dialog>
  )
}

const inactiveTexts = {
  gone: 'It was deactivated because its receiver answered 410 Gone.',
  failing: 'It was deactivated because its receiver failed for five days.',
} as const
