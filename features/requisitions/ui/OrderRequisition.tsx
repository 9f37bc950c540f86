import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { findSkusToBuy } from '#features/skus/ui/parts/find-skus.ts'
import { type PricedLine, useVendorPrice } from '#features/sourcing/ui/parts/use-vendor-price.ts'
import { findActiveVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { typedHint } from '#platform/ui/form/fill-from-choice.ts'
import { MoneyField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useCurrentRecord } from '#platform/web/api-hooks.ts'
import {
  type Requisition,
  type RequisitionDetails,
  orderRequisition,
  readRequisition,
} from '../contract.ts'
import { skuOf, vendorOf } from './form-values.ts'
import { useRequisitionWrites } from './use-requisition-writes.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

type OrderRequisitionProps = { requisition: Requisition; onClose: () => void }

/** The buyer's form to order an approved requisition: vendor, quantity and price by line. */
export function OrderRequisition({ requisition, onClose }: OrderRequisitionProps) {
  const { data, error, again } = useCurrentRecord(readRequisition, {
    params: { id: requisition.id },
  })
  if (data) return <OrderForm requisition={data} again={again} onClose={onClose} />
  return (
    <Dialog title={`Order ${requisition.requisitionNumber}`} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type LineValues = PricedLine & {
  itemId: number
  lineNo: number
  /** The requested goods as text. */
  what: string
  requestText: string
  hasSku: boolean
  skuId: Choice | undefined
  quantity: string
}
type Values = { lines: LineValues[] }

type OrderFormProps = {
  requisition: RequisitionDetails
  /** Reloads the requisition. */
  again: () => Promise<RequisitionDetails>
  onClose: () => void
}

function OrderForm({ requisition, again, onClose }: OrderFormProps) {
  const { order } = useRequisitionWrites()
  const { id, version, requisitionNumber, reason } = requisition
  return (
    <FormDialog
      title={`Order ${requisitionNumber}`}
      description={`${reason} · Creates one draft order for each vendor.`}
      schema={orderRequisition.body}
      values={valuesOf(requisition)}
      toWire={toWire}
      size="form"
      submitLabel="Create purchase orders"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        order.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <Lines />
    </FormDialog>
  )
}

function Lines() {
  const { control } = useFormContext<Values>()
  const { fields, remove } = useFieldArray({ control, name: 'lines' })
  return (
    <ul className="grid gap-4">
      {fields.map((line, index) => (
        <li key={line.id}>
          <Line line={line} index={index} onLater={() => remove(index)} />
        </li>
      ))}
      {fields.length === 0 && (
        <li className="text-muted">All lines are skipped. Close this dialog and open it again.</li>
      )}
    </ul>
  )
}

type LineProps = { line: LineValues; index: number; onLater: () => void }

function Line({ line, index, onLater }: LineProps) {
  return (
    <div
      role="group"
      aria-label={`Line ${line.lineNo}`}
      className="rounded-card border border-line p-3"
    >
      <div className="mb-2 flex items-start justify-between gap-2">
        <p className="min-w-0">
          <span className="font-medium">{line.what}</span>
          <span className="text-caption numbers block font-normal text-muted">
            {line.requestText}
          </span>
        </p>
        <IconButton icon={X} isOnce label={`Skip line ${line.lineNo}`} onClick={onLater} />
      </div>
      <Fields index={index} />
    </div>
  )
}

function Fields({ index }: { index: number }) {
  const { control } = useFormContext<Values>()
  const name = `lines.${index}` as const
  const line = useWatch({ control, name })
  const { refillPrice, onType } = useVendorPrice<LineValues>(name, ({ skuId }) => skuId?.id)
  const price = { value: line.unitPrice, fill: line.priceFill }
  return (
    <div className={clsx('grid grid-cols-2 gap-x-3 gap-y-2', 'md:grid-cols-[1fr_7rem_9rem]')}>
      <div className="col-span-2 md:col-span-1">
        <RecordField
          name={`${name}.vendorId`}
          label="Vendor *"
          source="vendors"
          search={findActiveVendors}
          onChoice={refillPrice}
        />
      </div>
      <UnitsField name={`${name}.quantity`} label="Quantity *" min={1} />
      <MoneyField
        name={`${name}.unitPrice`}
        label="Unit Price"
        hint={typedHint(price, line.vendorId)}
        onType={onType}
      />
      {!line.hasSku && (
        <div className="col-span-2 md:col-span-3">
          <RecordField
            name={`${name}.skuId`}
            label="SKU, if any"
            source="skus-to-buy"
            search={findSkusToBuy}
            isScannable
            line={line.lineNo}
            onChoice={refillPrice}
          />
        </div>
      )}
    </div>
  )
}

function valuesOf({ items }: RequisitionDetails): Values {
  const open = items.filter(({ purchaseOrderId }) => purchaseOrderId === null)
  return {
    lines: open.map((item) => ({
      itemId: item.id,
      lineNo: item.lineNo,
      what: [item.sku, item.name, item.description].filter(Boolean).join(' · '),
      requestText: [
        `${item.quantity.toLocaleString('en-US')} ${item.unitOfMeasure ?? ''} requested`,
        item.neededBy && `needed by ${item.neededBy}`,
        item.reason,
      ]
        .filter(Boolean)
        .join(' · '),
      hasSku: item.skuId !== null,
      skuId: skuOf(item),
      vendorId: vendorOf(item),
      quantity: String(item.quantity),
      unitPrice: fieldText(item.unitCost),
      priceFill: { from: vendorOf(item), value: fieldText(item.unitCost) },
    })),
  }
}

function toWire({ lines }: Values) {
  return {
    lines: lines.map(({ itemId, skuId, vendorId, quantity, unitPrice }) => ({
      itemId,
      skuId: skuId?.id ?? null,
      vendorId: vendorId?.id ?? 0,
      quantity: parseWholeNumber(quantity) ?? 0,
      unitPrice: unitPrice || null,
    })),
  }
}
