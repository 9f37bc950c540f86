import { useToday } from '#features/settings/today.ts'
import { DateField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api.ts'
import { CountedLines, countedUnits, type CountedValues } from './CountedLines.tsx'
import { type SalesOrderDetails, shipForm, shipSalesOrder } from './contract.ts'
import { openUnits } from './shipping.ts'
import { orderReads } from './use-order-steps.ts'

type Values = CountedValues & { shipDate: string; carrier: string; trackingNumber: string }

const carriers = ['UPS Ground', 'FedEx Ground', 'USPS Priority Mail', 'DHL Express', 'Own truck']

/** Counts what leaves: everything that is reserved, unless somebody counted less. */
export function ShipDialog({ order, onClose }: { order: SalesOrderDetails; onClose: () => void }) {
  const ship = useWrite(shipSalesOrder, {
    refreshes: orderReads,
    success: ({ orderNumber, status }) => ({
      title: 'Success',
      text:
        status === 'shipped' ? `${orderNumber} is shipped` : `A part of ${orderNumber} has left`,
    }),
    failure: 'Failed to update sales order',
  })
  const { id, version, orderNumber, headerOnly } = order
  const open = order.items.filter((item) => openUnits(item) > 0)
  const values: Values = {
    items: open.map((item) => ({ itemId: item.id, quantity: String(item.qtyReserved) })),
    shipDate: String(useToday()),
    carrier: '',
    trackingNumber: '',
  }
  return (
    <FormDialog
      title={`Ship ${orderNumber}`}
      description={
        headerOnly
          ? 'This order has no lines to count. It leaves as a whole.'
          : 'What is counted leaves the stock. There is no way back.'
      }
      schema={shipForm}
      values={values}
      toWire={headerOnly ? wholeToWire : toWire}
      submitLabel="Mark shipped"
      onClose={onClose}
      version={version}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        ship.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="grid gap-4">
        {!headerOnly && <CountedLines items={open} verb="Shipped" />}
        <DateField name="shipDate" label="Ship Date" hint="The day the goods left" />
        <TextField name="carrier" label="Carrier" suggestions={carriers} />
        <TextField name="trackingNumber" label="Tracking Number" />
      </div>
    </FormDialog>
  )
}

function wholeToWire({ shipDate, carrier, trackingNumber }: Values) {
  return { shipDate: shipDate || null, carrier, trackingNumber }
}

function toWire(values: Values) {
  return { ...wholeToWire(values), items: countedUnits(values) }
}
