import { useFieldArray, useFormContext } from 'react-hook-form'
import { SelectField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { LineHead } from '../create/LineHead.tsx'
import type { ReadDialogProps } from './return-dialog-props.ts'
import { type ReturnDetails, type ReturnReceiptItem, inspectForm } from '../../contract.ts'
import type { Condition, Disposition } from '../../rules.ts'
import { useReturnWrites } from '../use-return-writes.ts'
import { conditionNames, dispositionNames, optionsOf, verdictNames } from '../../labels.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

type Values = {
  items: {
    receiptItemId: number
    quantity: string
    condition: Condition | ''
    disposition: Disposition | ''
  }[]
}

/** Decides on received goods that await inspection or a return to a vendor. */
export function InspectDialog({ goods, again, onClose }: ReadDialogProps) {
  const { inspect } = useReturnWrites()
  const { id, version, returnNumber } = goods
  return (
    <FormDialog
      title={`Inspect ${returnNumber}`}
      description="Restocked goods are on hand immediately. Lines without a decision stay open."
      schema={inspectForm}
      values={valuesOf(goods)}
      toWire={toWire}
      size="form"
      submitLabel="Record inspection"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, attempt) => inspect.run({ params: { id }, body, ...attempt })}
    >
      <Lines held={heldLinesOf(goods)} />
    </FormDialog>
  )
}

type HeldLine = ReturnType<typeof heldLinesOf>[number]

function valuesOf(goods: ReturnDetails): Values {
  return {
    items: heldLinesOf(goods).map((item) => ({
      receiptItemId: item.id,
      quantity: String(item.quantity),
      condition: item.condition ?? '',
      disposition: '',
    })),
  }
}

function Lines({ held }: { held: readonly HeldLine[] }) {
  const { control } = useFormContext<Values>()
  const { fields } = useFieldArray({ control, name: 'items' })
  return (
    <ul className="grid gap-4">
      {fields.map(({ id, receiptItemId }, index) => {
        const item = held.find((each) => each.id === receiptItemId)
        return item && <Line key={id} item={item} index={index} />
      })}
    </ul>
  )
}

function Line({ item, index }: { item: HeldLine; index: number }) {
  return (
    <li className="grid gap-3 border-b border-line pb-4">
      <LineHead line={item}>
        {`${item.quantity.toLocaleString('en-US')} ${item.unitOfMeasure} · ` +
          `${item.receiptNumber} · ${verdictNames[item.disposition].toLowerCase()}`}
      </LineHead>
      <div className="grid items-start gap-3 sm:grid-cols-[10rem_1fr_1fr]">
        <UnitsField name={`items.${index}.quantity`} label={`Quantity ${item.sku}`} min={0} />
        <SelectField
          name={`items.${index}.condition`}
          label={`Condition ${item.sku}`}
          options={[{ value: '', label: 'Not specified' }, ...optionsOf(conditionNames)]}
        />
        <SelectField
          name={`items.${index}.disposition`}
          label={`Decision ${item.sku}`}
          options={[{ value: '', label: 'Not decided yet' }, ...optionsOf(dispositionNames)]}
        />
      </div>
    </li>
  )
}

/** Returns the waiting units by receipt, without those already on a vendor return. */
function heldLinesOf({ receipts, items }: ReturnDetails) {
  const forVendor = new Map(items.map(({ id, toVendor }) => [id, toVendor]))
  const waiting = ({ itemId, disposition, quantity }: ReturnReceiptItem): number => {
    if (disposition !== 'vendor') return disposition === 'inspect' ? quantity : 0
    const unitsForVendor = forVendor.get(itemId) ?? 0
    const units = Math.min(quantity, unitsForVendor)
    forVendor.set(itemId, unitsForVendor - units)
    return units
  }
  return receipts
    .flatMap(({ receiptNumber, items: own }) =>
      own.map((item) => ({ ...item, receiptNumber, quantity: waiting(item) })),
    )
    .filter(({ quantity }) => quantity > 0)
}

/** Omits lines without a decision. */
function toWire({ items }: Values) {
  return {
    items: linesToWire(items, ({ quantity, condition, disposition, ...item }) => {
      const units = parseWholeNumber(quantity) ?? 0
      if (disposition === '' || units === 0) return undefined
      return { ...item, quantity: units, condition: condition || null, disposition }
    }),
  }
}
