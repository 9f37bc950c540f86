import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { PreviewLines } from '#platform/ui/table/preview/PreviewLines.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readInvoice } from '../../contract.ts'

/** The lines of an invoice in its preview; one of an order by total has none. */
export function InvoiceLinesPreview({ id }: { id: number }) {
  const read = useRead(readInvoice, { params: { id } })
  return (
    <Loaded read={read}>{({ lines }) => lines.length > 0 && <PreviewLines lines={lines} />}</Loaded>
  )
}
