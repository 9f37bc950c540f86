import { RelatedRecords, type ShownDocument } from '#features/documents/ui/parts/RelatedRecords.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readRelatedOfPurchase } from '../../contract.ts'

type RelatedOfPurchaseProps = {
  id: number
  orderNumber: string
  /** The document in whose details they are shown; undefined in those of the order. */
  shown?: Omit<ShownDocument, 'orderKind'>
}

/** The records related to a purchase order, as they follow one another. */
export function RelatedOfPurchase({ id, orderNumber, shown }: RelatedOfPurchaseProps) {
  const read = useRead(readRelatedOfPurchase, { params: { id } })
  return (
    <Loaded read={read}>
      {(records) => (
        <RelatedRecords
          order={orderNumber}
          records={records}
          shown={shown && { ...shown, orderKind: 'purchase' }}
        />
      )}
    </Loaded>
  )
}
