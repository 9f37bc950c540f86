import { TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { CancelOpenUnitsDialog } from './CancelOpenUnitsDialog.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import { OverrideCreditDialog } from './OverrideCreditDialog.tsx'
import { LoadedOrderDialog } from './LoadedOrderDialog.tsx'
import { ParkedOrderDialog } from './ParkedOrderDialog.tsx'
import { ShipDialog } from '../shipments/ShipDialog.tsx'
import {
  cancelForm,
  cancelSalesOrder,
  recallForm,
  recallSalesOrder,
  type SalesOrder,
} from '../../contract.ts'
import { type RequestedTransition, orderReads } from '../use-order-steps.ts'

type StepProps = { order: SalesOrder; onClose: () => void }

/** The dialog of a step that needs input. */
export function OrderStepDialog({
  requested,
  onClose,
}: {
  requested: RequestedTransition
  onClose: () => void
}) {
  const { verb, order } = requested
  if (verb === 'ship') {
    return (
      <LoadedOrderDialog order={order} title={`Ship ${order.orderNumber}`} onClose={onClose}>
        {(details, again) => <ShipDialog order={details} again={again} onClose={onClose} />}
      </LoadedOrderDialog>
    )
  }
  if (verb === 'decide') return <ParkedOrderDialog order={order} onClose={onClose} />
  if (verb === 'hold') return <HoldDialog order={order} onClose={onClose} />
  if (verb === 'override') return <OverrideCreditDialog order={order} onClose={onClose} />
  if (verb === 'cancel-rest') {
    return (
      <LoadedOrderDialog
        order={order}
        title={`Cancel units on ${order.orderNumber}`}
        onClose={onClose}
      >
        {(details, again) => (
          <CancelOpenUnitsDialog order={details} again={again} onClose={onClose} />
        )}
      </LoadedOrderDialog>
    )
  }
  if (verb === 'cancel') return <CancelOrder order={order} onClose={onClose} />
  return <RecallOrder order={order} onClose={onClose} />
}

const failure = 'Failed to update sales order'

const cancellationRequestedText = (orderNumber: string) =>
  `The warehouse was asked to cancel ${orderNumber} and has not responded yet`

/** For an order in processing, the warehouse must confirm that it has not shipped. */
const when = ({ status }: SalesOrder) =>
  status === 'processing' ? ' when the warehouse confirms that it has not shipped' : ''

const asTyped = (values: { reason: string }) => values
const noReason = { reason: '' }

function CancelOrder({ order, onClose }: StepProps) {
  const cancel = useWrite(cancelSalesOrder, {
    refreshes: orderReads,
    success: ({ orderNumber, cancelRequest }) => ({
      title: 'Success',
      text: cancelRequest ? cancellationRequestedText(orderNumber) : `${orderNumber} is cancelled`,
    }),
    failure,
  })
  return (
    <FormDialog
      title={`Cancel ${order.orderNumber}`}
      description={`Releases its stock and credit${when(order)}. This cannot be undone.`}
      schema={cancelForm}
      values={noReason}
      toWire={asTyped}
      size="small"
      submitLabel="Cancel order"
      onClose={onClose}
      onSave={(body, attempt) => cancel.run({ params: { id: order.id }, body, ...attempt })}
      version={order.version}
    >
      <TextField
        name="reason"
        label="Reason *"
        hint="Shown in the order’s history"
        suggestions={['Ordered twice', 'Customer changed their mind', 'Cannot be delivered']}
      />
    </FormDialog>
  )
}

function RecallOrder({ order, onClose }: StepProps) {
  const recall = useWrite(recallSalesOrder, {
    refreshes: orderReads,
    success: ({ orderNumber, cancelRequest }) => ({
      title: 'Success',
      text: cancelRequest
        ? cancellationRequestedText(orderNumber)
        : `${orderNumber} is pending again`,
    }),
    failure,
  })
  return (
    <FormDialog
      title={`Recall ${order.orderNumber}`}
      description={`The order returns to pending${when(order)} and keeps its reserved stock.`}
      schema={recallForm}
      values={noReason}
      toWire={asTyped}
      size="small"
      submitLabel="Recall order"
      onClose={onClose}
      onSave={(body, attempt) => recall.run({ params: { id: order.id }, body, ...attempt })}
      version={order.version}
    >
      <TextAreaField name="reason" label="Reason" rows={2} />
    </FormDialog>
  )
}
