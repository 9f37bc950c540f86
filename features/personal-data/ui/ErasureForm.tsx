import { useMemo } from 'react'
import * as z from 'zod/mini'
import { listHistory } from '#features/audit/contract.ts'
import { readActivity } from '#features/audit/activity-contract.ts'
import { listUsers } from '#features/auth/contract.ts'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import { TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { eraseCustomerData, eraseUserData, type Erasure, erasureForm } from '../contract.ts'
import type { Subject } from '../labels.ts'

type ErasureFormProps = {
  subject: Subject
  onErased: (erased: Erasure) => void
  onClose: () => void
}

const reads = [listCustomers, readCustomer, listUsers, readActivity, listHistory] as const

const empty = { reason: '', confirmation: '' }
const toWire = (values: typeof empty) => values

/** The code must be typed, because nobody can bring the data back. */
function formFor(code: string) {
  return z.object({
    reason: erasureForm.shape.reason,
    confirmation: z
      .string()
      .check(z.refine((typed) => typed.trim() === code, { error: `Type ${code} to confirm` })),
  })
}

/** Erases the personal data of a customer or a user, with a reason and a typed confirmation. */
export function ErasureForm({ subject, onErased, onClose }: ErasureFormProps) {
  const { kind, id, code, version } = subject
  const schema = useMemo(() => formFor(code), [code])
  const erasure = useWrite(kind === 'customer' ? eraseCustomerData : eraseUserData, {
    refreshes: reads,
    success: `The personal data of ${code} was erased`,
    failure: 'Failed to erase the personal data',
  })
  return (
    <FormDialog
      title={`Erase the personal data of ${code}`}
      description="This cannot be undone."
      schema={schema}
      values={empty}
      toWire={toWire}
      size="small"
      submitLabel="Erase"
      onClose={onClose}
      version={version}
      onSave={async ({ reason }, attempt) =>
        onErased(await erasure.run({ params: { id }, body: { reason }, ...attempt }))
      }
    >
      <div className="grid gap-4">
        <TextAreaField
          name="reason"
          label="Reason *"
          hint="It stays in the history, so it must not name the person."
          rows={3}
        />
        <TextField name="confirmation" label="Confirmation *" hint={`Type ${code} to confirm.`} />
      </div>
    </FormDialog>
  )
}
