import { formatOptionalDay } from '#platform/kernel/format.ts'
import type { Day } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import type { ContractPrice } from '../contract.ts'
import { validityOf } from '../rules.ts'

const shared: readonly Column<ContractPrice>[] = [
  {
    id: 'contractPrice',
    header: 'Contract price',
    width: 130,
    align: 'right',
    phone: 'amount',
    cell: (price) => formatDecimal(price.contractPrice),
  },
  {
    id: 'minimumQuantity',
    header: 'From quantity',
    width: 130,
    align: 'right',
    cell: (price) => price.minimumQuantity.toLocaleString('en-US'),
  },
  {
    id: 'effectiveDate',
    header: 'From',
    width: 110,
    phone: 'date',
    cell: (price) => formatOptionalDay(price.effectiveDate, ''),
  },
  {
    id: 'expirationDate',
    header: 'To',
    width: 110,
    cell: (price) => formatOptionalDay(price.expirationDate, '') || 'no end',
  },
]

const ofSku: Column<ContractPrice> = {
  id: 'sku',
  header: 'SKU',
  isLong: true,
  width: 240,
  cell: (price) => `${price.sku} - ${price.skuName}`,
}
const ofCustomer: Column<ContractPrice> = {
  id: 'customerCode',
  header: 'Customer',
  isLong: true,
  width: 240,
  cell: (price) => `${price.customerCode} - ${price.customerName}`,
}

/** The columns of a customer's or a SKU's contract prices; the first one shows the other party. */
export function columnsFor(
  other: 'sku' | 'customer',
  today: Day,
): readonly Column<ContractPrice>[] {
  const validity = (price: ContractPrice) => validityOf(price, today)
  return [
    other === 'sku' ? ofSku : ofCustomer,
    ...shared,
    {
      id: 'isActive',
      header: 'Status',
      width: 110,
      phone: 'badge',
      text: validity,
      cell: (price) => <StatusBadge status={validity(price)} />,
    },
  ]
}
