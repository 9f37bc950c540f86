import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { SwitchField, TextAreaField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { unsavedInput } from '#platform/ui/form/unsaved-input.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/form-parts.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useWrite } from '#platform/web/api.ts'
import { send } from '#platform/web/send.ts'
import {
  type Vendor,
  changeVendorTerms,
  createVendor,
  readVendor,
  updateVendor,
  vendorForm,
} from '../contract.ts'
import { vendorReads } from './use-vendor-writes.ts'

type VendorFormProps = {
  vendor?: Vendor
  /** The initial text of a new vendor. */
  begun?: string | undefined
  onClose: () => void
}
type Values = ReturnType<typeof valuesOf>

const terms = ['Net 30', 'Net 60', 'Due on receipt']

/** The form of a new or existing vendor. A user who may only set terms can edit nothing else. */
export function VendorForm({ vendor, begun, onClose }: VendorFormProps) {
  const may = useMay()
  const mayEdit = may('vendors.edit')
  const save = useVendorSave(vendor, mayEdit)
  const editing = vendor && {
    version: vendor.version,
    reread: async () => {
      const fresh = await send(readVendor, { params: { id: vendor.id } })
      return { values: valuesOf(fresh), version: fresh.version }
    },
  }
  return (
    <FormDialog
      title={vendor ? 'Edit Vendor' : 'Create New Vendor'}
      schema={vendorForm}
      values={valuesOf(vendor)}
      begun={unsavedInput(begun, { code: 'vendorCode', name: 'name', email: 'email' })}
      toWire={toWire}
      submitLabel={vendor ? 'Update Vendor' : 'Create Vendor'}
      another={!vendor}
      onClose={onClose}
      onSave={save}
      {...editing}
    >
      <FormSection title="Details" isDisabled={!mayEdit}>
        <TextField name="vendorCode" label="Vendor Code *" length={24} />
        <TextField name="name" label="Company Name *" />
        <TextField name="email" label="Email *" type="email" />
        <TextField name="phone" label="Phone" type="tel" length={20} />
        <TextField name="contactName" label="Contact" />
        <TextField name="website" label="Website" />
      </FormSection>
      <FormSection title="Address" isDisabled={!mayEdit}>
        <TextAreaField name="address" label="Address" wide />
        <TextField name="city" label="City" />
        <TextField name="state" label="State" />
        <TextField name="zipCode" label="ZIP Code" length={12} />
        <TextField name="country" label="Country" />
      </FormSection>
      <FormSection title="Terms" isDisabled={!may('vendors.terms')}>
        <TextField name="paymentTerms" label="Payment Terms" suggestions={terms} length={24} />
      </FormSection>
      <FormSection title="Supply" isDisabled={!mayEdit}>
        <UnitsField name="leadTimeDays" label="Lead Time" hint="Days from order to receipt" />
        <UnitsField
          name="minimumOrderQuantity"
          label="Minimum Order Quantity"
          hint="Units in one purchase order"
        />
        <UnitsField
          name="preferredRank"
          label="Preferred Ranking"
          hint="1 is preferred most"
          min={1}
        />
        <TextField name="taxId" label="Tax ID" length={24} hint="For tax and certification" />
        <TextAreaField name="notes" label="Notes" wide rows={2} />
      </FormSection>
      <FormSection title="Status" isDisabled={!mayEdit}>
        <SwitchField
          name="isActive"
          label="Active"
          hint="Inactive vendors are kept but cannot be selected"
        />
      </FormSection>
    </FormDialog>
  )
}

type Attempt = { idempotencyKey: string; ifMatch: number | undefined }
type Body = WireBodyOf<typeof createVendor>

/** Submits the form to the endpoint the user may call. */
function useVendorSave(vendor: Vendor | undefined, mayEdit: boolean) {
  const updated = {
    refreshes: vendorReads,
    success: 'Vendor updated successfully',
    failure: 'Failed to update vendor',
  }
  const creation = useWrite(createVendor, {
    refreshes: vendorReads,
    success: 'Vendor created successfully',
    failure: 'Failed to create vendor',
  })
  const change = useWrite(updateVendor, updated)
  const terms = useWrite(changeVendorTerms, updated)
  return (body: Body, { idempotencyKey, ifMatch }: Attempt): Promise<unknown> => {
    if (!vendor) return creation.run({ body, idempotencyKey })
    const request = { params: { id: vendor.id }, idempotencyKey, ifMatch }
    const { paymentTerms } = body
    if (!mayEdit) return terms.run({ ...request, body: { paymentTerms } })
    return change.run({ ...request, body })
  }
}

function valuesOf(vendor?: Vendor) {
  return {
    vendorCode: fieldText(vendor?.vendorCode),
    name: fieldText(vendor?.name),
    email: fieldText(vendor?.email),
    phone: fieldText(vendor?.phone),
    contactName: fieldText(vendor?.contactName),
    website: fieldText(vendor?.website),
    address: fieldText(vendor?.address),
    city: fieldText(vendor?.city),
    state: fieldText(vendor?.state),
    zipCode: fieldText(vendor?.zipCode),
    country: fieldText(vendor?.country),
    paymentTerms: fieldText(vendor?.paymentTerms),
    leadTimeDays: fieldText(vendor?.leadTimeDays),
    minimumOrderQuantity: fieldText(vendor?.minimumOrderQuantity),
    preferredRank: fieldText(vendor?.preferredRank),
    taxId: fieldText(vendor?.taxId),
    notes: fieldText(vendor?.notes),
    isActive: vendor?.isActive ?? true,
  }
}

/** An empty number becomes null. */
function toWire(values: Values): Body {
  return {
    ...values,
    leadTimeDays: parseWholeNumber(values.leadTimeDays) ?? null,
    minimumOrderQuantity: parseWholeNumber(values.minimumOrderQuantity) ?? null,
    preferredRank: parseWholeNumber(values.preferredRank) ?? null,
  }
}
