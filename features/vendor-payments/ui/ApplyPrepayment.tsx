import { listVendorBills, type VendorBill } from '#features/payables/contract.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { MoneyField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { useCurrentRecord } from '#platform/web/api-hooks.ts'
import { type VendorPaymentDetails, applyVendorPrepayment } from '../contract.ts'
import { amountToPay } from '../rules.ts'
import { usePrepaymentWrites } from './use-prepayment-writes.ts'

type ActionProps = { payment: VendorPaymentDetails; onClose: () => void }

/** Applies a prepayment to bills, by default the oldest due first. */
export function ApplyPrepayment({ payment, onClose }: ActionProps) {
  const { vendorId, paymentNumber } = payment
  const query = { vendorId: String(vendorId), open: 'true' as const, sort: 'dueDate', limit: 100 }
  const { data, error } = useCurrentRecord(listVendorBills, { query })
  if (data && data.length > 0) {
    return <ApplyForm payment={payment} bills={data} onClose={onClose} />
  }
  return (
    <Dialog title={`Apply ${paymentNumber}`} onClose={onClose}>
      <DialogBody>
        {error && <Alert>{error.message}</Alert>}
        {data && (
          <p>This vendor has no open bills. You can apply the prepayment to the next one.</p>
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type Values = { bills: { billId: number; amount: string }[] }

function ApplyForm({ payment, bills, onClose }: ActionProps & { bills: readonly VendorBill[] }) {
  const { apply } = usePrepaymentWrites()
  const { id, version, paymentNumber, openAmount } = payment
  return (
    <FormDialog
      title={`Apply ${paymentNumber}`}
      description={`${formatDecimal(openAmount)} is open.`}
      schema={applyVendorPrepayment.body}
      values={valuesOf(payment, bills)}
      toWire={toWire}
      submitLabel="Apply prepayment"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => apply.run({ params: { id }, body, ...attempt })}
    >
      <ul className="grid gap-4">
        {bills.map((bill, index) => (
          <li
            key={bill.id}
            className="grid items-end gap-2 border-b border-line pb-4 sm:grid-cols-[1fr_auto]"
          >
            <p>
              <span className="font-medium">{bill.billNumber}</span>
              <span className="numbers block text-muted">
                {`${formatDecimal(bill.openAmount)} open, due ${formatDay(bill.dueDate)}`}
              </span>
            </p>
            <MoneyField name={`bills.${index}.amount`} label={`Amount for ${bill.billNumber}`} />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

function valuesOf({ openAmount }: VendorPaymentDetails, bills: readonly VendorBill[]): Values {
  let remaining = cents(openAmount)
  return {
    bills: bills.map((bill) => {
      const part = Math.min(remaining, amountToPay(bill)) as Cents
      remaining = (remaining - part) as Cents
      return { billId: bill.id, amount: decimal(part) }
    }),
  }
}

/** Bills with a zero amount are left out. */
function toWire({ bills }: Values) {
  return { bills: linesToWire(bills, (bill) => (/[1-9]/.test(bill.amount) ? bill : undefined)) }
}
