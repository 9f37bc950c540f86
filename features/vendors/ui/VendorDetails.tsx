import type { ReactNode } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { MasterDetails } from '#platform/ui/master-data/MasterDetails.tsx'
import { useMasterWrites } from '#platform/ui/master-data/master-screen.ts'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { activation, deletion } from '#platform/ui/master-data/master-record-actions.ts'
import type { ListState } from '#platform/web/list-state.ts'
import type { Vendor } from '../contract.ts'
import { useNewOrder } from './use-new-purchase-order.ts'
import { VendorOverview } from './VendorOverview.tsx'
import { vendorScreen } from './vendor-screen.ts'

type VendorDetailsProps = {
  list: ListState
  code: string
  /** Tabs of features that vendors do not depend on, such as orders. */
  moreTabs: (vendor: Vendor) => readonly Tab[]
  /** What other features say above the overview. */
  notice: (vendor: Vendor) => ReactNode
}

/** The details dialog of a vendor. */
export function VendorDetails({ list, code, moreTabs, notice }: VendorDetailsProps) {
  const may = useMay()
  const whyNot = useWhyNot()
  const { remove, setActive } = useMasterWrites(vendorScreen)
  const newOrder = useNewOrder()
  return (
    <MasterDetails
      screen={vendorScreen}
      list={list}
      code={code}
      mayEdit={may('vendors.edit') || may('vendors.terms')}
      actions={(vendor) => [
        newOrder(vendor),
        activation(vendor, { whyNot: whyNot('vendors.edit'), setActive }),
        deletion(vendor, { list, whyNot: whyNot('vendors.delete'), remove }),
      ]}
      tabs={(vendor) => [
        {
          id: 'overview',
          label: 'Overview',
          render: () => <VendorOverview vendor={vendor} notice={notice(vendor)} />,
        },
        ...moreTabs(vendor),
        timelineTab({ label: 'Activity', entity: 'vendor', id: vendor.id }),
      ]}
    />
  )
}
