import { Split, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { SelectField, SwitchField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { LineHead } from '../create/LineHead.tsx'
import type { ReadDialogProps } from './return-dialog-props.ts'
import { type ReturnDetails, type ReturnItem, receiveForm } from '../../contract.ts'
import type { Condition, Verdict } from '../../rules.ts'
import { useReturnWrites } from '../use-return-writes.ts'
import { conditionNames, optionsOf, verdictNames } from '../../labels.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

type Values = {
  isAnother: boolean
  items: { itemId: number; quantity: string; condition: Condition | ''; disposition: Verdict }[]
}

/** Records the received quantities and their disposition; defaults to everything open. */
export function ReceiveDialog({ goods, again, onClose }: ReadDialogProps) {
  const { receive } = useReturnWrites()
  const { id, version, returnNumber, partyName } = goods
  return (
    <FormDialog
      title={`Receive ${returnNumber}`}
      description={`From ${partyName}. Count the goods that arrived. The rest can arrive later.`}
      schema={receiveForm}
      values={valuesOf(goods)}
      toWire={toWire}
      size="form"
      submitLabel="Record receipt"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, attempt) => receive.run({ params: { id }, body, ...attempt })}
    >
      {receive.error?.code === 'same-goods' && (
        <SwitchField name="isAnother" label="This is another delivery" />
      )}
      <Lines items={goods.items} />
    </FormDialog>
  )
}

function valuesOf({ items }: ReturnDetails): Values {
  const open = items.filter(({ qtyOpen }) => qtyOpen > 0)
  return {
    isAnother: false,
    items: open.map((item) => ({
      itemId: item.id,
      quantity: String(item.qtyOpen),
      condition: item.condition ?? '',
      disposition: item.disposition ?? 'restock',
    })),
  }
}

const count = (units: number) => units.toLocaleString('en-US')

/** The open lines; a line can be split into parts, each with its own count and disposition. */
function Lines({ items }: { items: readonly ReturnItem[] }) {
  const { control } = useFormContext<Values>()
  const { fields, insert, remove } = useFieldArray({ control, name: 'items' })
  const { formId } = useFormParts()
  const typed = useWatch({ control, name: 'items' })
  const split = (behind: number, itemId: number) => {
    const part = { itemId, quantity: '', condition: '' as const, disposition: 'scrap' as const }
    insert(behind + 1, part, { shouldFocus: false })
    setTimeout(() => document.getElementById(`${formId}-items.${behind + 1}.quantity`)?.focus())
  }
  const isHere = ({ id }: ReturnItem) => fields.some(({ itemId }) => itemId === id)
  return (
    <ul className="grid gap-4">
      {items.filter(isHere).map((item) => {
        const parts = fields.flatMap(({ id, itemId }, index) => {
          return itemId === item.id ? [{ id, index }] : []
        })
        const last = parts.at(-1)?.index ?? 0
        const units = parts.map(({ index }) => parseWholeNumber(typed[index]?.quantity ?? '') ?? 0)
        const counted = units.reduce((total, each) => total + each, 0)
        return (
          <li key={item.id} className="grid gap-3 border-b border-line pb-4">
            <LineHead line={item}>{`${openText(item)} ${item.unitOfMeasure} expected`}</LineHead>
            {parts.map(({ id, index }, partIndex) => (
              <Part key={id} item={item} index={index} place={partIndex} onRemove={remove} />
            ))}
            <div className="flex flex-wrap items-center gap-3">
              {item.qtyOpen > 1 && (
                <Button size="small" icon={Split} onClick={() => split(last, item.id)}>
                  {`Split ${item.sku}`}
                </Button>
              )}
              {parts.length > 1 && (
                <span
                  role="status"
                  className={counted > item.qtyOpen ? 'text-danger' : 'text-muted'}
                >
                  {`${count(counted)} of ${count(item.qtyOpen)} counted`}
                </span>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type PartProps = {
  item: ReturnItem
  index: number
  /** Index of the part within its line, from 0. */
  place: number
  onRemove: (index: number) => void
}

function Part({ item, index, place, onRemove }: PartProps) {
  const name = place === 0 ? item.sku : `${item.sku}, split ${place + 1}`
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[10rem_1fr_1fr_2rem]">
      <UnitsField name={`items.${index}.quantity`} label={`Received ${name}`} min={0} />
      <SelectField
        name={`items.${index}.condition`}
        label={`Condition ${name}`}
        options={[{ value: '', label: 'Not specified' }, ...optionsOf(conditionNames)]}
      />
      <SelectField
        name={`items.${index}.disposition`}
        label={`Disposition ${name}`}
        options={optionsOf(verdictNames)}
      />
      {place > 0 && (
        <IconButton
          icon={Trash2}
          isOnce
          label={`Remove split ${place + 1} of ${item.sku}`}
          className="sm:mt-6"
          onClick={() => onRemove(index)}
        />
      )}
    </div>
  )
}

function openText({ qtyOpen, quantity }: ReturnItem): string {
  const open = qtyOpen.toLocaleString('en-US')
  return qtyOpen === quantity ? open : `${open} of ${quantity.toLocaleString('en-US')}`
}

/** Omits lines with nothing received. */
function toWire({ items, isAnother }: Values) {
  return {
    isAnother,
    items: linesToWire(items, ({ quantity, condition, ...item }) => {
      const units = parseWholeNumber(quantity) ?? 0
      return units === 0 ? undefined : { ...item, quantity: units, condition: condition || null }
    }),
  }
}
