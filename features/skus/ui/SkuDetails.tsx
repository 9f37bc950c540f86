import { Ban, Check, ClipboardList, Ellipsis, Trash2 } from 'lucide-react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { statusOf } from '#platform/ui/table/filters/Status.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { MovementsTab } from './stock/MovementsTab.tsx'
import { PriceHistoryTab } from './prices/PriceHistoryTab.tsx'
import { SkuOverview } from './SkuOverview.tsx'
import type { SkuParts } from './SkusPage.tsx'
import { codeOf, lookupQuery, defaultSort } from './SkuColumns.tsx'
import { type Sku, listSkus } from '../contract.ts'
import { useNewOrderActions } from './use-new-order-actions.ts'
import { useSkuWrites } from './use-sku-writes.ts'

type SkuDetailsProps = SkuParts & { list: ListState; code: string }

/** The details dialog of a SKU. */
export function SkuDetails({ list, code, ...parts }: SkuDetailsProps) {
  const of = { endpoint: listSkus, list, usualSort: defaultSort, codeOf }
  const found = useRecord({ ...of, code, lookUp: lookupQuery(code) })
  const may = useMay()
  const actionsOf = useDetailActions(list)
  const { record } = found
  if (found.isMissing || found.error) {
    return <MissingRecord noun="SKU" code={code} error={found.error} onClose={list.close} />
  }
  const edit = () => list.change({ open: undefined, tab: undefined, edit: code }, 'push')
  return (
    <DetailsDialog
      title={code}
      subtitle={record?.name}
      badge={record && <StatusBadge status={statusOf(record)} />}
      position={found.position}
      renewal={found.renewal}
      onEdit={may('skus.edit') ? edit : undefined}
      {...(record && {
        actions: {
          label: `Actions for ${code}`,
          items: actionsOf(record),
          button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
        },
      })}
      tabs={record ? tabsOf(record, parts) : []}
      tab={list.search.tab}
      onTab={(tab) => list.change({ tab: tab === 'overview' ? undefined : tab })}
      onClose={list.close}
      isLoading={!record}
    />
  )
}

function useDetailActions(list: ListState): (sku: Sku) => readonly MenuItem[] {
  const whyNot = useWhyNot()
  const { remove, setActive } = useSkuWrites()
  const newOrderActions = useNewOrderActions()
  return (sku) => [
    ...newOrderActions(sku),
    {
      startsGroup: true,
      label: 'Adjust stock',
      icon: ClipboardList,
      whyNot: whyNot('skus.adjust'),
      run: () => list.change({ open: undefined, edit: codeOf(sku), tab: 'count' }, 'push'),
    },
    {
      label: sku.isActive ? 'Deactivate' : 'Activate',
      icon: sku.isActive ? Ban : Check,
      whyNot: whyNot('skus.edit'),
      run: () => void setActive(sku, !sku.isActive),
    },
    {
      label: 'Delete',
      icon: Trash2,
      whyNot: whyNot('skus.delete'),
      run: () => {
        list.close()
        void remove(sku)
      },
    },
  ]
}

function tabsOf(sku: Sku, { moreTabs, prices }: SkuParts): Tab[] {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <SkuOverview sku={sku}>{prices(sku)}</SkuOverview>,
    },
    { id: 'movements', label: 'Movements', render: () => <MovementsTab sku={sku} /> },
    { id: 'price-history', label: 'Price history', render: () => <PriceHistoryTab sku={sku} /> },
    ...moreTabs(sku),
    timelineTab({ label: 'Activity', entity: 'sku', id: sku.id }),
  ]
}
