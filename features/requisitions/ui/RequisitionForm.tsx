import { clsx } from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { findSkusToBuy } from '#features/skus/ui/parts/find-skus.ts'
import { findActiveVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { DateField, TextAreaField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { usePastedLines } from '#platform/ui/form/use-pasted-lines.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  type RequisitionDetails,
  createRequisition,
  readRequisition,
  requisitionForm,
  updateRequisition,
} from '../contract.ts'
import {
  type LineValues,
  type RequisitionValues,
  emptyLine,
  toWire,
  valuesOf,
} from './form-values.ts'
import { requisitionReads } from './use-requisition-writes.ts'

type RequisitionFormProps = {
  /** The draft to edit; undefined for a new requisition. */
  requisition?: RequisitionDetails
  /** The requisition to copy from. */
  like?: RequisitionDetails
  onClose: () => void
}

/** The form of a requisition: reason, and by line item, quantity, needed-by date and vendor. */
export function RequisitionForm({ requisition, like, onClose }: RequisitionFormProps) {
  const creation = useWrite(createRequisition, {
    refreshes: requisitionReads,
    success: 'Requisition created successfully',
    failure: 'Failed to create requisition',
  })
  const change = useWrite(updateRequisition, {
    refreshes: requisitionReads,
    success: 'Requisition updated successfully',
    failure: 'Failed to update requisition',
  })
  const editing = requisition && {
    version: requisition.version,
    reread: async () => {
      const fresh = await send(readRequisition, { params: { id: requisition.id } })
      return { values: valuesOf(fresh), version: fresh.version }
    },
  }
  return (
    <FormDialog
      title={requisition ? 'Edit Requisition' : 'Create Requisition'}
      description="Saved as a draft. Submit it for approval; purchasing then orders it."
      schema={requisitionForm}
      values={valuesOf(requisition ?? like)}
      toWire={toWire}
      submitLabel={requisition ? 'Update Requisition' : 'Create Requisition'}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        requisition
          ? change.run({ params: { id: requisition.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...editing}
    >
      <FormSection title="Purpose">
        <TextAreaField name="reason" label="Reason *" rows={2} wide />
      </FormSection>
      <FormSection title="Lines">
        <Lines />
      </FormSection>
    </FormDialog>
  )
}

function Lines() {
  const { control } = useFormContext<RequisitionValues>()
  const { formId } = useFormParts()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'items' })
  const pasteAt = usePastedLines<LineValues>({
    replace,
    search: findSkusToBuy,
    lineOf: ({ quantity }) => ({ ...emptyLine, quantity }),
    isEmpty: ({ skuId, pasted, description }) => !skuId && !pasted && description === '',
    withoutPrices: 'A requisition has no prices, so they are skipped',
  })
  const add = () => {
    append({ ...emptyLine }, { shouldFocus: false })
    const first = `${formId}-items.${fields.length}.skuId`
    setTimeout(() => document.getElementById(first)?.focus())
  }
  return (
    <div className="grid gap-4 md:col-span-2">
      {fields.map((field, index) => (
        <Line
          key={field.id}
          index={index}
          onPaste={pasteAt(index)}
          {...(fields.length > 1 && { onRemove: () => remove(index) })}
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
  onRemove?: () => void
}

function Line({ index, onPaste, onRemove }: LineProps) {
  const name = `items.${index}` as const
  const label = `Line ${index + 1}`
  return (
    <div
      role="group"
      aria-label={label}
      onPasteCapture={onPaste}
      className={clsx(
        'grid grid-cols-2 items-start gap-x-3 gap-y-2 rounded-card border border-line p-3',
        'md:grid-cols-[1fr_7rem_10rem]',
      )}
    >
      <div className="col-span-2 md:col-span-1">
        <RecordField
          name={`${name}.skuId`}
          label="SKU"
          source="skus-to-buy"
          pastedIn={`${name}.pasted`}
          search={findSkusToBuy}
          isScannable
          line={index + 1}
        />
      </div>
      <UnitsField name={`${name}.quantity`} label="Quantity *" min={1} />
      <DateField name={`${name}.neededBy`} label="Needed by" />
      <div className="col-span-2 md:col-span-1">
        <TextField name={`${name}.description`} label="Or describe the item" />
      </div>
      <div className="col-span-2">
        <RecordField
          name={`${name}.vendorId`}
          label="Preferred vendor"
          source="vendors"
          search={findActiveVendors}
        />
      </div>
      <div className="col-span-2 flex items-end gap-2 md:col-span-3">
        <div className="min-w-0 flex-1">
          <TextField name={`${name}.reason`} label="Reason for this line" />
        </div>
        {onRemove && (
          <IconButton
            icon={Trash2}
            isOnce
            label={`Remove line ${index + 1}`}
            className="mb-0.5"
            onClick={onRemove}
          />
        )}
      </div>
    </div>
  )
}
