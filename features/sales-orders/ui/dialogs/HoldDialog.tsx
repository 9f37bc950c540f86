import { holdReasonLabels } from '#features/decisions/hold-labels.ts'
import { DateField, SelectField, TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { enteredHoldReasons, type SalesOrder, holdForm, holdSalesOrder } from '../../contract.ts'
import { orderReads } from '../use-order-steps.ts'

const values = { reason: 'manual', until: '', note: '' }

/** Puts an order on hold, with a reason and optionally until a day. */
export function HoldDialog({ order, onClose }: { order: SalesOrder; onClose: () => void }) {
  const hold = useWrite(holdSalesOrder, {
    refreshes: orderReads,
    success: ({ orderNumber }) => ({ title: 'Success', text: `${orderNumber} is on hold` }),
    failure: 'Failed to update sales order',
  })
  const { id, version, orderNumber } = order
  return (
    <FormDialog
      title={`Hold ${orderNumber}`}
      description="It cannot be processed until it is released."
      schema={holdForm}
      values={values}
      toWire={toWire}
      size="small"
      submitLabel="Put on hold"
      onClose={onClose}
      version={version}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        hold.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="grid gap-4">
        <SelectField
          name="reason"
          label="Reason *"
          hint="A credit hold releases stock and credit; a payment hold ends when the order is paid"
          options={enteredHoldReasons.map((value) => ({ value, label: holdReasonLabels[value] }))}
        />
        <DateField name="until" label="Until" hint="The hold ends on this day" />
        <TextAreaField name="note" label="Note" rows={2} />
      </div>
    </FormDialog>
  )
}

function toWire({ reason, until, note }: typeof values) {
  // The options of the field are the hold reasons.
  return { reason: reason as (typeof enteredHoldReasons)[number], until: until || null, note }
}
