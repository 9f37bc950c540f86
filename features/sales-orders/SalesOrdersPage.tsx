import { Suspense, lazy } from 'react'
import { PageContent, PageHeader } from '#platform/ui/PageHeader.tsx'
import { useUrlList } from '#platform/web/list-search.ts'
import { SalesOrdersTable } from './SalesOrdersTable.tsx'

const SalesOrderDetails = lazy(async () => ({
  default: (await import('./SalesOrderDetails.tsx')).SalesOrderDetails,
}))
const SalesOrderForm = lazy(async () => ({
  default: (await import('./SalesOrderForm.tsx')).SalesOrderForm,
}))

/** The sales orders: a list, and over it the one the address asks for. */
export function SalesOrdersPage() {
  const list = useUrlList()
  const { open, new: adds } = list.search
  return (
    <>
      <PageHeader title="Sales Orders" subtitle="Manage order-to-cash workflow" record={open} />
      <PageContent>
        <SalesOrdersTable list={list} />
      </PageContent>
      <Suspense>
        {open && <SalesOrderDetails list={list} code={open} />}
        {adds && <SalesOrderForm onClose={list.close} />}
      </Suspense>
    </>
  )
}
