import { Alert } from '#platform/ui/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/Dialog.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { SelectField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead } from '#platform/web/api.ts'
import { type GoodsReturn, type ReturnDetails, readReturn, receiveForm } from './contract.ts'
import type { Condition, Disposition } from './rules.ts'
import { useReturnWrites } from './use-return-writes.ts'
import { conditionNames, dispositionNames } from './words.ts'

type ReceiveDialogProps = { goods: GoodsReturn; onClose: () => void }

/** What the warehouse found, and what it does with each line. */
export function ReceiveDialog({ goods, onClose }: ReceiveDialogProps) {
  const { data, error } = useRead(readReturn, { params: { id: goods.id } })
  if (data) return <ReceiptForm goods={data} onClose={onClose} />
  return (
    <Dialog title={`Receive ${goods.returnNumber}`} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type Values = {
  items: { itemId: number; condition: Condition | ''; disposition: Disposition }[]
}

function ReceiptForm({ goods, onClose }: { goods: ReturnDetails; onClose: () => void }) {
  const { receive } = useReturnWrites()
  const { id, version, returnNumber, partyName } = goods
  const values: Values = {
    items: goods.items.map((item) => ({
      itemId: item.id,
      condition: item.condition ?? '',
      disposition: item.disposition ?? 'restock',
    })),
  }
  return (
    <FormDialog
      title={`Receive ${returnNumber}`}
      description={`From ${partyName}. What is restocked is on hand at once.`}
      schema={receiveForm}
      values={values}
      toWire={toWire}
      submitLabel="Book receipt"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => receive.run({ params: { id }, body, ...attempt })}
    >
      <ul className="grid gap-4">
        {goods.items.map((item, index) => (
          <li
            key={item.id}
            className="grid items-end gap-3 border-b border-line pb-4 sm:grid-cols-[1fr_auto_auto]"
          >
            <p className="min-w-0">
              <span className="numbers font-medium">{item.sku}</span>
              <span className="block text-muted">{item.name}</span>
              <span className="text-caption numbers block font-normal text-muted">
                {`${item.quantity.toLocaleString('en-US')} ${item.unitOfMeasure} to come`}
              </span>
            </p>
            <SelectField
              name={`items.${index}.condition`}
              label={`Condition ${item.sku}`}
              options={[{ value: '', label: 'Not said' }, ...optionsOf(conditionNames)]}
            />
            <SelectField
              name={`items.${index}.disposition`}
              label={`Disposition ${item.sku}`}
              options={optionsOf(dispositionNames)}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

function toWire({ items }: Values) {
  return { items: items.map((item) => ({ ...item, condition: item.condition || null })) }
}
