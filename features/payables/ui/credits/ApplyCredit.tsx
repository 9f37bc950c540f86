import { formatDay } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { MoneyField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { useCurrentRecord, useWrite } from '#platform/web/api-hooks.ts'
import {
  type VendorBill,
  listVendorBills,
  type VendorCredit,
  applyVendorCredit,
} from '../../contract.ts'
import { billReads } from '../use-bill-writes.ts'

type ApplyCreditProps = { credit: VendorCredit; onClose: () => void }

/** The dialog that applies a credit to bills; it starts with the earliest due bills. */
export function ApplyCredit({ credit, onClose }: ApplyCreditProps) {
  const { vendorId, creditNumber } = credit
  const query = { vendorId: String(vendorId), open: 'true' as const, sort: 'dueDate', limit: 100 }
  const { data, error } = useCurrentRecord(listVendorBills, { query })
  if (data && data.length > 0) return <ApplyForm credit={credit} bills={data} onClose={onClose} />
  return (
    <Dialog title={`Apply ${creditNumber}`} onClose={onClose}>
      <DialogBody>
        {error && <Alert>{error.message}</Alert>}
        {data && <p>This vendor has no open bills. You can apply the credit to the next one.</p>}
        {!data && !error && <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type Values = { bills: { billId: number; amount: string }[] }
type ApplyFormProps = ApplyCreditProps & { bills: readonly VendorBill[] }

function ApplyForm({ credit, bills, onClose }: ApplyFormProps) {
  const { id, version, creditNumber, openAmount } = credit
  const apply = useWrite(applyVendorCredit, {
    refreshes: billReads,
    success: 'Credit applied successfully',
    failure: 'Failed to apply credit',
  })
  return (
    <FormDialog
      title={`Apply ${creditNumber}`}
      description={`${formatDecimal(openAmount)} is open.`}
      schema={applyVendorCredit.body}
      values={valuesOf(credit, bills)}
      toWire={toWire}
      submitLabel="Apply credit"
      onClose={onClose}
      version={version}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        apply.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
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

function valuesOf(credit: VendorCredit, bills: readonly VendorBill[]): Values {
  let remaining = cents(credit.openAmount)
  return {
    bills: bills.map(({ id, openAmount, plannedAmount }) => {
      const free = Math.max(0, cents(openAmount) - cents(plannedAmount))
      const part = Math.min(remaining, free) as Cents
      remaining = (remaining - part) as Cents
      return { billId: id, amount: decimal(part) }
    }),
  }
}

/** Omits bills with no amount. */
function toWire({ bills }: Values) {
  return { bills: linesToWire(bills, (bill) => (/[1-9]/.test(bill.amount) ? bill : undefined)) }
}
