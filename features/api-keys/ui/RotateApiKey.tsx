import { SelectField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  type ApiKey,
  listApiKeys,
  type NewKeyAnswer,
  rotateApiKey,
  rotateApiKeyForm,
} from '../contract.ts'

const overlaps = [
  { value: '0', label: 'Ends at once' },
  { value: '1', label: 'Works for 1 hour' },
  { value: '24', label: 'Works for 24 hours' },
  { value: '72', label: 'Works for 3 days' },
  { value: '168', label: 'Works for 7 days' },
]

type RotateApiKeyProps = {
  apiKey: ApiKey
  onClose: () => void
  onRotated: (made: NewKeyAnswer) => void
}

/** The form that gives an API key a new secret, and says how long the old one works. */
export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps) {
  const rotate = useWrite(rotateApiKey, {
    refreshes: [listApiKeys],
    success: 'New secret created',
    failure: 'Failed to create new secret',
  })
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      schema={rotateApiKeyForm}
      values={{ overlapHours: '24' }}
      toWire={toWire}
      size="small"
      submitLabel="Rotate"
      onClose={onClose}
      onSave={async (body, { idempotencyKey }) =>
        onRotated(await rotate.run({ params: { id: apiKey.id }, body, idempotencyKey }))
      }
    >
      <SelectField name="overlapHours" label="The old secret" options={overlaps} />
    </FormDialog>
  )
}

function toWire({ overlapHours }: { overlapHours: string }) {
  return { overlapHours: Number(overlapHours) }
}
