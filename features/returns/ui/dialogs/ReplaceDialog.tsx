import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { SelectField, SwitchField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { whyNotFree } from '../../receipt-and-inspection-rules.ts'
import type { ReadDialogProps } from './return-dialog-props.ts'
import { type GoodsReturn, replaceForm } from '../../contract.ts'
import type { ReplacementPrice } from '../../rules.ts'
import { useReturnWrites } from '../use-return-writes.ts'
import { optionsOf, replacementNames } from '../../labels.ts'

type Values = { price: ReplacementPrice; backorder: boolean }

/** Creates the replacement order of a return, once. */
export function ReplaceDialog({ goods, again, onClose }: ReadDialogProps) {
  const { replace } = useReturnWrites()
  const may = useMay()
  const { id, version, returnNumber, partyName } = goods
  const credited = whyNotFree(goods)
  const { original } = replacementNames
  return (
    <FormDialog
      title={`Replace ${returnNumber}`}
      description={`A sales order for the same goods for ${partyName}, without shipping charges.`}
      schema={replaceForm}
      values={valuesOf(goods)}
      toWire={asChosen}
      size="form"
      submitLabel="Create replacement order"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, attempt) => replace.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <SelectField
          name="price"
          label="Price"
          hint={credited ?? 'If free of charge, the returned goods are not credited'}
          options={optionsOf(credited ? { original } : replacementNames)}
        />
        {may('orders.backorder') && (
          <SwitchField name="backorder" label="Backorder items that are out of stock" />
        )}
      </div>
    </FormDialog>
  )
}

function valuesOf(goods: GoodsReturn): Values {
  return { price: whyNotFree(goods) ? 'original' : 'free', backorder: false }
}

function asChosen(chosen: Values) {
  return chosen
}
