import { useFieldArray, useFormContext } from 'react-hook-form'
import { findActiveVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { TextAreaField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import type { ReadDialogProps } from './return-dialog-props.ts'
import { type ReturnDetails, type ReturnItem, sendToVendorForm } from '../../contract.ts'
import { LineHead } from '../create/LineHead.tsx'
import { useReturnWrites } from '../use-return-writes.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

type Values = {
  vendorId: Choice | undefined
  reason: string
  notes: string
  items: { itemId: number; quantity: string }[]
}

/** Creates a return to a vendor from the units that inspection marked for the vendor. */
export function SendToVendorDialog({ goods, again, onClose }: ReadDialogProps) {
  const { sendToVendor } = useReturnWrites()
  const { id, version, returnNumber } = goods
  return (
    <FormDialog
      title={`Send ${returnNumber} to a vendor`}
      description="A return to the vendor at cost. A manager must approve it."
      schema={sendToVendorForm}
      values={valuesOf(goods)}
      toWire={toWire}
      size="form"
      submitLabel="Create RTV"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, attempt) => sendToVendor.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <RecordField
          name="vendorId"
          label="Vendor *"
          source="vendors-of-returns"
          search={findActiveVendors}
        />
        <Lines items={goods.items} />
        <TextField name="reason" label="Reason" />
        <TextAreaField name="notes" label="Notes" rows={2} />
      </div>
    </FormDialog>
  )
}

function valuesOf({ items, reason }: ReturnDetails): Values {
  const itemsForVendor = items.filter(({ toVendor }) => toVendor > 0)
  return {
    vendorId: undefined,
    reason,
    notes: '',
    items: itemsForVendor.map((item) => ({ itemId: item.id, quantity: String(item.toVendor) })),
  }
}

function Lines({ items }: { items: readonly ReturnItem[] }) {
  const { control } = useFormContext<Values>()
  const { fields } = useFieldArray({ control, name: 'items' })
  return (
    <ul aria-label="Lines" className="grid gap-4">
      {fields.map(({ id, itemId }, index) => {
        const item = items.find((each) => each.id === itemId)
        return item && <Line key={id} item={item} index={index} />
      })}
    </ul>
  )
}

function Line({ item, index }: { item: ReturnItem; index: number }) {
  return (
    <li className="grid items-end gap-3 border-b border-line pb-4 sm:grid-cols-[1fr_auto]">
      <LineHead line={item}>
        {`${item.toVendor.toLocaleString('en-US')} ${item.unitOfMeasure} for a vendor`}
      </LineHead>
      <UnitsField name={`items.${index}.quantity`} label={`Quantity ${item.sku}`} min={0} />
    </li>
  )
}

/** Omits lines with nothing to send. */
function toWire({ vendorId, items, ...typed }: Values) {
  return {
    ...typed,
    vendorId: vendorId?.id ?? 0,
    items: linesToWire(items, ({ itemId, quantity }) => {
      const units = parseWholeNumber(quantity) ?? 0
      return units === 0 ? undefined : { itemId, quantity: units }
    }),
  }
}
