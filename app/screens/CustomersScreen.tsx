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

/** The customers page, with the tabs that other features add to a customer. */
export function CustomersScreen() {
  return <CustomersPage moreTabs={moreTabs} />
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
