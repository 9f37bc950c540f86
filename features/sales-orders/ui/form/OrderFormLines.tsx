import { clsx } from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { findSkusToSell } from '#features/skus/ui/parts/find-skus.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { CustomField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { usePastedLines } from '#platform/ui/form/use-pasted-lines.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { NumberInput } from '#platform/ui/fields/NumberInput.tsx'
import type { LineValues } from '../parts/form-values.ts'

type OrderFormLinesProps = {
  /** Text for an empty list. */
  empty: string
}

/** The lines of a form: SKU and quantity, plus a manual price for users with the permission. */
export function OrderFormLines({ empty }: OrderFormLinesProps) {
  const { control } = useFormContext<{ items: LineValues[] }>()
  const { formId } = useFormParts()
  const mayPrice = useMay()('orders.overridePrice')
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'items' })
  const pasteAt = usePastedLines<LineValues>({
    replace,
    search: findSkusToSell,
    lineOf: ({ quantity, price }) => {
      return { skuId: undefined, quantity, ...(mayPrice && { manualPrice: price }) }
    },
    isEmpty: ({ skuId, pasted, manualPrice, lineNo }) =>
      !skuId && !pasted && !manualPrice && lineNo === undefined,
    withoutPrices: mayPrice ? undefined : 'Prices come from the price list',
  })
  const add = () => {
    append(
      { skuId: undefined, quantity: '1', ...(mayPrice && { manualPrice: '' }) },
      { shouldFocus: false },
    )
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
          mayPrice={mayPrice}
          onPaste={pasteAt(index)}
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
  /** Shipped units: the minimum quantity of the line. */
  shipped: number
  /** A line known to the warehouse by its number cannot change its SKU. */
  isFixed: boolean
  mayPrice: boolean
  onPaste: (event: ClipboardEvent) => void
  onRemove: () => void
}

function Line({ index, shipped, isFixed, mayPrice, onPaste, onRemove }: LineProps) {
  const { setValue } = useFormContext<{ items: LineValues[] }>()
  /** Clears the manual price and the current price when the SKU changes. */
  const clearPrice = () => {
    setValue(`items.${index}.costs`, '')
    if (mayPrice) setValue(`items.${index}.manualPrice`, '', { shouldDirty: true })
  }
  return (
    <div
      role="group"
      aria-label={`Line ${index + 1}`}
      onPasteCapture={onPaste}
      className={clsx(
        'grid items-end gap-x-3 gap-y-2',
        mayPrice
          ? 'grid-cols-[1fr_1fr_auto] md:grid-cols-[1fr_8rem_10rem_auto]'
          : 'grid-cols-[1fr_auto] md:grid-cols-[1fr_8rem_auto]',
      )}
    >
      <div className={mayPrice ? 'col-span-3 md:col-span-1' : 'col-span-2 md:col-span-1'}>
        {isFixed ? (
          <FixedSku name={`items.${index}.skuId`} />
        ) : (
          <RecordField
            name={`items.${index}.skuId`}
            label="SKU *"
            source="skus-to-sell"
            pastedIn={`items.${index}.pasted`}
            search={findSkusToSell}
            isScannable
            line={index + 1}
            onChoice={(sku) => sku ?? clearPrice()}
          />
        )}
      </div>
      <UnitsField name={`items.${index}.quantity`} label="Quantity *" min={Math.max(1, shipped)} />
      {mayPrice && <ManualPrice index={index} hasShipped={shipped > 0} />}
      <IconButton
        icon={Trash2}
        isOnce
        label={`Remove line ${index + 1}`}
        className="mb-0.5"
        disabled={shipped > 0}
        onClick={onRemove}
      />
      {shipped > 0 && (
        <p className="text-caption col-span-full font-normal text-muted">{shippedText(shipped)}</p>
      )}
    </div>
  )
}

/** The read-only SKU of a line known to the warehouse. */
function FixedSku({ name }: { name: string }) {
  return (
    <CustomField name={name} label="SKU *">
      {(control, value) => (
        // The form value of this field is always a choice or undefined.
        <input
          {...control}
          value={(value as Choice | undefined)?.text}
          readOnly
          className="control"
        />
      )}
    </CustomField>
  )
}

type ManualPriceProps = { index: number; hasShipped: boolean }

/** A manual price; read-only once units have shipped. */
function ManualPrice({ index, hasShipped }: ManualPriceProps) {
  const { control } = useFormContext<{ items: LineValues[] }>()
  const costs = useWatch({ control, name: `items.${index}.costs` })
  return (
    <CustomField name={`items.${index}.manualPrice`} label="Manual price">
      {(control, value, change) => (
        <NumberInput
          {...control}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => change(target.value)}
          step="0.01"
          min="0"
          placeholder={costs || 'From the price list'}
          readOnly={hasShipped}
        />
      )}
    </CustomField>
  )
}

function shippedText(shipped: number): string {
  if (shipped === 1) return '1 unit of this line has shipped and cannot be removed.'
  return `${shipped.toLocaleString('en-US')} units of this line have shipped and cannot be removed.`
}
