import { useWatch } from 'react-hook-form'
import { findActiveCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { findSkusToSell } from '#features/skus/ui/parts/find-skus.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'
import { SelectField, TextAreaField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { correctionForm, type createIntakeCorrection } from '../../contract.ts'
import { correctionLabels } from '../../labels.ts'
import { type CorrectionKind, correctionKinds } from '../../rules.ts'
import { useIntakeWrites } from '../use-intake-writes.ts'

type Values = {
  customerId: Choice | undefined
  kind: CorrectionKind
  text: string
  skuId: Choice | undefined
  factor: string
  shippingAddress: string
}

const noValues: Values = {
  customerId: undefined,
  kind: 'part',
  text: '',
  skuId: undefined,
  factor: '',
  shippingAddress: '',
}

const kinds = correctionKinds.map((value) => ({ value, label: correctionLabels[value] }))

const textHints: Readonly<Record<CorrectionKind, string>> = {
  part: 'The part number in the customer’s orders',
  unit: 'The unit in the customer’s orders, such as CASE',
  'ship-to': 'The ship-to in the customer’s orders. By EDI, the name or the code of the store',
}

/** The form for what a customer writes, and what it means in the next orders. */
export function CorrectionDialog({ onClose }: { onClose: () => void }) {
  const { correct } = useIntakeWrites()
  return (
    <FormDialog
      title="Add Correction"
      description="It is applied to the customer’s next orders, whoever sends them."
      schema={correctionForm}
      values={noValues}
      toWire={toWire}
      size="small"
      submitLabel="Add Correction"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => correct.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4">
        <RecordField
          name="customerId"
          label="Customer *"
          source="active-customers"
          search={findActiveCustomers}
        />
        <SelectField name="kind" label="Kind" options={kinds} />
        <Meaning />
      </div>
    </FormDialog>
  )
}

/** What the customer writes and what it means, by the kind of the correction. */
function Meaning() {
  const kind = useWatch<Values, 'kind'>({ name: 'kind' })
  return (
    <>
      <TextField name="text" label="Customer’s text *" hint={textHints[kind]} />
      {kind === 'ship-to' ? (
        <TextAreaField name="shippingAddress" label="Address *" rows={4} />
      ) : (
        <RecordField
          name="skuId"
          label="SKU *"
          source="skus-to-sell"
          search={findSkusToSell}
          isScannable
        />
      )}
      {kind === 'unit' && <UnitsField name="factor" label="Our units in one of theirs *" min={1} />}
    </>
  )
}

function toWire({
  customerId,
  kind,
  text,
  skuId,
  factor,
  shippingAddress,
}: Values): WireBodyOf<typeof createIntakeCorrection> {
  const written = { customerId: customerId?.id ?? 0, text }
  if (kind === 'ship-to') return { ...written, shippingAddress }
  const part = { ...written, skuId: skuId?.id ?? 0 }
  return kind === 'part' ? part : { ...part, factor: parseWholeNumber(factor) ?? 0 }
}
