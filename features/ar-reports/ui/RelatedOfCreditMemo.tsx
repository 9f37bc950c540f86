import { readInvoice } from '#features/receivables/contract.ts'
import { RelatedOfSale } from '#features/sales-orders/ui/parts/RelatedOfSale.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'

type RelatedOfCreditMemoProps = { invoiceId: number; creditMemoNumber: string }

/** The records related to the sales order of the invoice that a credit memo credits. */
export function RelatedOfCreditMemo({ invoiceId, creditMemoNumber }: RelatedOfCreditMemoProps) {
  const read = useRead(readInvoice, { params: { id: invoiceId } })
  return (
    <Loaded read={read}>
      {({ salesOrderId, orderNumber }) =>
        salesOrderId === null || orderNumber === null ? (
          <p className="text-muted">The credited invoice has no sales order.</p>
        ) : (
          <RelatedOfSale
            id={salesOrderId}
            orderNumber={orderNumber}
            shown={{ kind: 'credit-memo', number: creditMemoNumber }}
          />
        )
      }
    </Loaded>
  )
}
