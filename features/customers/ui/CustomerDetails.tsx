import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { CreditStatusDialog } from './CreditStatusDialog.tsx'
import { CustomerOverview } from './CustomerOverview.tsx'
import { codeOf, lookupQuery, defaultSort } from './CustomersTable.tsx'
import { type Customer, listCustomers } from '../contract.ts'
import { useCustomerWrites } from './use-customer-writes.ts'
import { useNewOrder } from './use-new-order.ts'

type CustomerDetailsProps = {
  list: ListState
  code: string
  /** Tabs from features that this one cannot import, such as orders. */
  extraTabs: (customer: Customer) => readonly Tab[]
}

/** The details dialog of a customer, with its tabs and actions. */
export function CustomerDetails({ list, code, extraTabs }: CustomerDetailsProps) {
  const of = { endpoint: listCustomers, list, usualSort: defaultSort, codeOf }
  const found = useRecord({ ...of, code, lookUp: lookupQuery(code) })
  const may = useMay()
  const { remove, setActive } = useCustomerWrites()
  const newOrder = useNewOrder()
  const [isChangingCredit, setIsChangingCredit] = useState(false)
  const { record } = found
  if (found.isMissing || found.error) {
    return <MissingRecord noun="customer" code={code} error={found.error} onClose={list.close} />
  }
  const edit = () => list.change({ open: undefined, tab: undefined, edit: code }, 'push')
  const actions = (customer: Customer) => [
    newOrder(customer),
    {
      label: customer.isActive ? 'Deactivate' : 'Activate',
      whyNot: may('customers.edit') ? undefined : 'You do not have permission for this',
      run: () => void setActive(customer, !customer.isActive),
    },
    {
      label: customer.creditStatus === 'blocked' ? 'Clear credit…' : 'Block credit…',
      whyNot: may('receivables.dun') ? undefined : 'You do not have permission for this',
      run: () => setIsChangingCredit(true),
    },
    {
      label: 'Delete',
      icon: Trash2,
      whyNot: may('customers.delete') ? undefined : 'You do not have permission for this',
      run: () => {
        list.close()
        void remove(customer)
      },
    },
  ]
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={record?.name}
        badge={record && <StatusBadge status={record.isActive ? 'Active' : 'Inactive'} />}
        position={found.position}
        renewal={found.renewal}
        onEdit={may('customers.edit') ? edit : undefined}
        {...(record && {
          actions: {
            label: `Actions for ${code}`,
            items: actions(record),
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        tabs={record ? tabsOf(record, extraTabs(record)) : []}
        tab={list.search.tab}
        onTab={(tab) => list.change({ tab: tab === 'overview' ? undefined : tab })}
        onClose={list.close}
        isLoading={!record}
      />
      {record && isChangingCredit && (
        <CreditStatusDialog customer={record} onClose={() => setIsChangingCredit(false)} />
      )}
    </>
  )
}

function tabsOf(customer: Customer, extraTabs: readonly Tab[]): Tab[] {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <CustomerOverview customer={customer} />,
    },
    ...extraTabs,
    timelineTab({ label: 'Activity', entity: 'customer', id: customer.id }),
  ]
}
