import { useNavigate } from '@tanstack/react-router'
import { useLocalList } from '#platform/web/list-search.ts'
import { CreditMemosOf } from './parts/CreditMemosOf.tsx'
import { InvoicesTable } from './parts/InvoicesTable.tsx'
import { CustomerStatement } from './CustomerStatement.tsx'

/** A customer's account: the statement for a period, the invoices and the credits. */
export function AccountTab({ customerId }: { customerId: number }) {
  const list = useLocalList()
  const navigate = useNavigate()
  return (
    <div className="grid gap-6">
      <CustomerStatement customerId={customerId} />
      <InvoicesTable
        list={list}
        fixed={{ customerId }}
        onOpen={({ invoiceNumber: open }) =>
          void navigate({ to: '/ar-reports', search: { tab: 'invoices', open } })
        }
      />
      <section aria-labelledby="credits-title" className="grid gap-3">
        <h3 id="credits-title" className="text-card">
          Credit memos
        </h3>
        <CreditMemosOf of={{ customerId }} empty="No credit memos for this customer." />
      </section>
    </div>
  )
}
