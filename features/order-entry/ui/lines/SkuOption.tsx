import { useQuery } from '@tanstack/react-query'
import { priceName } from '#features/customers/labels.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { send } from '#platform/web/api-client.ts'
import { previewOrder } from '../../contract.ts'
import type { ChosenSku } from '../order-form.ts'

/** A SKU option: name, available units, and this customer's price. */
export function SkuOption({ sku, customerId }: { sku: ChosenSku; customerId: number | undefined }) {
  const { data } = useQuery({
    queryKey: [previewOrder.path, 'price', customerId, sku.searchResultIds],
    queryFn: ({ signal }) => {
      const items = sku.searchResultIds.map((skuId) => ({ skuId, quantity: 1 }))
      return send(previewOrder, { body: { customerId: customerId ?? 0, items }, signal })
    },
    enabled: customerId !== undefined,
    gcTime: 30_000,
  })
  const customerPrice = data?.pricing.lineItems.find((item) => item.skuId === sku.id)
  const isOutOfStock = sku.available <= 0
  return (
    <span className="min-w-0">
      <span className="line-clamp-2">{sku.text}</span>
      <span className="text-caption numbers block font-normal text-muted">
        <span className={isOutOfStock ? 'text-warning' : ''}>
          {`${Math.max(0, sku.available).toLocaleString('en-US')} available`}
        </span>
        {customerPrice &&
          ` · ${formatDecimal(customerPrice.unitPrice)} ${priceName(customerPrice.priceSource)}`}
      </span>
    </span>
  )
}
