import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { changeCreditStatus, creditStatusForm, type Customer } from '../contract.ts'
import { customerReads } from './customer-screen.ts'

type CreditStatusDialogProps = { customer: Customer; onClose: () => void }

const values = { reason: '' }

/** Blocks or clears a customer's credit, with a reason. */
export function CreditStatusDialog({ customer, onClose }: CreditStatusDialogProps) {
  const creditStatus = useWrite(changeCreditStatus, {
    refreshes: customerReads,
    success: ({ customerCode: code, creditStatus: newStatus }) => ({
      title: 'Success',
      text: `Credit for ${code} is ${newStatus === 'blocked' ? '' : 'no longer '}blocked`,
    }),
    failure: 'Failed to update customer',
  })
  const { id, version, customerCode } = customer
  const isBlocked = customer.creditStatus === 'blocked'
  return (
    <FormDialog
      title={isBlocked ? `Clear the credit of ${customerCode}` : `Block ${customerCode}`}
      description={
        isBlocked
          ? 'The credit limit applies to new orders again.'
          : 'New orders are refused, or held for credit, until the credit is cleared.'
      }
      schema={creditStatusForm}
      values={values}
      toWire={isBlocked ? releaseToWire : blocked}
      size="small"
      submitLabel={isBlocked ? 'Clear credit' : 'Block credit'}
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => creditStatus.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}

function releaseToWire({ reason }: typeof values) {
  return { creditStatus: 'normal' as const, reason }
}

function blocked({ reason }: typeof values) {
  return { creditStatus: 'blocked' as const, reason }
}
