import { CustomerAging } from '#features/ar-reports/ui/CustomerAging.tsx'
import type { Customer } from '#features/customers/contract.ts'
import { CustomerAccount } from '#features/receivables/ui/CustomerAccount.tsx'

/** A customer's balance: the aging from the report, then the open items behind it. */
export function CustomerAccountTab({ customer }: { customer: Customer }) {
  const { id: customerId, customerCode, name: customerName } = customer
  return (
    <div className="grid gap-6">
      <CustomerAging customerId={customerId} customerCode={customerCode} />
      <CustomerAccount customer={{ customerId, customerCode, customerName }} />
    </div>
  )
}
