import { type EventTopicName, eventTopicNames, eventTopics } from '#features/audit/event-topics.ts'
import { CustomField, SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  createWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
  webhookForm,
  type WebhookWithSecret,
} from '../contract.ts'

type WebhookFormProps = {
  webhook?: Webhook
  onClose: () => void
  onCreated?: (made: WebhookWithSecret) => void
}

type Values = ReturnType<typeof valuesOf>

/** The form of a webhook: its address, what it is for, and its topics. */
export function WebhookForm({ webhook, onClose, onCreated }: WebhookFormProps) {
  const creation = useWrite(createWebhook, {
    refreshes: [listWebhooks],
    success: 'Webhook created successfully',
    failure: 'Failed to create webhook',
  })
  const change = useWrite(updateWebhook, {
    refreshes: [listWebhooks],
    success: 'Webhook updated successfully',
    failure: 'Failed to update webhook',
  })
  return (
    <FormDialog
      title={webhook ? 'Edit Webhook' : 'Add Webhook'}
      schema={webhookForm}
      values={valuesOf(webhook)}
      toWire={toWire}
      submitLabel={webhook ? 'Update Webhook' : 'Create Webhook'}
      onClose={onClose}
      onSave={async (body, { idempotencyKey, ifMatch }) => {
        if (webhook) {
          return change.run({ params: { id: webhook.id }, body, idempotencyKey, ifMatch })
        }
        return onCreated?.(await creation.run({ body, idempotencyKey }))
      }}
      {...(webhook && { version: webhook.version, reread: () => reload(webhook) })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="description" label="Description *" hint="The program that receives it" />
        <TextField
          name="url"
          label="Address *"
          type="url"
          hint="https, port 443 or 8443, in the public network"
        />
        <SwitchField
          name="isActive"
          label="Active"
          hint="If off, nothing is sent; events of this time can be replayed for 30 days"
        />
        <CustomField name="topics" label="Topics *" wide>
          {(control, value, onChange) => (
            <Topics control={control} value={value as EventTopicName[]} onChange={onChange} />
          )}
        </CustomField>
      </div>
    </FormDialog>
  )
}

type TopicsProps = {
  control: { id: string }
  value: readonly EventTopicName[]
  onChange: (value: EventTopicName[]) => void
}

function Topics({ control, value, onChange }: TopicsProps) {
  const toggle = (topic: EventTopicName) =>
    onChange(eventTopicNames.filter((each) => value.includes(each) !== (each === topic)))
  return (
    <div {...control} role="group" aria-label="Topics" className="grid gap-2 sm:grid-cols-2">
      {eventTopicNames.map((topic) => (
        <label key={topic} className="flex min-h-9 gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="mt-1 self-start"
            checked={value.includes(topic)}
            onChange={() => toggle(topic)}
          />
          <span>
            {topic}
            <span className="text-caption block text-muted">{eventTopics[topic].sentence}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** Reads the current version of the webhook after an edit conflict. */
async function reload({ id }: Webhook) {
  const current = (await send(listWebhooks, { query: { limit: 200 } })).find(
    (each) => each.id === id,
  )
  if (!current) throw new Error('it is gone')
  return { values: valuesOf(current), version: current.version }
}

function valuesOf(webhook: Webhook | undefined) {
  const topics: EventTopicName[] = webhook?.topics ?? []
  return {
    description: webhook?.description ?? '',
    url: webhook?.url ?? '',
    isActive: webhook?.isActive ?? true,
    topics,
  }
}

function toWire(values: Values) {
  return values
}
