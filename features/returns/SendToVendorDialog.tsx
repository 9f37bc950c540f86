import { findActiveVendors } from '#features/vendors/find-vendors.ts'
import type { Choice } from '#platform/ui/choices.ts'
import { ChoiceField } from '#platform/ui/form/ChoiceField.tsx'
import { TextAreaField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { wholeNumber } from '#platform/ui/form/form-parts.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import type { ReturnDetails } from './contract.ts'
import { sendToVendorForm } from './goods-contract.ts'
import { LineHead } from './LineHead.tsx'
import { useReturnWrites } from './use-return-writes.ts'

type SendToVendorDialogProps = { goods: ReturnDetails; onClose: () => void }

type Values = {
  vendorId: Choice | undefined
  reason: string
  notes: string
  items: { itemId: number; quantity: string }[]
}

/** Makes a return to a vendor of goods of a customer that are meant for one. */
export function SendToVendorDialog({ goods, onClose }: SendToVendorDialogProps) {
  const { sendToVendor } = useReturnWrites()
  const { id, version, returnNumber } = goods
  const meant = goods.items.filter(({ toVendor }) => toVendor > 0)
  const values: Values = {
    vendorId: undefined,
    reason: goods.reason,
    notes: '',
    items: meant.map((item) => ({ itemId: item.id, quantity: String(item.toVendor) })),
  }
  return (
    <FormDialog
      title={`Send ${returnNumber} to a vendor`}
      description="A return to the vendor, at what the goods cost. A manager approves it."
      schema={sendToVendorForm}
      values={values}
      toWire={toWire}
      submitLabel="Create RTV"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => sendToVendor.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <ChoiceField
          name="vendorId"
          label="Vendor *"
          source="vendors-of-returns"
          search={findActiveVendors}
        />
        <ul aria-label="Lines" className="grid gap-4">
          {meant.map((item, index) => (
            <li
              key={item.id}
              className="grid items-end gap-3 border-b border-line pb-4 sm:grid-cols-[1fr_auto]"
            >
              <LineHead line={item}>
                {`${item.toVendor.toLocaleString('en-US')} ${item.unitOfMeasure} for a vendor`}
              </LineHead>
              <UnitsField name={`items.${index}.quantity`} label={`Quantity ${item.sku}`} min={0} />
            </li>
          ))}
        </ul>
        <TextField name="reason" label="Reason" />
        <TextAreaField name="notes" label="Notes" rows={2} />
      </div>
    </FormDialog>
  )
}

/** Lines of which nothing is sent are left out. */
function toWire({ vendorId, items, ...typed }: Values) {
  return {
    ...typed,
    vendorId: vendorId?.id ?? 0,
    items: items.flatMap(({ itemId, quantity }) => {
      const units = wholeNumber(quantity) ?? 0
      return units === 0 ? [] : [{ itemId, quantity: units }]
    }),
  }
}
