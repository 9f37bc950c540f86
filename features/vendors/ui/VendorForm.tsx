import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { SwitchField, TextAreaField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import {
  MasterForm,
  type MasterFormProps,
  type UpdateRequest,
} from '#platform/ui/master-data/MasterForm.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Vendor, changeVendorTerms, type createVendor, vendorForm } from '../contract.ts'
import { vendorReads, vendorScreen } from './vendor-screen.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

type Values = ReturnType<typeof valuesOf>
type Body = WireBodyOf<typeof createVendor>

const usualTerms = ['Net 30', 'Net 60', 'Due on receipt']

/** The form of a new or existing vendor. A user who may only set terms can edit nothing else. */
export function VendorForm(props: MasterFormProps<Vendor>) {
  const may = useMay()
  const mayEdit = may('vendors.edit')
  const terms = useWrite(changeVendorTerms, {
    refreshes: vendorReads,
    success: 'Vendor updated successfully',
    failure: 'Failed to update vendor',
  })
  const updateTerms = (request: UpdateRequest, { paymentTerms }: Body) =>
    terms.run({ ...request, body: { paymentTerms } })
  return (
    <MasterForm
      {...props}
      screen={vendorScreen}
      schema={vendorForm}
      valuesOf={valuesOf}
      toWire={toWire}
      names={{ code: 'vendorCode', name: 'name', email: 'email' }}
      update={mayEdit ? undefined : updateTerms}
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
        <TextField name="paymentTerms" label="Payment Terms" suggestions={usualTerms} length={24} />
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
    </MasterForm>
  )
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
