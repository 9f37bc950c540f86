import { Ban, Check, Ellipsis, Trash2 } from 'lucide-react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { statusOf } from '#platform/ui/table/filters/status-cell.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { VendorOverview } from './VendorOverview.tsx'
import { codeOf, lookupQuery, defaultSort } from './VendorsTable.tsx'
import { type Vendor, listVendors } from '../contract.ts'
import { useNewOrder } from './use-new-order.ts'
import { useVendorWrites } from './use-vendor-writes.ts'

type VendorDetailsProps = {
  list: ListState
  code: string
  /** Tabs of features that vendors do not depend on, such as orders. */
  moreTabs: (vendor: Vendor) => readonly Tab[]
}

/** The details dialog of a vendor. */
export function VendorDetails({ list, code, moreTabs }: VendorDetailsProps) {
  const of = { endpoint: listVendors, list, usualSort: defaultSort, codeOf }
  const found = useRecord({ ...of, code, lookUp: lookupQuery(code) })
  const may = useMay()
  const actionsOf = useDetailActions(list)
  const { record } = found
  if (found.isMissing || found.error) {
    return <MissingRecord noun="vendor" code={code} error={found.error} onClose={list.close} />
  }
  const edit = () => list.change({ open: undefined, tab: undefined, edit: code }, 'push')
  return (
    <DetailsDialog
      title={code}
      subtitle={record?.name}
      badge={record && <StatusBadge status={statusOf(record)} />}
      position={found.position}
      renewal={found.renewal}
      onEdit={may('vendors.edit') || may('vendors.terms') ? edit : undefined}
      {...(record && {
        actions: {
          label: `Actions for ${code}`,
          items: actionsOf(record),
          button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
        },
      })}
      tabs={record ? tabsOf(record, moreTabs(record)) : []}
      tab={list.search.tab}
      onTab={(tab) => list.change({ tab: tab === 'overview' ? undefined : tab })}
      onClose={list.close}
      isLoading={!record}
    />
  )
}

function useDetailActions(list: ListState): (vendor: Vendor) => readonly MenuItem[] {
  const whyNot = useWhyNot()
  const { remove, setActive } = useVendorWrites()
  const newOrder = useNewOrder()
  return (vendor) => [
    newOrder(vendor),
    {
      label: vendor.isActive ? 'Deactivate' : 'Activate',
      icon: vendor.isActive ? Ban : Check,
      whyNot: whyNot('vendors.edit'),
      run: () => void setActive(vendor, !vendor.isActive),
    },
    {
      label: 'Delete',
      icon: Trash2,
      whyNot: whyNot('vendors.delete'),
      run: () => {
        list.close()
        void remove(vendor)
      },
    },
  ]
}

function tabsOf(vendor: Vendor, more: readonly Tab[]): Tab[] {
  return [
    { id: 'overview', label: 'Overview', render: () => <VendorOverview vendor={vendor} /> },
    ...more,
    timelineTab({ label: 'Activity', entity: 'vendor', id: vendor.id }),
  ]
}
