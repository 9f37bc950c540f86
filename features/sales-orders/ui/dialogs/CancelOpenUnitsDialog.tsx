import { TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { rereadBy } from '#platform/ui/form/use-save-form.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { UnitsPerLineFields, countedUnits, type CountedValues } from '../UnitsPerLineFields.tsx'
import { cancelOpenUnitsForm, cancelOpenUnits, type SalesOrderDetails } from '../../contract.ts'
import { openUnits } from '../../shipment-rules.ts'
import { orderReads } from '../use-order-steps.ts'

type CancelOpenUnitsProps = {
  order: SalesOrderDetails
  /** Reads the order again. */
  again: () => Promise<SalesOrderDetails>
  onClose: () => void
}

/**
 * Selects the units to cancel; by default all open units of a partly shipped order, otherwise the
 * backordered units.
 */
export function CancelOpenUnitsDialog({ order, again, onClose }: CancelOpenUnitsProps) {
  const cancel = useWrite(cancelOpenUnits, {
    refreshes: orderReads,
    success: ({ orderNumber, status }) => ({
      title: 'Success',
      text:
        status === 'shipped'
          ? `${orderNumber} is shipped; its open units are cancelled`
          : `Units of ${orderNumber} were cancelled`,
    }),
    failure: 'Failed to update sales order',
  })
  const { id, version, orderNumber } = order
  return (
    <FormDialog
      title={`Cancel units on ${orderNumber}`}
      description="Releases their stock and credit, and reduces the order total."
      schema={cancelOpenUnitsForm}
      values={valuesOf(order)}
      toWire={toWire}
      size="form"
      submitLabel="Cancel units"
      onClose={onClose}
      version={version}
      reread={rereadBy(again, valuesOf)}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        cancel.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="grid gap-4">
        <UnitsPerLineFields items={order.items} verb="Cancelled" />
        <TextField
          name="reason"
          label="Reason *"
          hint="Shown in the order’s history"
          suggestions={['Customer wants fewer', 'Cannot be delivered', 'Discontinued']}
        />
      </div>
    </FormDialog>
  )
}

function valuesOf({ items, shipmentCount }: SalesOrderDetails) {
  const open = items.filter((item) => openUnits(item) > 0)
  return {
    items: open.map((item) => ({
      itemId: item.id,
      quantity: String(shipmentCount > 0 ? openUnits(item) : item.qtyBackordered),
    })),
    reason: '',
  }
}

function toWire(values: CountedValues & { reason: string }) {
  return { items: countedUnits(values), reason: values.reason }
}
