import { useNavigate } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { InvoicesTable } from './InvoicesTable.tsx'

/** The invoices of a sales order, one per shipment. */
export function InvoicesTab({ salesOrderId }: { salesOrderId: number }) {
  const list = useLocalList()
  const navigate = useNavigate()
  const may = useMay()
  if (!may('receivables.read')) {
    return <p className="text-muted">Your role cannot see invoices.</p>
  }
  return (
    <InvoicesTable
      list={list}
      fixed={{ salesOrderId }}
      onOpen={({ invoiceNumber: open }) =>
        void navigate({ to: '/ar-reports', search: { tab: 'invoices', open } })
      }
    />
  )
}
