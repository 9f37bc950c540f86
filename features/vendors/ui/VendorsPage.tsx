import type { ReactNode } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { MasterPage } from '#platform/ui/master-data/MasterPage.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useUrlList } from '#platform/web/list-state.ts'
import type { Vendor } from '../contract.ts'
import { VendorsTable } from './VendorsTable.tsx'
import { vendorScreen } from './vendor-screen.ts'

// Forms are loaded when first opened.
const VendorForm = lazyPart(async () => (await import('./VendorForm.tsx')).VendorForm)
const VendorDetails = lazyPart(async () => (await import('./VendorDetails.tsx')).VendorDetails)

type VendorsPageProps = {
  /** Tabs of features that vendors do not depend on, such as orders. */
  moreTabs: (vendor: Vendor) => readonly Tab[]
  /** What other features say above the overview of a vendor. */
  notice: (vendor: Vendor) => ReactNode
}

/** The vendors page: the list, and the dialog that the address selects. */
export function VendorsPage({ moreTabs, notice }: VendorsPageProps) {
  const list = useUrlList()
  // A user with only the terms permission may edit too.
  const edit = useMay()('vendors.terms') ? 'vendors.terms' : 'vendors.edit'
  return (
    <MasterPage
      screen={vendorScreen}
      list={list}
      title="Vendors"
      subtitle="Manage your vendor database"
      guard={RequirePermission}
      permissions={{ create: 'vendors.edit', edit }}
      table={<VendorsTable list={list} />}
      details={(code) => (
        <VendorDetails list={list} code={code} moreTabs={moreTabs} notice={notice} />
      )}
      form={(props) => <VendorForm {...props} />}
    />
  )
}
