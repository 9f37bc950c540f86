import { RelatedRecords, type ShownDocument } from '#features/documents/ui/parts/RelatedRecords.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readRelatedOfSale } from '../../contract.ts'

type RelatedOfSaleProps = {
  id: number
  orderNumber: string
  /** The document in whose details they are shown; undefined in those of the order. */
  shown?: Omit<ShownDocument, 'orderKind'>
}

/** The records related to a sales order, as they follow one another. */
export function RelatedOfSale({ id, orderNumber, shown }: RelatedOfSaleProps) {
  const read = useRead(readRelatedOfSale, { params: { id } })
  return (
    <Loaded read={read}>
      {(records) => (
        <RelatedRecords
          order={orderNumber}
          records={records}
          shown={shown && { ...shown, orderKind: 'sale' }}
        />
      )}
    </Loaded>
  )
}
