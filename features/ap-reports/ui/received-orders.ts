import type { Address } from '#platform/web/screen-address.ts'
import type { DeliveryFigure } from '../rules.ts'

type Deliveries = {
  /** One vendor; all of them by default. */
  vendorCode?: string | undefined
  /** The first and the last day of the deliveries; by default the year up to the day. */
  from?: string | undefined
  to?: string | undefined
  asOf: string | undefined
}

/** The orders that add up to a figure of the vendor performance. */
export function receivedOrders(figure: DeliveryFigure, deliveries: Deliveries): Address {
  const { vendorCode, from, to, asOf } = deliveries
  return {
    to: '/ap-reports',
    search: {
      tab: 'documents',
      'f.figure': figure,
      'f.vendorCode': vendorCode,
      'f.from': from,
      'f.to': to,
      'f.asOf': asOf,
    },
  }
}
