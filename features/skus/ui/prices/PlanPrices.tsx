import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { dayField } from '#platform/kernel/fields.ts'
import { DateField, SelectField, SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  type Sku,
  listPlannedPrices,
  type PlannedPrice,
  planPrices,
  maxPrices,
} from '../../contract.ts'
import {
  changeKinds,
  plannedChange,
  roundings,
  type TypedChange,
  valueProblem,
} from './planned-price-change.ts'
import { PriceChangePreview } from './PriceChangePreview.tsx'
import { skuReads } from '../sku-screen.ts'

type PlanPricesProps = {
  skus: readonly Sku[]
  /** Clears the selection. */
  clear?: () => void
  onClose: () => void
}

const form = z
  .object({
    effectiveDate: dayField,
    kind: z.enum(changeKinds),
    value: z.string(),
    withTiers: z.boolean(),
    roundTo: z.enum(roundings),
    reason: z.string(),
  })
  .check((check) => {
    const message = valueProblem(check.value)
    const input = check.value.value
    if (message) check.issues.push({ code: 'custom', path: ['value'], message, input })
  })
type Values = TypedChange & { reason: string }
const typed = (values: Values) => values as z.output<typeof form>

const kindLabels = { percent: 'By a percentage', amount: 'By an amount', price: 'To a price' }
const nothing: readonly PlannedPrice[] = []

/** Plans new prices of the selected SKUs for a future date, with a preview. */
export function PlanPrices({ skus, clear, onClose }: PlanPricesProps) {
  // Fixed on opening: later changes of the list behind do not change the selection.
  const [chosen] = useState(skus)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const query = only ? { skuId: only.id } : {}
  const planned = useRead(listPlannedPrices, { query })
  const writing = useWrite(planPrices, {
    refreshes: skuReads,
    parts: { of: 'prices', chunkSize: maxPrices },
    failure: 'Failed to plan prices',
  })
  const save = async (change: Values, idempotencyKey: string) => {
    const { prices } = plannedChange(chosen, planned.data ?? nothing, change)
    const { effectiveDate, reason } = typed(change)
    const { done, kept } = await writing.run({
      body: { effectiveDate, reason, prices },
      idempotencyKey,
    })
    const count = `${done.length.toLocaleString('en-US')} planned`
    const skippedText = kept.length > 0 ? `, ${kept.length.toLocaleString('en-US')} skipped` : ''
    notify({
      title: done.length === 0 ? 'Error' : 'Success',
      tone: done.length === 0 ? 'danger' : 'plain',
      text: count + skippedText,
      ...(kept[0] && { detail: kept[0].reason }),
    })
    clear?.()
  }
  return (
    <FormDialog
      title="Plan price change"
      description={
        only
          ? `${only.sku} - ${only.name}`
          : `${chosen.length.toLocaleString('en-US')} SKUs selected`
      }
      schema={form}
      values={initialValues}
      toWire={typed}
      size="form"
      submitLabel="Plan price change"
      onClose={onClose}
      onSave={(values, { idempotencyKey }) => save(values, idempotencyKey)}
    >
      <ChangeFields isOne={only !== undefined} />
      <Preview skus={chosen} planned={planned.data} error={planned.error?.message} />
    </FormDialog>
  )
}

const initialValues: Values = {
  effectiveDate: '',
  kind: 'percent',
  value: '',
  withTiers: true,
  roundTo: '0.01',
  reason: '',
}

function ChangeFields({ isOne }: { isOne: boolean }) {
  const kinds = changeKinds.filter((kind) => isOne || kind !== 'price')
  const options = kinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))
  const units = roundings.map((unit) => ({ value: unit, label: `$${unit}` }))
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <DateField name="effectiveDate" label="Effective Date *" hint="Orders from that day use it" />
      <SelectField name="kind" label="Change" options={options} />
      <TextField name="value" label="Value *" hint="For example 5, -2.5 or 12.50" length={10} />
      <SelectField name="roundTo" label="Round to" options={units} />
      <SwitchField name="withTiers" label="Tier prices too" />
      <TextField name="reason" label="Reason" hint="Shown in the history" />
    </div>
  )
}

type PreviewProps = {
  skus: readonly Sku[]
  planned: readonly PlannedPrice[] | undefined
  error: string | undefined
}

function Preview({ skus, planned, error }: PreviewProps) {
  const { control } = useFormContext<Values>()
  const [effectiveDate, kind, value, withTiers, roundTo] = useWatch({
    control,
    name: ['effectiveDate', 'kind', 'value', 'withTiers', 'roundTo'],
  })
  const text = 'text-table mt-6 text-muted'
  if (error) return <p className={text}>{error}</p>
  if (effectiveDate === '' || valueProblem({ kind, value })) {
    return <p className={text}>Enter a day and a value to see every price before and after.</p>
  }
  if (!planned) return <p className={text}>Checking earlier planned changes…</p>
  const plan = plannedChange(skus, planned, { effectiveDate, kind, value, withTiers, roundTo })
  return (
    <PriceChangePreview
      plan={plan}
      tooFar="Skipped, because the price would be negative or too large"
    />
  )
}
