import { type Day, formatOptionalDay } from '#platform/kernel/days.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { type ContractPrice, contractPriceList, skuContractPriceList } from '../contract.ts'
import { validityOf } from '../rules.ts'

/** The columns of a customer's or a SKU's contract prices; the first one shows the other party. */
export function contractPriceColumns(
  other: 'sku' | 'customer',
  today: Day,
): readonly Column<ContractPrice>[] {
  const validity = (price: ContractPrice) => validityOf(price, today)
  const cells = {
    minimumQuantity: (price: ContractPrice) => price.minimumQuantity.toLocaleString('en-US'),
    expirationDate: (price: ContractPrice) => formatOptionalDay(price.expirationDate, 'no end'),
    isActive: {
      text: validity,
      cell: (price: ContractPrice) => <StatusBadge status={validity(price)} />,
    },
  }
  if (other === 'sku') {
    const sku = (price: ContractPrice) => `${price.sku} - ${price.skuName}`
    return columnsOf(contractPriceList, { ...cells, sku })
  }
  const customerCode = (price: ContractPrice) => `${price.customerCode} - ${price.customerName}`
  return columnsOf(skuContractPriceList, { ...cells, customerCode })
}
