import * as z from 'zod/mini'
import { text } from '#platform/kernel/fields.ts'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import type { VendorBill } from '../contract.ts'
import { useReleaseBills } from './use-bill-writes.ts'

const reasonForm = z.object({ reason: text(500) })
const values = { reason: '' }
const asTyped = (typed: { reason: string }) => typed

type ReleaseBillsProps = { bills: readonly VendorBill[]; onClose: () => void }

/** The dialog that releases many blocked bills for one reason. */
export function ReleaseBills({ bills, onClose }: ReleaseBillsProps) {
  const release = useReleaseBills()
  const count = bills.length.toLocaleString('en-US')
  return (
    <FormDialog
      title={bills.length === 1 ? 'Release 1 bill' : `Release ${count} bills`}
      description="The findings are accepted, and the bills are posted. Other bills are unchanged."
      schema={reasonForm}
      values={values}
      toWire={asTyped}
      size="small"
      submitLabel="Release bills"
      onClose={onClose}
      onSave={({ reason }, { idempotencyKey }) => {
        const ids = bills.map(({ id }) => id)
        return release.run({ body: { action: 'release', ids, reason }, idempotencyKey })
      }}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}
