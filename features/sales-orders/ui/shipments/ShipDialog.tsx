import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { DateField, SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { UnitsPerLineFields, countedUnits, type CountedValues } from '../UnitsPerLineFields.tsx'
import { type SalesOrderDetails, shipForm, shipSalesOrder } from '../../contract.ts'
import { openUnits } from '../../shipment-rules.ts'
import { orderReads } from '../use-order-steps.ts'

type Values = CountedValues & {
  shipDate: string
  carrier: string
  trackingNumber: string
  isAnother: boolean
}

const carriers = ['UPS Ground', 'FedEx Ground', 'USPS Priority Mail', 'DHL Express', 'Own truck']

type ShipProps = {
  order: SalesOrderDetails
  /** Reads the order again. */
  again: () => Promise<SalesOrderDetails>
  onClose: () => void
}

/** Selects the units to ship; all reserved units by default. */
export function ShipDialog({ order, again, onClose }: ShipProps) {
  const ship = useWrite(shipSalesOrder, {
    refreshes: orderReads,
    success: ({ orderNumber, status }) => ({
      title: 'Success',
      text:
        status === 'shipped' ? `${orderNumber} is shipped` : `Part of ${orderNumber} is shipped`,
    }),
    failure: 'Failed to update sales order',
  })
  const { id, version, orderNumber, headerOnly } = order
  const shipDate = String(useToday())
  const valuesOf = ({ items }: SalesOrderDetails): Values => {
    const open = items.filter((item) => openUnits(item) > 0)
    return {
      items: open.map((item) => ({ itemId: item.id, quantity: String(item.qtyReserved) })),
      shipDate,
      carrier: '',
      trackingNumber: '',
      isAnother: false,
    }
  }
  return (
    <FormDialog
      title={`Ship ${orderNumber}`}
      description={
        headerOnly
          ? 'This order has no lines. The whole order is shipped.'
          : 'These quantities leave stock. This cannot be undone.'
      }
      schema={shipForm}
      values={valuesOf(order)}
      toWire={headerOnly ? fullShipmentToWire : toWire}
      size="form"
      submitLabel="Mark shipped"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        ship.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="grid gap-4">
        {!headerOnly && <UnitsPerLineFields items={order.items} verb="Shipped" />}
        <DateField name="shipDate" label="Ship Date" hint="The day the goods shipped" />
        <TextField name="carrier" label="Carrier" suggestions={carriers} />
        <TextField name="trackingNumber" label="Tracking Number" />
        {ship.error?.code === 'same-goods' && (
          <SwitchField name="isAnother" label="This is another parcel" />
        )}
      </div>
    </FormDialog>
  )
}

function fullShipmentToWire({ shipDate, carrier, trackingNumber }: Values) {
  return { shipDate: shipDate || null, carrier, trackingNumber }
}

function toWire(values: Values) {
  const { isAnother } = values
  return { ...fullShipmentToWire(values), items: countedUnits(values), isAnother }
}
