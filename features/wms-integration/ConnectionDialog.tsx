import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { SwitchField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api.ts'
import { send } from '#platform/web/send.ts'
import {
  changeWmsConnection,
  connectionForm,
  readWmsStatus,
  type WmsConnection,
} from './contract.ts'

type Typed = {
  url: string
  token: string
  webhookSecret: string
  scheduleMinutes: number
  isPaused: boolean
}

function valuesOf({ url, isFromEnvironment, scheduleMinutes, isPaused }: WmsConnection): Typed {
  const typed = isFromEnvironment ? '' : (url ?? '')
  return { url: typed, token: '', webhookSecret: '', scheduleMinutes, isPaused }
}

/** Secrets that are left empty stay as they are. */
function toWire({ url, token, webhookSecret, scheduleMinutes, isPaused }: Typed) {
  return {
    url: url.trim() || null,
    ...(token && { token }),
    ...(webhookSecret && { webhookSecret }),
    scheduleMinutes,
    isPaused,
  }
}

type ConnectionDialogProps = { connection: WmsConnection; onClose: () => void }

/** How the warehouse is reached and how often, for administrators. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { url, isFromEnvironment, hasToken, hasWebhookSecret, version } = connection
  const write = useWrite(changeWmsConnection, {
    refreshes: [readWmsStatus],
    success: 'WMS connection updated successfully',
    failure: 'Failed to update the WMS connection',
  })
  const kept = (has: boolean) => (has ? 'Empty keeps the one there is' : 'There is none yet')
  return (
    <FormDialog
      title="WMS connection"
      description="An address that is typed here must be public and begin with https://."
      schema={connectionForm}
      values={valuesOf(connection)}
      toWire={toWire}
      submitLabel="Save connection"
      onClose={onClose}
      version={version}
      reread={async () => {
        const fresh = (await send(readWmsStatus)).connection
        return { values: valuesOf(fresh), version: fresh.version }
      }}
      onSave={(body, attempt) => write.run({ body, ...attempt })}
    >
      <FormSection title="Address">
        <TextField
          name="url"
          label="Address"
          wide
          hint={isFromEnvironment ? `Empty: ${url}, as the program was started` : 'https://…'}
        />
        <TextField name="token" label="Token" hint={kept(hasToken)} />
        <TextField name="webhookSecret" label="Webhook secret" hint={kept(hasWebhookSecret)} />
      </FormSection>
      <FormSection title="Schedule">
        <UnitsField name="scheduleMinutes" label="Minutes between syncs *" min={1} />
        <SwitchField name="isPaused" label="Paused" />
      </FormSection>
    </FormDialog>
  )
}
