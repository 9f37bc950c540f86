import { SelectField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import {
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  type Webhook,
  webhookReplayForm,
} from '../contract.ts'

const spans = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
]

type ReplayWebhookProps = { webhook: Webhook; onClose: () => void }

/** The form that sends the events of a time again. */
export function ReplayWebhook({ webhook, onClose }: ReplayWebhookProps) {
  const replay = useWrite(replayWebhook, {
    refreshes: [listWebhooks, listWebhookDeliveries],
    success: 'Events queued again',
    failure: 'Failed to replay events',
  })
  return (
    <FormDialog
      title={`Replay ${webhook.description}`}
      description="All events of its topics are sent again, with the same ids."
      schema={webhookReplayForm}
      values={{ hours: '24' }}
      toWire={toWire}
      size="small"
      submitLabel="Replay"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) =>
        replay.run({ params: { id: webhook.id }, body, idempotencyKey })
      }
    >
      <SelectField name="hours" label="Events of" options={spans} />
    </FormDialog>
  )
}

function toWire({ hours }: { hours: string }) {
  return { since: new Date(now().getTime() - Number(hours) * 3_600_000).toISOString() }
}
