import { poKey } from '#features/sales-orders/parking-rules.ts'

/**
 * The filter of sales orders with the same customer PO. It is compared as orders that repeat one
 * are; a PO of zeros alone has no such form, so it is compared as it is.
 */
export function samePoQuery(
  customerPO: string,
): { customerPOKey: string } | { customerPO: string } {
  const key = poKey(customerPO)
  return key === '' ? { customerPO } : { customerPOKey: key }
}
