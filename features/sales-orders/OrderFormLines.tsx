import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { listSkus } from '#features/skus/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/Button.tsx'
import { Combobox } from '#platform/ui/Combobox.tsx'
import { IconButton } from '#platform/ui/IconButton.tsx'
import type { Choice } from '#platform/ui/choices.ts'
import { CustomField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { useFormParts } from '#platform/ui/form/form-parts.ts'
import { send } from '#platform/web/send.ts'
import type { LineValues } from './form-values.ts'

type OrderFormLinesProps = {
  /** What is said where there is no line. */
  empty: string
}

/** The lines of a form: SKU and quantity; their prices are the server's. */
export function OrderFormLines({ empty }: OrderFormLinesProps) {
  const { control } = useFormContext<{ items: LineValues[] }>()
  const { formId } = useFormParts()
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const add = () => {
    append({ skuId: undefined, quantity: '1' }, { shouldFocus: false })
    const first = `${formId}-items.${fields.length}.skuId`
    setTimeout(() => document.getElementById(first)?.focus())
  }
  return (
    <div className="grid gap-4 md:col-span-2">
      {fields.length === 0 && <p className="text-muted">{empty}</p>}
      {fields.map((field, index) => (
        <Line
          key={field.id}
          index={index}
          shipped={field.shipped ?? 0}
          isFixed={field.lineNo !== undefined}
          onRemove={() => remove(index)}
        />
      ))}
      <div>
        <Button icon={Plus} size="small" onClick={add}>
          Add line
        </Button>
      </div>
    </div>
  )
}

type LineProps = {
  index: number
  /** How many have left already: as many stay on the line. */
  shipped: number
  /** A line that the warehouse knows by its number keeps its SKU. */
  isFixed: boolean
  onRemove: () => void
}

function Line({ index, shipped, isFixed, onRemove }: LineProps) {
  return (
    <div
      role="group"
      aria-label={`Line ${index + 1}`}
      className="grid grid-cols-[1fr_auto] items-end gap-x-3 gap-y-2 md:grid-cols-[1fr_8rem_auto]"
    >
      <div className="col-span-2 md:col-span-1">
        <CustomField name={`items.${index}.skuId`} label="SKU *">
          {(control, value, change) => {
            // The form's value of this field is always a choice or undefined.
            const chosen = value as Choice | undefined
            if (isFixed) {
              return <input {...control} value={chosen?.text} readOnly className="control" />
            }
            return (
              <Combobox
                {...control}
                name="skus-to-sell"
                value={chosen}
                onChange={change}
                search={findSkus}
                placeholder="Type a code or a name"
              />
            )
          }}
        </CustomField>
      </div>
      <UnitsField name={`items.${index}.quantity`} label="Quantity *" min={Math.max(1, shipped)} />
      <IconButton
        icon={Trash2}
        label={`Remove line ${index + 1}`}
        className="mb-0.5"
        disabled={shipped > 0}
        onClick={onRemove}
      />
      {shipped > 0 && (
        <p className="text-caption col-span-full font-normal text-muted">
          {`${shipped.toLocaleString('en-US')} of this line have left and stay on it.`}
        </p>
      )}
    </div>
  )
}

async function findSkus(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { q, limit: 20, isActive: 'true' as const, sort: 'relevance' }
  const found = await send(listSkus, { query, signal })
  return found.map(({ id, sku, name, price, barcode }) => {
    return { id, code: sku, text: `${sku} - ${name} (${formatDecimal(price)})`, barcode }
  })
}
