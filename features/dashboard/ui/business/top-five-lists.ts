import type { Address } from '#platform/web/screen-address.ts'
import type { BusinessFigures } from '../../contract.ts'
import { ordersOf } from './business-cards.tsx'

/** A row of a list of the best; it opens its orders. */
export type TopRow = {
  id: number
  name: string
  orders: number
  amount: string
  address: Address
}

type TopList = {
  title: string
  formula: string
  rowsOf: (figures: BusinessFigures) => readonly TopRow[]
}

/** The lists of the best customers and SKUs of the period. */
export const topFiveLists: readonly TopList[] = [
  {
    title: 'Top customers',
    formula:
      'The customers with the largest totals of orders in the last 30 days, by order date, ' +
      'without cancelled orders. Each opens its orders.',
    rowsOf: (figures) =>
      figures.topCustomers.map(({ id, customerCode, customerName: name, orders, amount }) => {
        return { id, name, orders, amount, address: ordersOf(figures)({ customerCode }) }
      }),
  },
  {
    title: 'Top SKUs',
    formula:
      'The SKUs with the largest amounts on order lines in the last 30 days, before tax and ' +
      'shipping, without cancelled orders. Each opens its orders, whose lines of the SKU add up ' +
      'to the amount.',
    rowsOf: (figures) =>
      figures.topSkus.map(({ id, sku, name, orders, amount }) => {
        const address = ordersOf(figures)({ sku })
        return { id, name: `${sku} · ${name}`, orders, amount, address }
      }),
  },
]
