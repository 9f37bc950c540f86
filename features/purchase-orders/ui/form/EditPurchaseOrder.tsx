import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { EditedRecord } from '#platform/ui/records/EditedRecord.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { DateField, TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import type { useRecord } from '#platform/ui/records/use-record.ts'
import { useCurrentRecord, useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { PurchaseOrderForm } from './PurchaseOrderForm.tsx'
import {
  type listPurchaseOrders,
  type PurchaseOrderDetails,
  purchaseOrderChanges,
  readPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract.ts'
import { changeable } from '../../rules.ts'
import { purchaseReads } from '../use-purchase-step-writes.ts'
import { fieldText } from '#platform/ui/form/field-text.ts'

type EditPurchaseOrderProps = {
  id: number
  code: string
  /** True if the form creates a copy of this order. */
  isCopy?: boolean
  onClose: () => void
}

/** The form for an existing order: all fields of a draft, else only what its status allows. */
export function EditPurchaseOrder(props: EditPurchaseOrderProps) {
  const { id, code, isCopy = false, onClose } = props
  const { data, error } = useCurrentRecord(readPurchaseOrder, { params: { id } })
  if (!data) {
    return (
      <Dialog title={code} onClose={onClose}>
        <DialogBody>
          {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-60" />}
        </DialogBody>
      </Dialog>
    )
  }
  if (isCopy) return <PurchaseOrderForm like={data} onClose={onClose} />
  if (changeable(data.status) === 'all') return <PurchaseOrderForm order={data} onClose={onClose} />
  return <OrderedForm order={data} onClose={onClose} />
}

type EditedPurchaseOrderProps = {
  of: ReturnType<typeof useRecord<typeof listPurchaseOrders>>
  code: string
  onClose: () => void
}

/** The form for the order that the URL names, or a message that it does not exist. */
export function EditedPurchaseOrder({ of, code, onClose }: EditedPurchaseOrderProps) {
  return (
    <EditedRecord of={of} noun="purchase order" code={code} onClose={onClose}>
      {({ id, orderNumber }) => <EditPurchaseOrder id={id} code={orderNumber} onClose={onClose} />}
    </EditedRecord>
  )
}

type OrderedFormProps = { order: PurchaseOrderDetails; onClose: () => void }

/** The form for an order that is no longer a draft. */
function OrderedForm({ order, onClose }: OrderedFormProps) {
  const { id, status, version } = order
  const hasDates = changeable(status) === 'dates'
  const change = useWrite(updatePurchaseOrder, {
    refreshes: purchaseReads,
    success: 'Purchase order updated successfully',
    failure: 'Failed to update purchase order',
  })
  const editableFields = hasDates ? 'only its expected date and notes' : 'only its notes'
  return (
    <FormDialog
      title="Edit Purchase Order"
      description={`${order.orderNumber} is ${status}, so ${editableFields} can be changed.`}
      schema={purchaseOrderChanges}
      values={orderedValues(order)}
      toWire={hasDates ? datesToWire : notesToWire}
      size="form"
      submitLabel="Update Purchase Order"
      onClose={onClose}
      version={version}
      reread={async () => {
        const fresh = await send(readPurchaseOrder, { params: { id } })
        return { values: orderedValues(fresh), version: fresh.version }
      }}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        change.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="grid gap-4">
        {hasDates && <DateField name="expectedDate" label="Expected Date" />}
        <TextAreaField name="notes" label="Notes" rows={4} />
      </div>
    </FormDialog>
  )
}

type OrderedValues = ReturnType<typeof orderedValues>

function orderedValues({ expectedDate, notes }: PurchaseOrderDetails) {
  return { expectedDate: fieldText(expectedDate), notes: fieldText(notes) }
}

function datesToWire(values: OrderedValues) {
  return values
}

function notesToWire({ notes }: OrderedValues) {
  return { notes }
}
