import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { PreviewLines } from '#platform/ui/table/preview/PreviewLines.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readVendorBill } from '../contract.ts'

/** The lines of a bill in its preview: those of an order with its number. */
export function BillLinesPreview({ id }: { id: number }) {
  const read = useRead(readVendorBill, { params: { id } })
  return (
    <Loaded read={read}>
      {({ lines }) => (
        <PreviewLines
          lines={lines.map((line) => ({
            id: line.id,
            sku: line.orderNumber,
            name: line.description,
            quantity: line.quantity,
          }))}
        />
      )}
    </Loaded>
  )
}
