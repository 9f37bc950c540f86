import { useEffect } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { UnitsField } from '#platform/ui/form/Fields.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import type { SalesOrderItem } from '../contract.ts'
import { openUnits } from '../shipment-rules.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

/** Units per line, as typed. */
export type CountedValues = { items: { itemId: number; quantity: string }[] }

const line = 'grid items-end gap-x-4 gap-y-2 border-b border-line pb-4 sm:grid-cols-[1fr_10rem]'

type UnitsPerLineFieldsProps = {
  /** All lines of the order; only those in the form's values are shown. */
  items: readonly SalesOrderItem[]
  /** Label prefix, as in `Shipped HX-1207`. */
  verb: string
}

/** The lines with open units, each with a quantity field. */
export function UnitsPerLineFields({ items, verb }: UnitsPerLineFieldsProps) {
  const { labels } = useFormParts()
  const { control } = useFormContext<CountedValues>()
  const { fields } = useFieldArray({ control, name: 'items' })
  useEffect(() => {
    labels.set('items', 'Quantities')
  }, [labels])
  return (
    <ul className="grid gap-4">
      {fields.map(({ id, itemId }, index) => {
        const item = items.find((each) => each.id === itemId)
        return item && <Line key={id} item={item} index={index} verb={verb} />
      })}
    </ul>
  )
}

type LineProps = { item: SalesOrderItem; index: number; verb: string }

function Line({ item, index, verb }: LineProps) {
  return (
    <li className={line}>
      <p className="min-w-0">
        <span className="numbers font-medium">{item.sku}</span>
        <span className="block text-muted">{item.name}</span>
        <span className="text-caption numbers block font-normal text-muted">
          {`${count(openUnits(item))} of ${count(item.quantity)} ${item.unitOfMeasure} open`}
          {item.qtyBackordered > 0 && ` · ${count(item.qtyBackordered)} backordered`}
        </span>
      </p>
      <UnitsField name={`items.${index}.quantity`} label={`${verb} ${item.sku}`} min={0} />
    </li>
  )
}

/** The request items; lines without a quantity are omitted. */
export function countedUnits({ items }: CountedValues) {
  return linesToWire(items, ({ itemId, quantity }) => {
    const units = parseWholeNumber(quantity) ?? 0
    return units === 0 ? undefined : { itemId, quantity: units }
  })
}

function count(units: number): string {
  return units.toLocaleString('en-US')
}
