import { poKey } from '#features/sales-orders/parking-rules.ts'

/**
 * The filter of sales orders with the same customer PO. It is compared as orders that repeat one
 * are; one of zeros alone has no key in the list, so it is compared as it is.
 */
export function samePoQuery(
  customerPO: string,
): { customerPOKey: string } | { customerPO: string } {
  const key = poKey(customerPO)
  return /^0*$/.test(key) ? { customerPO } : { customerPOKey: key }
}
