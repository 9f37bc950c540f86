import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type SalesOrder, overrideForm, overrideOrderCredit } from '../../contract.ts'
import { orderReads } from '../use-order-steps.ts'

const values = { reason: '' }

/** Overrides the credit limit for an order, with a reason. */
export function OverrideCreditDialog({
  order,
  onClose,
}: {
  order: SalesOrder
  onClose: () => void
}) {
  const override = useWrite(overrideOrderCredit, {
    refreshes: orderReads,
    success: ({ orderNumber }) => ({
      title: 'Success',
      text: `${orderNumber} is approved above the credit limit`,
    }),
    failure: 'Failed to update sales order',
  })
  const { id, version, orderNumber } = order
  return (
    <FormDialog
      title={`Approve ${orderNumber} above the credit limit`}
      description="The order exceeds the customer’s credit. Your approval is recorded."
      schema={overrideForm}
      values={values}
      toWire={(typed) => typed}
      size="small"
      submitLabel="Approve"
      onClose={onClose}
      version={version}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        override.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <TextAreaField name="reason" label="Reason *" hint="At least 10 characters" rows={3} />
    </FormDialog>
  )
}
