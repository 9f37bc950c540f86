import { SelectField, SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  createEdiPartner,
  type EdiPartner,
  ediPartnerForm,
  listEdiPartners,
  updateEdiPartner,
} from '../contract.ts'
import { fieldText } from '#platform/ui/form/field-text.ts'

type PartnerFormProps = {
  /** The customer the partner belongs to. */
  customer: { id: number; name: string }
  partner?: EdiPartner
  onClose: () => void
}

type Values = ReturnType<typeof valuesOf>

const usages = [
  { value: 'P', label: 'Production' },
  { value: 'T', label: 'Test' },
]
const unknownSkus = [
  { value: 'drop', label: 'Accept the other lines' },
  { value: 'hold', label: 'Hold the whole order' },
]

/** Form for the identifiers of both sides, the order options and the mailbox folder. */
export function PartnerForm({ customer, partner, onClose }: PartnerFormProps) {
  const creation = useWrite(createEdiPartner, {
    refreshes: [listEdiPartners],
    success: 'EDI partner created successfully',
    failure: 'Failed to create EDI partner',
  })
  const change = useWrite(updateEdiPartner, {
    refreshes: [listEdiPartners],
    success: 'EDI partner updated successfully',
    failure: 'Failed to update EDI partner',
  })
  return (
    <FormDialog
      title={partner ? 'Edit EDI partner' : 'New EDI partner'}
      description={`Orders with these identifiers belong to ${customer.name}.`}
      schema={ediPartnerForm}
      values={valuesOf(partner, customer)}
      toWire={toWire}
      submitLabel={partner ? 'Update EDI partner' : 'Create EDI partner'}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        partner
          ? change.run({ params: { id: partner.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...(partner && { version: partner.version, reread: () => reloadPartner(partner, customer) })}
    >
      <FormSection title="Partner">
        <TextField name="name" label="Name *" />
        <SelectField name="usage" label="Files are for" options={usages} />
        <TextField
          name="qualifier"
          label="Their qualifier *"
          length={4}
          hint="ISA05, such as ZZ or 01"
        />
        <TextField name="identifier" label="Their identifier *" length={18} hint="ISA06" />
        <TextField name="ownQualifier" label="Our qualifier *" length={4} hint="ISA07" />
        <TextField name="ownIdentifier" label="Our identifier *" length={18} hint="ISA08" />
      </FormSection>
      <FormSection title="Orders">
        <SelectField name="unknownSku" label="A line with an unknown SKU" options={unknownSkus} />
        <TextField
          name="folder"
          label="Folder"
          length={24}
          hint="Folder for files; leave empty to upload and download them"
        />
        <SwitchField
          name="isActive"
          label="Active"
          hint="If off, files of this partner are rejected, and none are sent"
        />
      </FormSection>
    </FormDialog>
  )
}

/** Reads the current version of the partner after an edit conflict. */
async function reloadPartner({ id }: EdiPartner, customer: { id: number; name: string }) {
  const query = { customerId: String(customer.id), limit: 200 }
  const current = (await send(listEdiPartners, { query })).find((each) => each.id === id)
  if (!current) throw new Error('it is gone')
  return { values: valuesOf(current, customer), version: current.version }
}

function valuesOf(partner: EdiPartner | undefined, customer: { id: number; name: string }) {
  return {
    name: partner?.name ?? customer.name,
    customerId: customer.id,
    qualifier: partner?.qualifier ?? 'ZZ',
    identifier: fieldText(partner?.identifier),
    ownQualifier: partner?.ownQualifier ?? 'ZZ',
    ownIdentifier: partner?.ownIdentifier ?? 'PRIZM',
    usage: partner?.usage ?? ('P' as const),
    unknownSku: partner?.unknownSku ?? ('drop' as const),
    folder: fieldText(partner?.folder),
    isActive: partner?.isActive ?? true,
  }
}

/** Converts identifiers to uppercase, as X12 requires. */
function toWire(values: Values) {
  const capital = (text: string) => text.trim().toUpperCase()
  return {
    ...values,
    qualifier: capital(values.qualifier),
    identifier: capital(values.identifier),
    ownQualifier: capital(values.ownQualifier),
    ownIdentifier: capital(values.ownIdentifier),
    folder: values.folder || null,
  }
}
