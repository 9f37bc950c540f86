import { SelectField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { wholeNumber } from '#platform/ui/form/form-parts.ts'
import { LineHead } from './LineHead.tsx'
import type { ReturnDetails, ReturnItem } from './contract.ts'
import { receiveForm } from './goods-contract.ts'
import type { Condition, Verdict } from './rules.ts'
import { useReturnWrites } from './use-return-writes.ts'
import { conditionNames, optionsOf, verdictNames } from './words.ts'

type ReceiveDialogProps = { goods: ReturnDetails; onClose: () => void }

type Values = {
  items: { itemId: number; quantity: string; condition: Condition | ''; disposition: Verdict }[]
}

/** Counts what arrived, and says what happens to it: all that is open, unless less came. */
export function ReceiveDialog({ goods, onClose }: ReceiveDialogProps) {
  const { receive } = useReturnWrites()
  const { id, version, returnNumber, partyName } = goods
  const open = goods.items.filter(({ qtyOpen }) => qtyOpen > 0)
  const values: Values = {
    items: open.map((item) => ({
      itemId: item.id,
      quantity: String(item.qtyOpen),
      condition: item.condition ?? '',
      disposition: item.disposition ?? 'restock',
    })),
  }
  return (
    <FormDialog
      title={`Receive ${returnNumber}`}
      description={`From ${partyName}. Count what came: the rest can come later.`}
      schema={receiveForm}
      values={values}
      toWire={toWire}
      submitLabel="Book receipt"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => receive.run({ params: { id }, body, ...attempt })}
    >
      <ul className="grid gap-4">
        {open.map((item, index) => (
          <li key={item.id} className="grid gap-3 border-b border-line pb-4">
            <LineHead line={item}>{`${openText(item)} ${item.unitOfMeasure} to come`}</LineHead>
            <div className="grid items-start gap-3 sm:grid-cols-[10rem_1fr_1fr]">
              <UnitsField name={`items.${index}.quantity`} label={`Received ${item.sku}`} min={0} />
              <SelectField
                name={`items.${index}.condition`}
                label={`Condition ${item.sku}`}
                options={[{ value: '', label: 'Not said' }, ...optionsOf(conditionNames)]}
              />
              <SelectField
                name={`items.${index}.disposition`}
                label={`Disposition ${item.sku}`}
                options={optionsOf(verdictNames)}
              />
            </div>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

function openText({ qtyOpen, quantity }: ReturnItem): string {
  const open = qtyOpen.toLocaleString('en-US')
  return qtyOpen === quantity ? open : `${open} of ${quantity.toLocaleString('en-US')}`
}

/** Lines of which nothing came are left out. */
function toWire({ items }: Values) {
  return {
    items: items.flatMap(({ quantity, condition, ...item }) => {
      const units = wholeNumber(quantity) ?? 0
      return units === 0 ? [] : [{ ...item, quantity: units, condition: condition || null }]
    }),
  }
}
