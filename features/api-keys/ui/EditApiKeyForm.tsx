import { DateField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { type ApiKey, apiKeyForm, listApiKeys, updateApiKey } from '../contract.ts'
import { KeyLimitFields } from './KeyLimitFields.tsx'
import { limitsToWire, limitValuesOf } from './limit-values.ts'
import { fieldText } from '#platform/ui/form/field-text.ts'

type EditApiKeyFormProps = { apiKey: ApiKey; onClose: () => void }

/** The form that changes the name, the last day and the limits of an API key. */
export function EditApiKeyForm({ apiKey, onClose }: EditApiKeyFormProps) {
  const change = useWrite(updateApiKey, {
    refreshes: [listApiKeys],
    success: 'API key updated successfully',
    failure: 'Failed to update API key',
  })
  return (
    <FormDialog
      title="Edit API Key"
      schema={apiKeyForm}
      values={valuesOf(apiKey)}
      toWire={toWire}
      submitLabel="Update Key"
      onClose={onClose}
      version={apiKey.version}
      reread={() => reload(apiKey)}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        change.run({ params: { id: apiKey.id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="name" label="Name *" hint="The program that uses it" />
        <DateField name="expiresOn" label="Last day" hint="Leave empty to never expire" />
        <KeyLimitFields />
      </div>
    </FormDialog>
  )
}

/** Reads the current version of the key after an edit conflict. */
async function reload({ id }: ApiKey) {
  const current = (await send(listApiKeys, { query: { limit: 200 } })).find(
    (each) => each.id === id,
  )
  if (!current) throw new Error('it is gone')
  return { values: valuesOf(current), version: current.version }
}

function valuesOf(key: ApiKey) {
  return { name: key.name, expiresOn: fieldText(key.expiresOn), ...limitValuesOf(key) }
}

function toWire({ name, expiresOn, ...limits }: ReturnType<typeof valuesOf>) {
  return { name, expiresOn: expiresOn || null, ...limitsToWire(limits) }
}
