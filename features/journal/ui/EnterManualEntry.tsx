import { Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { get, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { type Cents, cents, formatMoney, isDecimal, sum, zero } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import {
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '#platform/ui/form/Fields.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { useBusinessDay } from '#platform/ui/dates/today.ts'
import { manualEntryForm } from '../contract.ts'
import { manualAccounts } from '../manual-entry-rules.ts'
import { useManualEntryWrites } from './use-manual-entry-writes.ts'

type LineValues = { account: string; debit: string; credit: string; description: string }
type Values = { postedOn: string; reason: string; lines: LineValues[] }

const emptyLine: LineValues = { account: '', debit: '', credit: '', description: '' }

const options = [
  { value: '', label: 'Choose an account' },
  ...manualAccounts.map(({ number, name }) => ({ value: number, label: `${number} ${name}` })),
]

/** The form for a manual journal entry: day, reason and lines that must balance. */
export function EnterManualEntry({ onClose }: { onClose: () => void }) {
  const { create } = useManualEntryWrites()
  const today = useBusinessDay()
  const values: Values = {
    postedOn: today,
    reason: '',
    lines: [{ ...emptyLine }, { ...emptyLine }],
  }
  return (
    <FormDialog
      title="New Journal Entry"
      description={
        'For entries without a document. Receivables, payables and stock are posted only by ' +
        'their documents. Pay sales tax under Sales tax.'
      }
      schema={manualEntryForm}
      values={values}
      toWire={toWire}
      submitLabel="Post Entry"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => create.run({ body, idempotencyKey })}
    >
      <FormSection title="Details">
        <DateField name="postedOn" label="Date *" hint="Its month must be open" />
        <TextAreaField name="reason" label="Reason *" wide rows={2} />
      </FormSection>
      <FormSection title="Lines">
        <Lines />
      </FormSection>
    </FormDialog>
  )
}

function Lines() {
  const { control, formState } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const { formId, labels } = useFormParts()
  useEffect(() => {
    labels.set('lines', 'Lines')
  }, [labels])
  const error = get(formState.errors, 'lines') as { message?: string } | undefined
  return (
    <div id={`${formId}-lines`} tabIndex={-1} className="grid gap-4 md:col-span-2">
      {error?.message && <p className="text-danger">{error.message}</p>}
      {fields.map((field, index) => (
        <div
          key={field.id}
          role="group"
          aria-label={`Line ${index + 1}`}
          className="grid items-end gap-x-3 gap-y-2 md:grid-cols-[1fr_8rem_8rem_1fr_auto]"
        >
          <SelectField name={`lines.${index}.account`} label="Account *" options={options} />
          <MoneyField name={`lines.${index}.debit`} label="Debit" />
          <MoneyField name={`lines.${index}.credit`} label="Credit" />
          <TextField name={`lines.${index}.description`} label="Description" />
          <IconButton
            icon={Trash2}
            isOnce
            label={`Remove line ${index + 1}`}
            className="mb-0.5"
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button icon={Plus} size="small" onClick={() => append({ ...emptyLine })}>
          Add line
        </Button>
        <Totals />
      </div>
    </div>
  )
}

/** The totals of debits and credits, and the difference. */
function Totals() {
  const { control } = useFormContext<Values>()
  const lines = useWatch({ control, name: 'lines' })
  const debits = sum(lines.map(({ debit }) => amountOf(debit)))
  const credits = sum(lines.map(({ credit }) => amountOf(credit)))
  const difference = Math.abs(debits - credits) as Cents
  return (
    <p className="numbers">
      {`Debits ${formatMoney(debits)} · Credits ${formatMoney(credits)} · `}
      <output className="font-semibold">
        {difference === 0
          ? 'Balanced'
          : `${formatMoney(difference)} missing in ${debits < credits ? 'debits' : 'credits'}`}
      </output>
    </p>
  )
}

const amountOf = (text: string): Cents => (isDecimal(text.trim()) ? cents(text.trim()) : zero)

/** Omits empty lines. */
function toWire({ postedOn, reason, lines }: Values) {
  const enteredLines = linesToWire(lines, ({ account, debit, credit, description }) => {
    if (!account && !debit && !credit && !description) return undefined
    return { account: account as never, debit, credit, description: description || null }
  })
  return { postedOn, reason, lines: enteredLines } as never
}
