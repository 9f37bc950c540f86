import { listUsers } from '#features/auth/contract.ts'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { CustomField, DateField, SelectField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { createApiKey, listApiKeys, type NewKeyAnswer } from '../contract.ts'
import { KeyLimitFields } from './KeyLimitFields.tsx'
import { limitsToWire, type LimitValues, limitValuesOf } from './limit-values.ts'
import { keyScopes, type KeyScope, scopeNames, scopeSentences } from '../rules.ts'

type Values = { name: string; userId: string; scopes: KeyScope[]; expiresOn: string } & LimitValues
type NewApiKeyFormProps = { onClose: () => void; onCreated: (newKey: NewKeyAnswer) => void }

const empty: Values = {
  name: '',
  userId: '',
  scopes: ['read'],
  expiresOn: '',
  ...limitValuesOf(),
}

/** The form to create an API key: name, user (for administrators), scopes and limits. */
export function NewApiKeyForm({ onClose, onCreated }: NewApiKeyFormProps) {
  const { data: me } = useMe()
  const users = useRead(listUsers, { query: { isActive: 'true', sort: 'username', limit: 200 } })
  const userOptions = (users.data ?? []).map((user) => ({
    value: String(user.id),
    label: `${user.username} (${user.role})`,
  }))
  const write = useWrite(createApiKey, {
    refreshes: [listApiKeys],
    success: 'API key created successfully',
    failure: 'Failed to create API key',
  })
  return (
    <FormDialog
      title="Add API Key"
      schema={createApiKey.body}
      values={empty}
      toWire={toWire}
      submitLabel="Create Key"
      onClose={onClose}
      onSave={async (body, { idempotencyKey }) =>
        onCreated(await write.run({ body, idempotencyKey }))
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="name" label="Name *" hint="The program that uses it" />
        {me?.role === 'admin' && (
          <SelectField
            name="userId"
            label="Acts as *"
            hint="The key can do no more than this user"
            options={[{ value: '', label: 'Yourself' }, ...userOptions]}
          />
        )}
        <DateField name="expiresOn" label="Last day" hint="Leave empty to never expire" />
        <KeyLimitFields />
        <CustomField name="scopes" label="Scopes *" wide>
          {(control, value, change) => (
            <Scopes control={control} value={value as KeyScope[]} onChange={change} />
          )}
        </CustomField>
      </div>
    </FormDialog>
  )
}

type ScopesProps = {
  control: { id: string }
  value: readonly KeyScope[]
  onChange: (value: KeyScope[]) => void
}

function Scopes({ control, value, onChange }: ScopesProps) {
  const toggle = (scope: KeyScope) =>
    onChange(keyScopes.filter((candidate) => value.includes(candidate) !== (candidate === scope)))
  return (
    <div {...control} role="group" aria-label="Scopes" className="grid gap-2 sm:grid-cols-2">
      {keyScopes.map((scope) => (
        <label key={scope} className="flex min-h-9 gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="mt-1 self-start"
            checked={value.includes(scope)}
            onChange={() => toggle(scope)}
          />
          <span>
            {scopeNames[scope]}
            <span className="text-caption block text-muted">{scopeSentences[scope]}</span>
          </span>
        </label>
      ))}
      <p className="text-caption text-muted sm:col-span-2">
        API keys cannot manage accounts, keys, settings, connections or period closing.
      </p>
    </div>
  )
}

function toWire({ name, userId, scopes, expiresOn, ...limits }: Values) {
  return {
    name,
    scopes,
    ...limitsToWire(limits),
    ...(userId && { userId: Number(userId) }),
    ...(expiresOn && { expiresOn }),
  }
}
