import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import { findActiveVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import {
  CustomField,
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import { send } from '#platform/web/api-client.ts'
import {
  type PurchaseOrderDetails,
  createPurchaseOrder,
  purchaseOrderForm,
  readPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract.ts'
import { minimumDetail } from '../../minimum-quantity-texts.ts'
import { useFilledPrices } from './use-filled-prices.ts'
import { type PurchaseValues, beginningOf, toWire, valuesOf } from './form-values.ts'
import { PurchaseOrderFormLines, linesTotal } from './PurchaseOrderFormLines.tsx'
import { creatableStatuses } from '../../rules.ts'
import { purchaseReads } from '../use-purchase-step-writes.ts'

type PurchaseOrderFormProps = {
  /** The draft to edit; undefined for a new order. */
  order?: PurchaseOrderDetails
  /** The order to copy. */
  like?: PurchaseOrderDetails
  /** The vendor to preselect. */
  vendor?: Vendor
  /** The SKU of the first line. */
  sku?: Sku
  onClose: () => void
}

function statusOptions(user: { role: string } | undefined) {
  return creatableStatuses(user).map((value) => {
    return { value, label: value.charAt(0).toUpperCase() + value.slice(1) }
  })
}

/** The form for a new purchase order or a draft. Without lines, the total is typed. */
export function PurchaseOrderForm({ order, onClose, ...begun }: PurchaseOrderFormProps) {
  const [opened] = useState(now)
  const { data: me } = useMe()
  const at = { now: opened, today: String(useToday()) }
  const creation = useWrite(createPurchaseOrder, {
    refreshes: purchaseReads,
    success: (order) => savedNotice('created', order),
    failure: 'Failed to create purchase order',
  })
  const change = useWrite(updatePurchaseOrder, {
    refreshes: purchaseReads,
    success: (order) => savedNotice('updated', order),
    failure: 'Failed to update purchase order',
  })
  const editing = order && {
    version: order.version,
    reread: async () => {
      const fresh = await send(readPurchaseOrder, { params: { id: order.id } })
      return { values: valuesOf(at, fresh), version: fresh.version }
    },
  }
  return (
    <FormDialog
      title={order ? 'Edit Purchase Order' : 'Create Purchase Order'}
      schema={purchaseOrderForm}
      values={beginningOf(at, { order, ...begun })}
      toWire={toWire}
      submitLabel={order ? 'Update Purchase Order' : 'Create Purchase Order'}
      onClose={onClose}
      another={!order}
      // The next order needs a new number.
      again={() => beginningOf({ ...at, now: now() }, begun)}
      onSave={({ status, ...body }, { idempotencyKey, ifMatch }) =>
        order
          ? change.run({ params: { id: order.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body: { ...body, status, createdBy: me?.id }, idempotencyKey })
      }
      {...editing}
    >
      <FormSection title="Details">
        <TextField name="orderNumber" label="Order Number *" length={24} />
        <VendorField />
        {!order && (
          <SelectField name="status" label="Status" options={statusOptions(me ?? undefined)} />
        )}
        <DateField name="orderDate" label="Order Date" />
        <DateField name="expectedDate" label="Expected Date" />
        <Total />
        <TextAreaField name="notes" label="Notes" wide rows={2} />
      </FormSection>
      <FormSection title="Lines">
        <PurchaseOrderFormLines />
      </FormSection>
    </FormDialog>
  )
}

/** The notice after saving, with the SKUs below their minimum order quantity. */
function savedNotice(outcome: 'created' | 'updated', order: PurchaseOrderDetails) {
  const text = `Purchase order ${outcome} successfully`
  return { title: 'Success', text, ...minimumDetail(order) }
}

/** Choosing a vendor refills the prices. */
function VendorField() {
  const { fillAll } = useFilledPrices()
  return (
    <RecordField
      name="vendorId"
      label="Vendor *"
      source="vendors"
      search={findActiveVendors}
      onChoice={fillAll}
    />
  )
}

/** The typed total, or the computed sum once there are lines. */
function Total() {
  const { control } = useFormContext<PurchaseValues>()
  const items = useWatch({ control, name: 'items' })
  const total = linesTotal(items)
  if (total === undefined) return <MoneyField name="totalAmount" label="Total Amount" />
  return (
    <CustomField name="totalAmount" label="Total Amount">
      {(field) => (
        <input
          {...field}
          value={total}
          disabled
          title="The sum of the lines"
          className="control numbers max-w-[18ch] text-right"
        />
      )}
    </CustomField>
  )
}
