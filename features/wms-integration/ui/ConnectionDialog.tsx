import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#platform/ui/fields/Field.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import {
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  changeWmsConnection,
  connectionForm,
  readWmsStatus,
  type WmsConnection,
} from '../contract.ts'
import { type Adapter, adapters } from '../rules.ts'

/** The prefix of an address that is not a plain URL. */
const prefix = /^(folder|tryton):/

type Values = ReturnType<typeof valuesOf>

function valuesOf(connection: WmsConnection) {
  const { url, isFromEnvironment, scheduleMinutes, isPaused } = connection
  const typed = isFromEnvironment ? '' : (url ?? '')
  return {
    url: typed.replace(prefix, ''),
    token: '',
    webhookSecret: '',
    x12Identifier: connection.x12Identifier ?? 'WMS',
    x12OwnIdentifier: connection.x12OwnIdentifier ?? 'PRIZM',
    x12Usage: connection.x12Usage,
    hostKey: connection.hostKey ?? '',
    scheduleMinutes,
    isPaused,
  }
}

/** Converts the form for the API: an empty secret is omitted, and a folder gets its prefix. */
function toWire(adapter: Adapter, values: Values) {
  const { url, token, webhookSecret, scheduleMinutes, isPaused } = values
  const { x12Usage, hostKey } = values
  const address = url.trim().replace(prefix, '')
  const isPlain = adapter === 'http' || adapter === 'sftp' || (adapter === 'tryton' && !address)
  const files = {
    x12Identifier: values.x12Identifier.trim().toUpperCase(),
    x12OwnIdentifier: values.x12OwnIdentifier.trim().toUpperCase(),
    x12Usage,
    hostKey: hostKey.trim() || null,
  }
  return {
    url: isPlain ? address || null : `${adapter}:${address || 'warehouse'}`,
    ...(token && { token }),
    ...(webhookSecret && { webhookSecret }),
    ...(isFiles(adapter) && files),
    scheduleMinutes,
    isPaused,
  }
}

const isFiles = (adapter: Adapter) => adapter === 'folder' || adapter === 'sftp'

const adapterNames: Readonly<Record<Adapter, string>> = {
  http: 'JSON over HTTPS',
  tryton: 'Tryton 6.0 (stock module)',
  folder: 'X12 files in a folder',
  sftp: 'X12 files over SFTP',
}

type ConnectionDialogProps = { connection: WmsConnection; onClose: () => void }

/** Dialog for the address and the schedule of the warehouse connection, for administrators. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const [adapter, setAdapter] = useState<Adapter>(connection.adapter)
  const write = useWrite(changeWmsConnection, {
    refreshes: [readWmsStatus],
    success: 'WMS connection updated successfully',
    failure: 'Failed to update the WMS connection',
  })
  return (
    <FormDialog
      title="WMS connection"
      description="Addresses entered here must be public. Files in a folder stay on this server."
      schema={connectionForm}
      values={valuesOf(connection)}
      toWire={(values: Values) => toWire(adapter, values)}
      submitLabel="Save connection"
      onClose={onClose}
      version={connection.version}
      reread={async () => {
        const fresh = (await send(readWmsStatus)).connection
        return { values: valuesOf(fresh), version: fresh.version }
      }}
      onSave={(body, attempt) => write.run({ body, ...attempt })}
    >
      <FormSection title="Address">
        <Field label="Connection type">
          {(control) => (
            <select
              {...control}
              className="control max-w-[32ch]"
              value={adapter}
              onChange={({ target }) => setAdapter(target.value as Adapter)}
            >
              {adapters.map((each) => (
                <option key={each} value={each}>
                  {adapterNames[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Address adapter={adapter} connection={connection} />
      </FormSection>
      {isFiles(adapter) && <X12Fields />}
      <FormSection title="Schedule">
        <UnitsField name="scheduleMinutes" label="Minutes between syncs *" min={1} />
        <SwitchField name="isPaused" label="Paused" />
      </FormSection>
    </FormDialog>
  )
}

function Address({ adapter, connection }: { adapter: Adapter; connection: WmsConnection }) {
  const { url, isFromEnvironment, hasToken, hasWebhookSecret } = connection
  const placeholderOf = (has: boolean) =>
    has ? 'Leave empty to keep the current one' : 'Not set yet'
  if (adapter === 'folder') {
    const hint = 'Lowercase letters, digits and hyphens; a folder under edi in the data folder'
    return <TextField name="url" label="Folder" hint={hint} />
  }
  if (adapter === 'tryton') {
    return (
      <>
        <TextField name="url" label="Address" wide hint="https://host/database/" />
        <SecretField
          name="token"
          label="User and password"
          hint={`user:password. ${placeholderOf(hasToken)}`}
        />
      </>
    )
  }
  if (adapter === 'sftp') {
    return (
      <>
        <TextField name="url" label="Address" wide hint="sftp://user@host/path" />
        <SftpSecret hint={placeholderOf(hasToken)} />
        <TextField
          name="hostKey"
          label="Key of the server"
          hint="SHA256:…, as ssh-keyscan shows it"
        />
      </>
    )
  }
  return (
    <>
      <TextField
        name="url"
        label="Address"
        wide
        hint={isFromEnvironment ? `Defaults to ${url}, set at program start` : 'https://…'}
      />
      <SecretField name="token" label="Token" hint={placeholderOf(hasToken)} />
      <SecretField
        name="webhookSecret"
        label="Webhook secret"
        hint={placeholderOf(hasWebhookSecret) + (hasWebhookSecret ? replacementHint : '')}
      />
    </>
  )
}

/** So that the warehouse may go on with the old one for a while. */
const replacementHint = '. To replace it, enter the new one, a comma and the old one'

type SecretFieldProps = { name: 'token' | 'webhookSecret'; label: string; hint: string }

/** A one-line secret: masked, and without autofill by the browser. */
function SecretField(props: SecretFieldProps) {
  return <TextField {...props} type="password" autoComplete="new-password" />
}

/** A password, or a private key, which has several lines. */
function SftpSecret({ hint }: { hint: string }) {
  const [isKey, setIsKey] = useState(false)
  const { setValue } = useFormContext()
  const choose = (secretKind: string) => {
    setIsKey(secretKind === 'key')
    // Clears the value, so that a typed password is not shown in the key field.
    setValue('token', '', { shouldDirty: true })
  }
  return (
    <>
      <Field label="Signed in with">
        {(control) => (
          <select
            {...control}
            className="control max-w-[32ch]"
            value={isKey ? 'key' : 'password'}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="password">Password</option>
            <option value="key">Private key</option>
          </select>
        )}
      </Field>
      {isKey ? (
        <TextAreaField
          name="token"
          label="Private key"
          wide
          hint={`In the format of ssh-keygen. ${hint}`}
        />
      ) : (
        <SecretField name="token" label="Password" hint={hint} />
      )}
    </>
  )
}

function X12Fields() {
  const usages = [
    { value: 'P', label: 'Production' },
    { value: 'T', label: 'Test' },
  ]
  return (
    <FormSection title="X12 files">
      <TextField
        name="x12Identifier"
        label="Their identifier"
        length={18}
        hint="ISA06 in their files"
      />
      <TextField
        name="x12OwnIdentifier"
        label="Our identifier"
        length={18}
        hint="ISA06 in our files"
      />
      <SelectField name="x12Usage" label="Files are for" options={usages} />
    </FormSection>
  )
}
