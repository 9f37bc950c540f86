import { CustomerAging } from '#features/ar-reports/ui/CustomerAging.tsx'
import { AccountTab } from '#features/receivables/ui/AccountTab.tsx'

/** What a customer owes: by age as the report has it, then what it is made of. */
export function CustomerAccount({ customerId }: { customerId: number }) {
  return (
    <div className="grid gap-6">
      <CustomerAging customerId={customerId} />
      <AccountTab customerId={customerId} />
    </div>
  )
}
