import { listSkuCategories } from '#features/skus/contract.ts'
import { DateField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  type Certificate,
  certificateForm,
  createCertificate,
  listCertificates,
  updateCertificate,
} from '../contract.ts'
import { fieldText } from '#platform/ui/form/field-text.ts'

type CertificateFormProps = {
  vendorId: number
  certificate: Certificate | undefined
  onClose: () => void
}
type Values = ReturnType<typeof valuesOf>

/** The form of a vendor's certificate, for one category of SKUs or all. */
export function CertificateForm({ vendorId, certificate, onClose }: CertificateFormProps) {
  const { data: categories = [] } = useRead(listSkuCategories)
  const creation = useWrite(createCertificate, {
    refreshes: [listCertificates],
    success: 'Certificate created successfully',
    failure: 'Failed to create certificate',
  })
  const change = useWrite(updateCertificate, {
    refreshes: [listCertificates],
    success: 'Certificate updated successfully',
    failure: 'Failed to update certificate',
  })
  return (
    <FormDialog
      title={certificate ? 'Edit Certificate' : 'Add Certificate'}
      schema={certificateForm}
      values={valuesOf(vendorId, certificate)}
      toWire={toWire}
      submitLabel={certificate ? 'Update Certificate' : 'Add Certificate'}
      another={!certificate}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        certificate
          ? change.run({ params: { id: certificate.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...(certificate && { version: certificate.version, reread: () => rereadOf(certificate) })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="name" label="Certificate *" suggestions={commonKinds} />
        <TextField name="number" label="Number" />
        <TextField
          name="category"
          label="For the category"
          hint="Defaults to all SKUs"
          suggestions={categories}
        />
        <div className="max-md:hidden" />
        <DateField name="validFrom" label="Valid from" />
        <DateField name="expiresOn" label="Until *" hint="Last day it applies" />
      </div>
    </FormDialog>
  )
}

/** Reloads the certificate. */
async function rereadOf({ id, vendorId }: Certificate) {
  const query = { vendorId: String(vendorId), limit: 200 }
  const fresh = (await send(listCertificates, { query })).find((each) => each.id === id)
  if (!fresh) throw new Error('it is gone')
  return { values: valuesOf(vendorId, fresh), version: fresh.version }
}

const commonKinds = ['ISO 9001', 'ISO 14001', 'Liability insurance', 'Food safety', 'Tax exemption']

function valuesOf(vendorId: number, certificate: Certificate | undefined) {
  return {
    vendorId,
    name: fieldText(certificate?.name),
    number: fieldText(certificate?.number),
    category: fieldText(certificate?.category),
    validFrom: fieldText(certificate?.validFrom),
    expiresOn: fieldText(certificate?.expiresOn),
  }
}

function toWire(values: Values) {
  return values
}
