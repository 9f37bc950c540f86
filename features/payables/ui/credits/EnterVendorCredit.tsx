import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { accounts } from '#features/journal/rules.ts'
import { findActiveVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { MoneyField, SelectField, TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { createVendorCredit } from '../../contract.ts'
import { creditAccounts } from '../../rules.ts'
import { SimilarCredits } from './SimilarCredits.tsx'
import { billReads } from '../use-bill-writes.ts'

type EnterVendorCreditProps = {
  /** The vendor to preselect, if known. */
  vendor: { id: number; code: string; name: string } | undefined
  onClose: () => void
}
type Values = {
  vendorId: Choice | undefined
  creditNumber: string
  postedOn: string
  amount: string
  account: (typeof creditAccounts)[number]
  reason: string
}

const options = creditAccounts.map((value) => ({ value, label: accounts[value].name }))

/** The form for a vendor's credit note for anything but returned goods. */
export function EnterVendorCredit({ vendor, onClose }: EnterVendorCreditProps) {
  const create = useWrite(createVendorCredit, {
    refreshes: billReads,
    success: 'Credit entered successfully',
    failure: 'Failed to enter credit',
  })
  return (
    <FormDialog
      title="Enter Credit"
      description="For returned goods, complete the return instead: it creates the credit."
      schema={createVendorCredit.body}
      values={valuesOf(vendor)}
      toWire={toWire}
      submitLabel="Enter Credit"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => create.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <RecordField name="vendorId" label="Vendor *" source="vendors" search={findActiveVendors} />
        <TextField name="creditNumber" label="Credit Number *" length={24} />
        <PostingDateField />
        <MoneyField name="amount" label="Amount *" />
        <SimilarCredits />
        <SelectField name="account" label="Account" options={options} />
        <TextAreaField name="reason" label="Reason *" rows={2} wide />
      </div>
    </FormDialog>
  )
}

function valuesOf(vendor: EnterVendorCreditProps['vendor']): Values {
  const { id, code = '', name = '' } = vendor ?? {}
  return {
    vendorId: id === undefined ? undefined : { id, code, text: `${code} - ${name}` },
    creditNumber: '',
    postedOn: '',
    amount: '',
    account: 'priceVariance',
    reason: '',
  }
}

function toWire({ vendorId, postedOn, ...typed }: Values) {
  return { ...typed, vendorId: vendorId?.id ?? 0, postedOn }
}
