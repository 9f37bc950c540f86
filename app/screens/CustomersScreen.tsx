import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { CustomersPage } from '#features/customers/ui/CustomersPage.tsx'
import type { Customer } from '#features/customers/contract.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const SalesOrdersTab = lazyPart(
  async () => (await import('#features/sales-orders/ui/SalesOrdersTab.tsx')).SalesOrdersTab,
)
const ReturnsTab = lazyPart(
  async () => (await import('#features/returns/ui/ReturnsTab.tsx')).ReturnsTab,
)
const CustomerAccountTab = lazyPart(
  async () => (await import('./CustomerAccountTab.tsx')).CustomerAccountTab,
)
const ContractPricesTab = lazyPart(
  async () => (await import('#features/pricing/ui/ContractPricesTab.tsx')).ContractPricesTab,
)
const EmailRulesTab = lazyPart(
  async () => (await import('#features/documents/ui/parts/EmailRulesTab.tsx')).EmailRulesTab,
)
const PartnersTab = lazyPart(
  async () => (await import('#features/edi/ui/PartnersTab.tsx')).PartnersTab,
)

const PersonalDataDialog = lazyPart(
  async () =>
    (await import('#features/personal-data/ui/PersonalDataDialog.tsx')).PersonalDataDialog,
)

/** The customers page, with the tabs and actions that other features add to a customer. */
export function CustomersScreen() {
  const whyNot = useWhyNot()
  const [subject, setSubject] = useState<Customer>()
  const moreActions = (customer: Customer) => [
    {
      label: 'Personal data…',
      whyNot: whyNot('personalData.manage'),
      run: () => setSubject(customer),
    },
  ]
  return (
    <>
      <CustomersPage moreTabs={moreTabs} moreActions={moreActions} />
      {subject && (
        <PersonalDataDialog
          subject={{
            kind: 'customer',
            id: subject.id,
            code: subject.customerCode,
            version: subject.version,
          }}
          onClose={() => setSubject(undefined)}
        />
      )}
    </>
  )
}

function moreTabs(customer: Customer) {
  return [
    {
      id: 'orders',
      label: 'Orders',
      render: () => (
        <SalesOrdersTab of={{ customerId: customer.id }} empty="This customer has no orders yet." />
      ),
    },
    {
      id: 'returns',
      label: 'Returns',
      render: () => (
        <ReturnsTab of={{ customerId: customer.id }} empty="This customer has no returns." />
      ),
    },
    {
      id: 'receivables',
      label: 'Receivables',
      render: () => <CustomerAccountTab customer={customer} />,
    },
    {
      id: 'prices',
      label: 'Contract prices',
      render: () => <ContractPricesTab customer={customer} />,
    },
    {
      id: 'emails',
      label: 'Emails',
      render: () => <EmailRulesTab party="customer" id={customer.id} />,
    },
    { id: 'edi', label: 'EDI', render: () => <PartnersTab customer={customer} /> },
  ]
}
