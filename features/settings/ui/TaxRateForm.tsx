import * as z from 'zod/mini'
import { readActivity } from '#features/audit/activity-contract.ts'
import { DateField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  createTaxRate,
  listTaxRates,
  rateOfPercent,
  readTaxRate,
  taxRateForm,
  type TaxRateRecord,
  updateTaxRate,
} from '../contract.ts'
import { percentOf, parsePercent } from '../rules.ts'

type TaxRateFormProps = {
  /** The rate to edit; undefined to add one. */
  rate: TaxRateRecord | undefined
  onClose: () => void
}
type Values = ReturnType<typeof valuesOf>

const form = z.extend(taxRateForm, { rate: rateOfPercent })
const toWire = ({ rate, ...values }: Values) => ({ ...values, rate: parsePercent(rate) })

/** The form for a tax rate. */
export function TaxRateForm({ rate, onClose }: TaxRateFormProps) {
  const refreshes = [listTaxRates, readActivity]
  const creation = useWrite(createTaxRate, {
    refreshes,
    success: 'Tax rate created successfully',
    failure: 'Failed to create tax rate',
  })
  const change = useWrite(updateTaxRate, {
    refreshes,
    success: 'Tax rate updated successfully',
    failure: 'Failed to update tax rate',
  })
  const editing = rate && {
    version: rate.version,
    reread: async () => {
      const fresh = await send(readTaxRate, { params: { id: rate.id } })
      return { values: valuesOf(fresh), version: fresh.version }
    },
  }
  return (
    <FormDialog
      title={rate ? 'Change tax rate' : 'Add tax rate'}
      description="It applies from its first day until the next rate of the same location begins."
      schema={form}
      values={valuesOf(rate)}
      toWire={toWire}
      submitLabel={rate ? 'Save tax rate' : 'Add tax rate'}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        rate
          ? change.run({ params: { id: rate.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...editing}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="country" label="Country *" hint="A code or name: US, United States" />
        <TextField
          name="state"
          label="State"
          hint="FL or Florida. Leave empty for the whole country."
        />
        <TextField name="rate" label="Rate, % *" hint="For example 8.25" />
        <DateField name="effectiveDate" label="From *" hint="First day it applies" />
      </div>
    </FormDialog>
  )
}

function valuesOf(rate: TaxRateRecord | undefined) {
  const { country = '', state = '', effectiveDate = '' } = rate ?? {}
  return { country, state, rate: rate ? percentOf(rate.rate) : '', effectiveDate }
}
