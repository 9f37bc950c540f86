import { useState } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { MasterDetails } from '#platform/ui/master-data/MasterDetails.tsx'
import { useMasterWrites } from '#platform/ui/master-data/master-screen.ts'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { activation, deletion } from '#platform/ui/master-data/master-record-actions.ts'
import type { ListState } from '#platform/web/list-state.ts'
import type { Customer } from '../contract.ts'
import { CreditStatusDialog } from './CreditStatusDialog.tsx'
import { CustomerOverview } from './CustomerOverview.tsx'
import { customerScreen } from './customer-screen.ts'
import { useNewOrder } from './use-new-sales-order.ts'

type CustomerDetailsProps = {
  list: ListState
  code: string
  /** Tabs from features that this one cannot import, such as orders. */
  moreTabs: (customer: Customer) => readonly Tab[]
  /** Actions from such features. */
  moreActions: (customer: Customer) => readonly MenuItem[]
}

/** The details dialog of a customer, with its tabs and actions. */
export function CustomerDetails({ list, code, moreTabs, moreActions }: CustomerDetailsProps) {
  const may = useMay()
  const { remove, setActive } = useMasterWrites(customerScreen)
  const newOrder = useNewOrder()
  const [isChangingCredit, setIsChangingCredit] = useState(false)
  const whyNot = (isAllowed: boolean) => (isAllowed ? undefined : noPermissionText)
  const actions = (customer: Customer) => [
    newOrder(customer),
    {
      ...activation(customer, { whyNot: whyNot(may('customers.edit')), setActive }),
      icon: undefined,
    },
    {
      label: customer.creditStatus === 'blocked' ? 'Clear credit…' : 'Block credit…',
      whyNot: whyNot(may('receivables.dun')),
      run: () => setIsChangingCredit(true),
    },
    ...moreActions(customer),
    deletion(customer, { list, whyNot: whyNot(may('customers.delete')), remove }),
  ]
  return (
    <MasterDetails
      screen={customerScreen}
      list={list}
      code={code}
      mayEdit={may('customers.edit')}
      actions={actions}
      tabs={(customer) => tabsOf(customer, moreTabs(customer))}
    >
      {(customer) =>
        isChangingCredit && (
          <CreditStatusDialog customer={customer} onClose={() => setIsChangingCredit(false)} />
        )
      }
    </MasterDetails>
  )
}

function tabsOf(customer: Customer, moreTabs: readonly Tab[]): Tab[] {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <CustomerOverview customer={customer} />,
    },
    ...moreTabs,
    timelineTab({ label: 'Activity', entity: 'customer', id: customer.id }),
  ]
}
