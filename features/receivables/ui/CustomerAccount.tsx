import { useNavigate } from '@tanstack/react-router'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useLocalList } from '#platform/web/list-state.ts'
import { RelatedCreditMemos } from './parts/RelatedCreditMemos.tsx'
import { InvoicesTable } from './parts/InvoicesTable.tsx'
import { useRecordPayment } from './parts/use-record-payment.tsx'
import type { Payer } from './payments/payment-values.ts'
import { CustomerStatement } from './CustomerStatement.tsx'

/** A customer's account: the statement for a period, the invoices and the credits. */
export function CustomerAccount({ customer }: { customer: Payer }) {
  const { customerId } = customer
  const list = useLocalList()
  const navigate = useNavigate()
  const payment = useRecordPayment()
  return (
    <div className="grid grid-cols-1 gap-6">
      <CustomerStatement customerId={customerId} />
      <div className="no-print flex flex-wrap justify-end gap-2">
        {payment.itemsOf(customer).map(({ label, icon, whyNot, run }) => (
          <Button key={label} size="small" icon={icon} whyNot={whyNot} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <InvoicesTable
        list={list}
        fixed={{ customerId }}
        onOpen={({ invoiceNumber: open }) =>
          void navigate({ to: '/ar-reports', search: { tab: 'invoices', open } })
        }
      />
      <section aria-labelledby="credits-title" className="grid grid-cols-1 gap-3">
        <h3 id="credits-title" className="text-card">
          Credit memos
        </h3>
        <RelatedCreditMemos of={{ customerId }} empty="No credit memos for this customer." />
      </section>
      {payment.dialog}
    </div>
  )
}
