import { DateField, SelectField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { createDelegation, delegationForm, listDelegations, readDelegates } from '../../contract.ts'
import { useMay, useMe } from '../parts/current-user.ts'

type Values = { fromUserId: string; toUserId: string; startsOn: string; endsOn: string }

const empty: Values = { fromUserId: '', toUserId: '', startsOn: '', endsOn: '' }

/** The form to delegate approvals: to whom, and on which days. */
export function DelegationForm({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const { data: me } = useMe()
  const { data: people } = useRead(readDelegates)
  const write = useWrite(createDelegation, {
    refreshes: [listDelegations],
    success: ({ fromUsername, toUsername }) => {
      const name = fromUsername === me?.username ? 'your name' : `the name of ${fromUsername}`
      return { title: 'Success', text: `${toUsername} can approve in ${name} on these days` }
    },
    failure: 'Failed to delegate the approvals',
  })
  const others = (people?.users ?? [])
    .filter(({ id }) => id !== me?.id)
    .map(({ id, username }) => ({ value: String(id), label: username }))
  return (
    <FormDialog
      title="Delegate Approvals"
      schema={delegationForm}
      values={empty}
      toWire={toWire}
      submitLabel="Delegate"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => write.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {may('users.manage') && (
          <SelectField
            name="fromUserId"
            label="Approvals of *"
            options={[{ value: '', label: 'Yourself' }, ...others]}
          />
        )}
        <SelectField
          name="toUserId"
          label="Decided by *"
          hint="A person whose role may approve. Your limit counts for them"
          options={[{ value: '', label: 'Choose a person' }, ...others]}
        />
        <DateField name="startsOn" label="First day *" />
        <DateField name="endsOn" label="Last day *" />
      </div>
    </FormDialog>
  )
}

function toWire({ fromUserId, toUserId, startsOn, endsOn }: Values) {
  return {
    ...(fromUserId && { fromUserId: Number(fromUserId) }),
    toUserId: Number(toUserId),
    startsOn,
    endsOn,
  }
}
