import { useState } from 'react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { CustomField, SelectField, SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormCard } from '#platform/ui/form/FormCard.tsx'
import { PageForm } from '#platform/ui/form/PageForm.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ApiError, send } from '#platform/web/api-client.ts'
import { useList, useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  changeSingleSignOn,
  listUsers,
  readSignInFacts,
  readSingleSignOn,
  type SingleSignOn,
  type SingleSignOnForm as Form,
  singleSignOnForm,
} from '../../contract.ts'
import type { GroupRole } from '../../single-sign-on-rules.ts'
import { GroupRoles } from '../single-sign-on/GroupRoles.tsx'
import { useMe } from './current-user.ts'
import { useRoleNames } from '../users/use-role-options.ts'

/** The settings of single sign-on with the provider of the company. */
export function SingleSignOnForm() {
  const read = useRead(readSingleSignOn)
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton className="h-96" />}
      title="The settings of single sign-on could not be loaded"
    >
      {(settings) => <Settings settings={settings} />}
    </Loaded>
  )
}

function valuesOf(settings: SingleSignOn) {
  const { issuer, clientId, groupClaim, groupRoles, createsAccounts, buttonText, isOnly } = settings
  return {
    issuer,
    clientId,
    clientSecret: '',
    deletesSecret: false,
    groupClaim,
    groupRoles,
    createsAccounts,
    defaultRole: settings.defaultRole ?? '',
    buttonText,
    isOnly,
    breakGlassId: settings.breakGlassId === null ? '' : String(settings.breakGlassId),
  }
}

type Values = ReturnType<typeof valuesOf>

/** Without a new secret, the stored one stays, unless it is deleted. */
function toWire({ clientSecret, deletesSecret, defaultRole, breakGlassId, ...values }: Values) {
  return {
    ...values,
    defaultRole: defaultRole === '' ? null : defaultRole,
    breakGlassId: breakGlassId === '' ? null : Number(breakGlassId),
    ...((clientSecret !== '' || deletesSecret) && { clientSecret }),
  }
}

/** The roles that single sign-on can give, with the stored one also before they are loaded. */
function useDefaultRoles(stored: string | null) {
  const names = new Set([...useRoleNames(), ...(stored === null ? [] : [stored])])
  return [
    { value: '', label: 'None: such people are refused' },
    ...Array.from(names, (role) => ({ value: role, label: role })),
  ]
}

function Settings({ settings }: { settings: SingleSignOn }) {
  const { data: me } = useMe()
  const [saved, setSaved] = useState(settings)
  const roleOptions = useDefaultRoles(saved.defaultRole)
  const write = useWrite(changeSingleSignOn, {
    refreshes: [readSingleSignOn, readSignInFacts, readActivity],
    success: 'Single sign-on updated successfully',
    failure: 'Failed to update single sign-on',
  })
  const save = async (body: Form) => {
    try {
      setSaved(await write.run({ body, ifMatch: saved.version }))
    } catch (error) {
      // Somebody else saved first: another try is on the settings that are stored now.
      if (error instanceof ApiError && error.status === 412) setSaved(await send(readSingleSignOn))
      throw error
    }
  }
  return (
    <PageForm
      label="Single sign-on"
      schema={singleSignOnForm}
      values={valuesOf(settings)}
      toWire={toWire}
      submitLabel="Save"
      onSave={save}
      isReadOnly={me?.role !== 'admin'}
    >
      <ProviderFields saved={saved} />
      <FormCard title="Accounts and roles">
        <SwitchField
          name="createsAccounts"
          label="Create accounts"
          hint="A person with a verified email and no account gets one at the first sign-in."
        />
        <SelectField
          name="defaultRole"
          label="Role without a mapped group"
          hint="While groups are mapped, they decide the role at each sign-in."
          options={roleOptions}
        />
        <TextField
          name="groupClaim"
          label="Group claim"
          hint="Where the provider names the groups of a person"
          length={30}
        />
        <CustomField name="groupRoles" label="Role of each group" wide>
          {(control, value, onChange) => (
            <GroupRoles control={control} value={value as GroupRole[]} onChange={onChange} />
          )}
        </CustomField>
      </FormCard>
      <OnlyFields />
    </PageForm>
  )
}

function ProviderFields({ saved }: { saved: SingleSignOn }) {
  return (
    <FormCard title="Provider">
      <TextField
        name="issuer"
        label="Issuer"
        type="url"
        hint="Such as https://id.example.com, in the public network. Empty: single sign-on is off"
      />
      <TextField name="buttonText" label="Text of the button" length={30} />
      <TextField name="clientId" label="Client ID" />
      <TextField
        name="clientSecret"
        label="Client secret"
        type="password"
        autoComplete="new-password"
        hint={saved.hasClientSecret ? 'One is stored. Empty: it stays' : 'None is stored'}
      />
      {saved.hasClientSecret && (
        <SwitchField
          name="deletesSecret"
          label="Delete the stored secret"
          hint="For a provider that needs none, or before you leave it."
        />
      )}
      <p className="text-table text-muted md:col-span-2">
        {'Register this address with the provider, for sign-in and for sign-out: '}
        <code className="wrap-anywhere">{saved.returnAddress}</code>
      </p>
    </FormCard>
  )
}

function OnlyFields() {
  const query = { role: 'admin', isActive: 'true', sort: 'username', limit: 200 } as const
  const { data } = useList(listUsers, { query })
  const admins = (data?.rows ?? []).map(({ id, username }) => {
    return { value: String(id), label: username }
  })
  return (
    <FormCard title="Other ways to sign in">
      <SwitchField
        name="isOnly"
        label="Single sign-on only"
        hint="Only the break-glass administrator can sign in with a password or a passkey."
      />
      <SelectField
        name="breakGlassId"
        label="Break-glass administrator"
        hint="Signs in with a password if the provider is down; keeps the role administrator."
        options={[{ value: '', label: 'No one' }, ...admins]}
      />
    </FormCard>
  )
}
