import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import type { Sku } from '../../contract.ts'
import { PriceChangePreview } from './PriceChangePreview.tsx'
import { repricingOf } from './percentage-price-change.ts'
import { percentProblem } from '../../rules.ts'
import { useAdjustPrices } from './use-adjust-prices.ts'

type AdjustPricesProps = {
  skus: readonly Sku[]
  /** Clears the selection, because its rows have the old prices. */
  clear: () => void
  onClose: () => void
}

const form = z.object({
  percent: z.string().check((check) => {
    const problem = percentProblem(check.value)
    if (problem) check.issues.push({ code: 'custom', message: problem, input: check.value })
  }),
  withTiers: z.boolean(),
})
type Values = z.infer<typeof form>
const typed = (values: Values) => values

/** Changes the prices of the selected SKUs by a percentage, with a preview. */
export function AdjustPrices({ skus, clear, onClose }: AdjustPricesProps) {
  // Fixed on opening: later changes of the list behind do not change the selection.
  const [chosen] = useState(skus)
  const adjust = useAdjustPrices(chosen)
  const count = chosen.length.toLocaleString('en-US')
  return (
    <FormDialog
      title="Adjust prices"
      description={`${count} ${chosen.length === 1 ? 'SKU' : 'SKUs'} selected. You can undo this.`}
      schema={form}
      values={{ percent: '', withTiers: true }}
      toWire={typed}
      submitLabel="Adjust prices"
      onClose={onClose}
      onSave={async (values, { idempotencyKey }) => {
        await adjust(values, idempotencyKey)
        clear()
      }}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          name="percent"
          label="Change in % *"
          hint="For example 5 to raise or -2.5 to lower"
          length={10}
        />
        <SwitchField name="withTiers" label="Tier prices too" />
      </div>
      <Preview skus={chosen} />
    </FormDialog>
  )
}

function Preview({ skus }: { skus: readonly Sku[] }) {
  const { control } = useFormContext<Values>()
  const [percent, withTiers] = useWatch({ control, name: ['percent', 'withTiers'] })
  if (percentProblem(percent)) {
    return (
      <p className="text-table mt-6 text-muted">
        Enter a percentage to see every price before and after.
      </p>
    )
  }
  return <PriceChangePreview plan={repricingOf(skus, { percent, withTiers })} />
}
