import type { DeliveryState } from './rules.ts'

/** Display names of the states of a delivery. */
export const deliveryStateLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  dead: 'Given up',
}
