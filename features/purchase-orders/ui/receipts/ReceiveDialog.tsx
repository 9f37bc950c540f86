import { clsx } from 'clsx'
import { useEffect } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { SwitchField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { useCurrentRecord, useRead } from '#platform/web/api-hooks.ts'
import {
  type PurchaseOrder,
  type PurchaseOrderDetails,
  type PurchaseOrderItem,
  readPurchaseOrder,
  receivePurchaseOrder,
  listSimilarReceipts,
} from '../../contract.ts'
import { useStepWrites } from '../use-purchase-step-writes.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

type ReceiveDialogProps = { order: PurchaseOrder; onClose: () => void }

/** The dialog that receives goods; each line starts with all of its open units. */
export function ReceiveDialog({ order, onClose }: ReceiveDialogProps) {
  const { data, error, again } = useCurrentRecord(readPurchaseOrder, { params: { id: order.id } })
  if (data) return <ReceiptForm order={data} again={again} onClose={onClose} />
  return (
    <Dialog title={`Receive ${order.orderNumber}`} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type Values = {
  deliveryNote: string
  postedOn: string
  isAnother: boolean
  items: { itemId: number; quantity: string }[]
}

type ReceiptFormProps = {
  order: PurchaseOrderDetails
  /** Reads the order again. */
  again: () => Promise<PurchaseOrderDetails>
  onClose: () => void
}

function ReceiptForm({ order, again, onClose }: ReceiptFormProps) {
  const { receive } = useStepWrites()
  const { id, version, orderNumber } = order
  return (
    <FormDialog
      title={`Receive ${orderNumber}`}
      description={`From ${order.vendorName}`}
      schema={receivePurchaseOrder.body}
      values={valuesOf(order)}
      toWire={order.headerOnly ? nothingCounted : toWire}
      submitLabel="Record receipt"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        receive.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <TextField name="deliveryNote" label="Delivery Note" length={24} />
        <PostingDateField />
      </div>
      <SimilarReceipts orderId={id} />
      {receive.error?.code === 'same-goods' && (
        <SwitchField name="isAnother" label="This is another delivery" />
      )}
      {order.headerOnly ? (
        <p>This order has no lines. The whole order is received.</p>
      ) : (
        <Lines items={order.items} />
      )}
    </FormDialog>
  )
}

/** Warns, before booking, about the vendor's receipts with the same delivery note. */
function SimilarReceipts({ orderId }: { orderId: number }) {
  const { control } = useFormContext<Values>()
  const deliveryNote = useWatch({ control, name: 'deliveryNote' }).trim()
  const { data = [] } = useRead(listSimilarReceipts, {
    params: { id: orderId },
    query: { deliveryNote },
    enabled: deliveryNote !== '',
  })
  if (deliveryNote === '' || data.length === 0) return null
  return (
    <div className="mb-4">
      <Alert tone="warning" title="This delivery may already be recorded">
        {data.join('. ')}
      </Alert>
    </div>
  )
}

function valuesOf({ items }: PurchaseOrderDetails): Values {
  const open = items.filter(({ qtyOpen }) => qtyOpen > 0)
  return {
    deliveryNote: '',
    postedOn: '',
    isAnother: false,
    items: open.map((item) => ({ itemId: item.id, quantity: String(item.qtyOpen) })),
  }
}

function Lines({ items }: { items: readonly PurchaseOrderItem[] }) {
  const { labels } = useFormParts()
  const { control } = useFormContext<Values>()
  const { fields } = useFieldArray({ control, name: 'items' })
  useEffect(() => {
    labels.set('items', 'Quantities')
  }, [labels])
  return (
    <ul className="grid gap-4">
      {fields.map(({ id, itemId }, index) => {
        const item = items.find((each) => each.id === itemId)
        return item && <Line key={id} item={item} index={index} />
      })}
    </ul>
  )
}

function Line({ item, index }: { item: PurchaseOrderItem; index: number }) {
  return (
    <li
      className={clsx(
        'grid items-end gap-x-4 gap-y-2 border-b border-line pb-4 sm:grid-cols-[1fr_auto]',
      )}
    >
      <p className="min-w-0">
        <span className="numbers font-medium">{item.sku}</span>
        <span className="block text-muted">{item.name}</span>
        <span className="text-caption numbers block font-normal text-muted">
          {`${count(item.qtyOpen)} of ${count(item.quantity)} ${item.unitOfMeasure} open`}
        </span>
      </p>
      <UnitsField name={`items.${index}.quantity`} label={`Received ${item.sku}`} min={0} />
    </li>
  )
}

function count(units: number): string {
  return units.toLocaleString('en-US')
}

/** Omits lines with no units. */
function toWire({ items, ...typed }: Values) {
  return {
    ...typed,
    items: linesToWire(items, ({ itemId, quantity }) => {
      const units = parseWholeNumber(quantity) ?? 0
      return units === 0 ? undefined : { itemId, quantity: units }
    }),
  }
}

function nothingCounted({ deliveryNote, postedOn }: Values) {
  return { deliveryNote, postedOn }
}
