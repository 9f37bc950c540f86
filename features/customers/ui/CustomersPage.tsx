import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { MasterPage } from '#platform/ui/master-data/MasterPage.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useUrlList } from '#platform/web/list-state.ts'
import type { Customer } from '../contract.ts'
import { CustomersTable } from './CustomersTable.tsx'
import { customerScreen } from './customer-screen.ts'

// Forms and dialogs are lazy-loaded when first opened.
const CustomerForm = lazyPart(async () => (await import('./CustomerForm.tsx')).CustomerForm)
const CustomerDetails = lazyPart(
  async () => (await import('./CustomerDetails.tsx')).CustomerDetails,
)

type CustomersPageProps = {
  moreTabs: (customer: Customer) => readonly Tab[]
  moreActions: (customer: Customer) => readonly MenuItem[]
}

/** The customer page: the list, and over it the dialog that the URL selects. */
export function CustomersPage({ moreTabs, moreActions }: CustomersPageProps) {
  const list = useUrlList()
  return (
    <MasterPage
      screen={customerScreen}
      list={list}
      title="Customers"
      subtitle="Manage your customer database"
      guard={RequirePermission}
      permissions={{ create: 'customers.edit', edit: 'customers.edit' }}
      table={<CustomersTable list={list} />}
      details={(code) => (
        <CustomerDetails list={list} code={code} moreTabs={moreTabs} moreActions={moreActions} />
      )}
      form={(props) => <CustomerForm {...props} />}
    />
  )
}
