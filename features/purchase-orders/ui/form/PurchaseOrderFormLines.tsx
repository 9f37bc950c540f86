import { clsx } from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { findSkusToBuy } from '#features/skus/ui/parts/find-skus.ts'
import { type Cents, cents, decimal, isDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { replaceableFill } from '#platform/ui/form/fill-from-choice.ts'
import { MoneyField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { usePastedLines } from '#platform/ui/form/use-pasted-lines.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { priceHint, quantityHint, useFilledPrices } from './use-filled-prices.ts'
import type { LineValues, PurchaseValues } from './form-values.ts'
import { lineTotals } from '../../rules.ts'

const emptyLine: LineValues = { skuId: undefined, quantity: '1', unitPrice: '' }

/** The lines of the form: SKU, quantity and unit price, which is filled in from the SKU. */
export function PurchaseOrderFormLines() {
  const { control } = useFormContext<PurchaseValues>()
  const { formId } = useFormParts()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'items' })
  const { fillLine } = useFilledPrices()
  const pasteAt = usePastedLines<LineValues>({
    replace,
    search: findSkusToBuy,
    lineOf: ({ quantity, price }) => ({ skuId: undefined, quantity, unitPrice: price }),
    isEmpty: ({ skuId, unitPrice, pasted }) => !skuId && !pasted && unitPrice === '',
    onFound: fillLine,
  })
  const add = () => {
    append({ ...emptyLine }, { shouldFocus: false })
    const first = `${formId}-items.${fields.length}.skuId`
    setTimeout(() => document.getElementById(first)?.focus())
  }
  return (
    <div className="grid gap-4 md:col-span-2">
      {fields.length === 0 && <p className="text-muted">No lines: the total above is used.</p>}
      {fields.map((field, index) => (
        <Line
          key={field.id}
          index={index}
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
  onPaste: (event: ClipboardEvent) => void
  onRemove: () => void
}

function Line({ index, onPaste, onRemove }: LineProps) {
  const { control, setValue } = useFormContext<PurchaseValues>()
  const name = `items.${index}` as const
  const { fillLine } = useFilledPrices()
  const line = useWatch({ control, name })
  return (
    <div
      role="group"
      aria-label={`Line ${index + 1}`}
      onPasteCapture={onPaste}
      className={clsx(
        'grid grid-cols-[1fr_1fr_auto] items-end gap-x-3 gap-y-2',
        'md:grid-cols-[1fr_7rem_9rem_auto]',
      )}
    >
      <div className="col-span-3 md:col-span-1">
        <RecordField
          name={`${name}.skuId`}
          label="SKU *"
          source="skus-to-buy"
          pastedIn={`${name}.pasted`}
          search={findSkusToBuy}
          isScannable
          line={index + 1}
          onChoice={(sku) => fillLine(index, sku)}
        />
      </div>
      <UnitsField
        name={`${name}.quantity`}
        label="Quantity *"
        min={1}
        hint={line && quantityHint(line)}
      />
      <MoneyField
        name={`${name}.unitPrice`}
        label="Unit Price"
        hint={line && priceHint(line)}
        onType={() => setValue(`${name}.priceFill`, replaceableFill(line?.priceFill, line?.skuId))}
      />
      <IconButton
        icon={Trash2}
        isOnce
        label={`Remove line ${index + 1}`}
        className="mb-0.5"
        onClick={onRemove}
      />
    </div>
  )
}

/** Returns the sum of the lines typed so far; undefined without lines, '' if out of range. */
export function linesTotal(lines: readonly LineValues[] | undefined): string | undefined {
  const chosen = (lines ?? []).filter(({ skuId }) => skuId !== undefined)
  if (chosen.length === 0) return undefined
  const typed = chosen.map(({ skuId, quantity, unitPrice }) => {
    const price = unitPrice || skuId?.cost || '0'
    const units = /^\d{1,10}$/.test(quantity.trim()) ? Number(quantity) : 0
    return { quantity: units, unitPrice: isDecimal(price) ? cents(price) : (0 as Cents) }
  })
  const counted = lineTotals(typed)
  return counted ? decimal(counted.total) : ''
}
