import type { ComponentType } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { EditedRecord } from '#platform/ui/records/EditedRecord.tsx'
import { DateField, MoneyField, TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import type { useRecord } from '#platform/ui/records/use-record.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  salesOrderChanges,
  updateSalesOrder,
  type listSalesOrders,
  readSalesOrder,
  type SalesOrder,
  type SalesOrderDetails,
} from '../../contract.ts'
import { recordedFields } from '../../recorded-fields.ts'
import {
  cancelAfterHint,
  changeValues,
  isStarted,
  type LinesTotalProps,
  linesToWire,
  totalToWire,
} from '../parts/form-values.ts'
import { LoadedOrderDialog } from '../dialogs/LoadedOrderDialog.tsx'
import { ChangedTotal } from './ChangedTotal.tsx'
import { OrderFormLines } from './OrderFormLines.tsx'
import { RecordedOrderFields } from './RecordedOrderFields.tsx'
import { SalesOrderForm } from './SalesOrderForm.tsx'
import { ShippingMethodField } from '../shipments/ShippingMethodField.tsx'
import { orderReads } from '../use-order-steps.ts'
import { useDisplayedTotal } from './use-displayed-total.ts'

type EditSalesOrderProps = {
  order: SalesOrder
  /** If true, the form creates a copy of the order. */
  isCopy?: boolean
  LinesTotal: ComponentType<LinesTotalProps>
  onClose: () => void
}

/** The form that edits an existing order or creates a copy of it. */
export function EditSalesOrder({
  order,
  isCopy = false,
  LinesTotal,
  onClose,
}: EditSalesOrderProps) {
  return (
    <LoadedOrderDialog order={order} title={order.orderNumber} onClose={onClose}>
      {(details) =>
        isCopy ? (
          <SalesOrderForm like={details} LinesTotal={LinesTotal} onClose={onClose} />
        ) : (
          <EditForm order={details} onClose={onClose} />
        )
      }
    </LoadedOrderDialog>
  )
}

type EditedSalesOrderProps = Omit<EditSalesOrderProps, 'order' | 'isCopy'> & {
  of: ReturnType<typeof useRecord<typeof listSalesOrders>>
  code: string
}

/** The form for the order in the URL, or a message if there is none. */
export function EditedSalesOrder({ of, code, LinesTotal, onClose }: EditedSalesOrderProps) {
  return (
    <EditedRecord of={of} noun="sales order" code={code} onClose={onClose}>
      {(order) => <EditSalesOrder order={order} LinesTotal={LinesTotal} onClose={onClose} />}
    </EditedRecord>
  )
}

function EditForm({ order, onClose }: { order: SalesOrderDetails; onClose: () => void }) {
  const { id, version, orderNumber, headerOnly } = order
  const mayPrice = useMay()('orders.overridePrice')
  const orderTotal = useDisplayedTotal()
  const change = useWrite(updateSalesOrder, {
    refreshes: orderReads,
    success: (after) => ({
      title: 'Success',
      text: 'Sales order updated successfully',
      ...repricedOf(order, after),
    }),
    failure: 'Failed to update sales order',
  })
  return (
    <FormDialog
      title="Edit Sales Order"
      description={`${orderNumber} · ${order.customerName}${revisionText(order)}`}
      schema={salesOrderChanges}
      values={changeValues(order, mayPrice)}
      toWire={headerOnly ? totalToWire : linesToWire}
      submitLabel="Update Sales Order"
      onClose={onClose}
      version={version}
      reread={async () => {
        const fresh = await send(readSalesOrder, { params: { id } })
        return { values: changeValues(fresh, mayPrice), version: fresh.version }
      }}
      {...(!headerOnly && {
        summary: <ChangedTotal order={order} displayedTotal={orderTotal} />,
      })}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        orderTotal.saving((expectedTotal) =>
          change.run({
            params: { id },
            body: headerOnly ? body : { ...body, expectedTotal },
            idempotencyKey,
            ifMatch,
          }),
        )
      }
    >
      <FormSection title="Details">
        <TextField name="customerPO" label={recordedFields.customerPO.label} length={24} />
        <DateField name="shipDate" label="Ship Date" hint="Planned ship date" />
        <DateField name="cancelAfter" label="Cancel After" hint={cancelAfterHint} />
        {headerOnly && (
          <MoneyField name="totalAmount" label="Total Amount" hint="Tax and shipping included" />
        )}
        <TextAreaField name="shippingAddress" label="Shipping Address" wide />
        <ShippingMethodField isOpen={order.shippingMethod === null} />
        <TextAreaField name="billingAddress" label="Billing Address" wide />
        <RecordedOrderFields />
        {isStarted(order) && (
          <TextField name="reason" label="Reason" wide hint="Shown with the revision" />
        )}
      </FormSection>
      {!headerOnly && (
        <FormSection title="Lines">
          <p className="text-muted md:col-span-2">{`${pricingText} ${shippedText(order)}`}</p>
          <OrderFormLines empty="An order with lines must keep at least one line." />
        </FormSection>
      )}
    </FormDialog>
  )
}

const pricingText = 'Lines with a new quantity are priced again. The others keep their price.'

/** The text about the revision that a change creates. */
function revisionText(order: SalesOrderDetails): string {
  if (!isStarted(order)) return ''
  const consequence = order.status === 'processing' ? ' and is sent to the warehouse' : ''
  return ` · The change becomes revision ${order.revision + 1}${consequence}`
}

function shippedText({ shipmentCount }: SalesOrderDetails): string {
  return shipmentCount > 0 ? 'Shipped units keep their price and cannot be removed.' : ''
}

/** Names the SKUs whose price changed. */
function repricedOf(before: SalesOrderDetails, after: SalesOrderDetails): { detail?: string } {
  const old = new Map(before.items.map(({ sku, unitPrice }) => [sku, unitPrice]))
  const changed = after.items.filter(({ sku, unitPrice }) => {
    return old.has(sku) && old.get(sku) !== unitPrice
  })
  const named = [...new Set(changed.map(({ sku }) => sku))]
  return named.length > 0 ? { detail: `New prices: ${named.join(', ')}` } : {}
}
