import { listImports } from '#features/audit/contract.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { EditedRecord } from '#platform/ui/records/EditedRecord.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { RecentlyDeleted } from '#platform/ui/records/RecentlyDeleted.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { initialText, useUrlList } from '#platform/web/list-search.ts'
import { VendorsTable, codeOf, lookupQuery, defaultSort } from './VendorsTable.tsx'
import {
  importVendors,
  listDeletedVendors,
  listVendors,
  type Vendor,
  undoVendorImport,
  vendorColumns,
} from '../contract.ts'
import { useVendorWrites, vendorReads } from './use-vendor-writes.ts'

// Forms are loaded when first opened.
const VendorForm = lazyPart(async () => (await import('./VendorForm.tsx')).VendorForm)
const ImportDialog = lazyPart(
  async () => (await import('#platform/ui/import/ImportDialog.tsx')).ImportDialog,
)
const VendorDetails = lazyPart(async () => (await import('./VendorDetails.tsx')).VendorDetails)

type VendorsPageProps = {
  /** Tabs of features that vendors do not depend on, such as orders. */
  moreTabs: (vendor: Vendor) => readonly Tab[]
}

/** The vendors page: the list, and the dialog that the address selects. */
export function VendorsPage({ moreTabs }: VendorsPageProps) {
  const list = useUrlList()
  const { open, edit, new: adds, view } = list.search
  const of = { endpoint: listVendors, list, usualSort: defaultSort, codeOf }
  const edited = useRecord({ ...of, code: edit, lookUp: lookupQuery(edit) })
  // A user with only the terms permission may edit too.
  const editing = useMay()('vendors.terms') ? 'vendors.terms' : 'vendors.edit'
  const { restore } = useVendorWrites()
  return (
    <>
      <PageHeader title="Vendors" subtitle="Manage your vendor database" record={open} />
      <PageContent>
        <VendorsTable list={list} />
      </PageContent>
      {open && <VendorDetails list={list} code={open} moreTabs={moreTabs} />}
      {adds && (
        <RequirePermission permission="vendors.edit" title="Create New Vendor" onClose={list.close}>
          <VendorForm key={`new ${adds}`} begun={initialText(adds)} onClose={list.close} />
        </RequirePermission>
      )}
      {edit && (
        <RequirePermission permission={editing} title="Edit Vendor" onClose={list.close}>
          <EditedRecord key={edit} of={edited} noun="vendor" code={edit} onClose={list.close}>
            {(vendor) => <VendorForm vendor={vendor} onClose={list.close} />}
          </EditedRecord>
        </RequirePermission>
      )}
      {view === 'import' && (
        <ImportDialog
          nouns="Vendors"
          columns={vendorColumns}
          importing={importVendors}
          undoing={undoVendorImport}
          recent={{ endpoint: listImports, query: { table: 'vendors' } }}
          refreshes={vendorReads}
          sample="/samples/vendors.csv"
          onClose={() => list.closePart({ view: undefined })}
        />
      )}
      {view === 'deleted' && (
        <RecentlyDeleted
          nouns="Vendors"
          endpoint={listDeletedVendors}
          codeOf={codeOf}
          onRestore={(vendor) => void restore(vendor)}
          onClose={() => list.closePart({ view: undefined })}
        />
      )}
    </>
  )
}
