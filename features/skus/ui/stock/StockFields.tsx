import { useFormState, useWatch } from 'react-hook-form'
import { TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import type { SkuValues } from '../SkuForm.tsx'

const booked =
  'A change is recorded as an adjustment, with your name. A later warehouse count overrides it'
const refused = 'Your role cannot change stock'

/** A SKU's minimum and current stock. A changed stock is posted as a movement. */
export function StockFields({ mayAdjust }: { mayAdjust: boolean }) {
  const typed = useWatch<SkuValues, 'currentStock'>({ name: 'currentStock' })
  // The stock when the form was opened, or reloaded after a conflict.
  const before = useFormState<SkuValues>().defaultValues?.currentStock
  const isChanged = typed.trim() !== '' && Number(typed) !== Number(before)
  return (
    <FormSection title="Stock">
      <UnitsField
        name="minimumStock"
        label="Minimum Stock *"
        hint="Stock at or below this quantity is shown as low"
      />
      <fieldset disabled={!mayAdjust} className="contents">
        <UnitsField
          name="currentStock"
          label="Current Stock *"
          hint={mayAdjust ? booked : refused}
        />
      </fieldset>
      {isChanged && <TextField name="stockReason" label="Reason for the new stock" wide />}
    </FormSection>
  )
}
