import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { findActiveCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { findSkusToSell } from '#features/skus/ui/parts/find-skus.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import {
  DateField,
  SwitchField,
  TextAreaField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { type IntakeMarks, lineMark } from '../intake-form.ts'
import { emptyLine, type FormValues } from './form-values.ts'
import { MarkHint } from './MarkHint.tsx'

/** The fields of a message, each with what it was read from. */
export function IntakeFormFields({ marks }: { marks: IntakeMarks }) {
  const hint = (field: string) => {
    const mark = marks[field]
    return mark && <MarkHint mark={mark} name={field} />
  }
  return (
    <>
      <FormSection title="Order">
        <div>
          <RecordField
            name="customerId"
            label="Customer *"
            source="customers"
            search={findActiveCustomers}
          />
          {hint('customerId')}
        </div>
        <TextField name="customerPO" label="Customer PO" hint={hint('customerPO')} />
        <DateField name="shipDate" label="Ship date" hint={hint('shipDate')} />
        <DateField name="cancelAfter" label="Cancel after" hint={hint('cancelAfter')} />
        <TextAreaField
          name="shippingAddress"
          label="Ship to"
          hint={hint('shippingAddress')}
          rows={4}
          wide
        />
        <TextAreaField name="notes" label="Notes" hint={hint('notes')} rows={2} wide />
      </FormSection>
      <FormSection title="Lines">
        <Lines marks={marks} />
      </FormSection>
      <FormSection title="Options">
        <SwitchField
          name="remember"
          label="Remember corrections"
          hint="Applies part numbers, units and ship-to addresses to the customer’s next orders"
          wide
        />
        <SwitchField
          name="isPriceAccepted"
          label="Use our prices"
          hint="Create the order even if the customer’s prices differ"
          wide
        />
        <SwitchField
          name="isRepeatAccepted"
          label="Allow repeated PO"
          hint="Create the order even if this PO was used before"
          wide
        />
      </FormSection>
    </>
  )
}

function Lines({ marks }: { marks: IntakeMarks }) {
  const { control } = useFormContext<FormValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  return (
    <div className="grid gap-3 md:col-span-2">
      {fields.map((field, index) => (
        <Line key={field.id} index={index} marks={marks} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button icon={Plus} size="small" onClick={() => append({ ...emptyLine })}>
          Add line
        </Button>
      </div>
    </div>
  )
}

type LineProps = { index: number; marks: IntakeMarks; onRemove: () => void }

function Line({ index, marks, onRemove }: LineProps) {
  const name = `items.${index}` as const
  const { control } = useFormContext<FormValues>()
  const line = useWatch({ control, name })
  const hint = (field: 'skuId' | 'quantity' | 'unit' | 'unitPrice') => {
    const mark = line.source === null ? undefined : marks[lineMark(line.source, field)]
    return mark && <MarkHint mark={mark} name={`${name}.${field}`} />
  }
  return (
    <div
      role="group"
      aria-label={`Line ${index + 1}`}
      className="grid grid-cols-2 items-start gap-x-3 gap-y-2 rounded-card border border-line p-3"
    >
      <p className="text-caption col-span-2 font-normal text-muted">
        {line.code === '' ? 'Added by hand' : `Customer’s part number: ${line.code}`}
      </p>
      <div className="col-span-2">
        <RecordField
          name={`${name}.skuId`}
          label="SKU *"
          source="skus-to-sell"
          search={findSkusToSell}
          isScannable
          line={index + 1}
        />
        {hint('skuId')}
      </div>
      <UnitsField name={`${name}.quantity`} label="Quantity *" min={1} hint={hint('quantity')} />
      <TextField name={`${name}.unit`} label="Unit" length={12} hint={hint('unit')} />
      <TextField
        name={`${name}.unitPrice`}
        label="Customer’s price"
        length={12}
        hint={hint('unitPrice')}
      />
      <div className="flex items-end justify-end">
        <IconButton icon={Trash2} isOnce label={`Remove line ${index + 1}`} onClick={onRemove} />
      </div>
    </div>
  )
}
