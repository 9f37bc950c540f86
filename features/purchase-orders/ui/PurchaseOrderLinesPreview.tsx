import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { PreviewLines } from '#platform/ui/table/preview/PreviewLines.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readPurchaseOrder } from '../contract.ts'

/** The lines of a purchase order in its preview. */
export function PurchaseOrderLinesPreview({ id }: { id: number }) {
  const read = useRead(readPurchaseOrder, { params: { id } })
  return <Loaded read={read}>{({ items }) => <PreviewLines lines={items} />}</Loaded>
}
