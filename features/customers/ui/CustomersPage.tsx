import { listImports } from '#features/audit/contract.ts'
import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { EditedRecord } from '#platform/ui/records/EditedRecord.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { RecentlyDeleted } from '#platform/ui/records/RecentlyDeleted.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { initialText, useUrlList } from '#platform/web/list-search.ts'
import { CustomersTable, codeOf, lookupQuery, defaultSort } from './CustomersTable.tsx'
import {
  customerColumns,
  importCustomers,
  listCustomers,
  listDeletedCustomers,
  type Customer,
  undoCustomerImport,
} from '../contract.ts'
import { useCustomerWrites, customerReads } from './use-customer-writes.ts'

// Forms and dialogs are lazy-loaded when first opened.
const CustomerForm = lazyPart(async () => (await import('./CustomerForm.tsx')).CustomerForm)
const ImportDialog = lazyPart(
  async () => (await import('#platform/ui/import/ImportDialog.tsx')).ImportDialog,
)
const CustomerDetails = lazyPart(
  async () => (await import('./CustomerDetails.tsx')).CustomerDetails,
)

type CustomersPageProps = { extraTabs: (customer: Customer) => readonly Tab[] }

/** The customer page: the list, and over it the dialog that the URL selects. */
export function CustomersPage({ extraTabs }: CustomersPageProps) {
  const list = useUrlList()
  const { open, edit, new: newText, view } = list.search
  const of = { endpoint: listCustomers, list, usualSort: defaultSort, codeOf }
  const edited = useRecord({ ...of, code: edit, lookUp: lookupQuery(edit) })
  const { restore } = useCustomerWrites()
  return (
    <>
      <PageHeader title="Customers" subtitle="Manage your customer database" record={open} />
      <PageContent>
        <CustomersTable list={list} />
      </PageContent>
      {open && <CustomerDetails list={list} code={open} extraTabs={extraTabs} />}
      {newText && (
        <RequirePermission
          permission="customers.edit"
          title="Create New Customer"
          onClose={list.close}
        >
          <CustomerForm key={`new ${newText}`} begun={initialText(newText)} onClose={list.close} />
        </RequirePermission>
      )}
      {edit && (
        <RequirePermission permission="customers.edit" title="Edit Customer" onClose={list.close}>
          <EditedRecord key={edit} of={edited} noun="customer" code={edit} onClose={list.close}>
            {(customer) => <CustomerForm customer={customer} onClose={list.close} />}
          </EditedRecord>
        </RequirePermission>
      )}
      {view === 'import' && (
        <ImportDialog
          nouns="Customers"
          columns={customerColumns}
          importing={importCustomers}
          undoing={undoCustomerImport}
          recent={{ endpoint: listImports, query: { table: 'customers' } }}
          refreshes={customerReads}
          sample="/samples/customers-clean.csv"
          onClose={() => list.closePart({ view: undefined })}
        />
      )}
      {view === 'deleted' && (
        <RecentlyDeleted
          nouns="Customers"
          endpoint={listDeletedCustomers}
          codeOf={codeOf}
          onRestore={(customer) => void restore(customer)}
          onClose={() => list.closePart({ view: undefined })}
        />
      )}
    </>
  )
}
