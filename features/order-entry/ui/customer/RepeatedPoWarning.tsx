import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { readSettings } from '#features/settings/contract.ts'
import type { DuplicateCheck } from '#features/settings/duplicate-checks.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { debounce } from '#platform/web/debounce.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { samePoQuery } from './same-po-query.ts'

type EarlierOrderProps = {
  customerId: number | undefined
  customerPO: string
  /** Which orders of the customer are parked; null: as the settings say. */
  duplicateCheck: DuplicateCheck | null
}

/**
 * Warns, without blocking, that the customer already used this PO. It is compared as for parking:
 * case, blanks and leading zeros do not count.
 */
export function RepeatedPoWarning({ customerId, customerPO, duplicateCheck }: EarlierOrderProps) {
  const { data } = useQuery({
    queryKey: [listSalesOrders.path, 'earlier', customerId, customerPO],
    queryFn: async ({ signal }) => {
      await debounce(150, signal)
      const query = { customerId, ...samePoQuery(customerPO), limit: 10, sort: '-id' }
      const found = await send(listSalesOrders, { query, signal })
      // A cancelled order is named only if no other one has the PO.
      return found.find(({ status }) => status !== 'cancelled') ?? found[0] ?? null
    },
    enabled: customerId !== undefined && customerPO.length > 2,
  })
  const rules = useRead(readSettings, { enabled: data !== null && data !== undefined })
  const counts = data?.status !== 'cancelled'
  const isParked = counts && (duplicateCheck ?? rules.data?.duplicateCheck ?? 'off') !== 'off'
  const isHeld = counts && rules.data?.customerPoAgain === 'hold'
  return (
    <div role="status">
      {data && (
        <p className="text-table mt-1 flex items-start gap-1 text-warning">
          <TriangleAlert aria-hidden size={14} strokeWidth={2} className="mt-[3px] shrink-0" />
          <span>
            {'PO already used on '}
            <Link to="/sales-orders" search={{ open: data.orderNumber }} target="_blank">
              {data.orderNumber}
            </Link>
            {` (${data.displayStatus}, ${formatDecimal(data.totalAmount)})`}
            {isParked && '. This order will be parked until someone reviews it'}
            {!isParked && isHeld && '. This order will be created on hold'}
          </span>
        </p>
      )}
    </div>
  )
}
