import type { Address } from '#platform/web/screen-address.ts'
import type { Figure } from '../rules.ts'

/** The figures of credit in use that documents add up to. */
type CreditFigure = Extract<Figure, 'balance' | 'openOrders'>

type Customers = {
  /** One customer; all of them by default. */
  customerCode?: string | undefined
  asOf: string | undefined
}

/** The documents that add up to a balance, or the open orders that use credit, as of a day. */
export function creditDocuments(figure: CreditFigure, customers: Customers): Address {
  const { customerCode, asOf } = customers
  return {
    to: '/ar-reports',
    search: {
      tab: 'documents',
      'f.figure': figure,
      'f.customerCode': customerCode,
      'f.asOf': asOf,
    },
  }
}
