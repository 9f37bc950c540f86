import { CustomerAging } from '#features/ar-reports/ui/CustomerAging.tsx'
import { AccountTab } from '#features/receivables/ui/AccountTab.tsx'

/** A customer's balance: the aging from the report, then the open items behind it. */
export function CustomerAccount({ customerId }: { customerId: number }) {
  return (
    <div className="grid gap-6">
      <CustomerAging customerId={customerId} />
      <AccountTab customerId={customerId} />
    </div>
  )
}
