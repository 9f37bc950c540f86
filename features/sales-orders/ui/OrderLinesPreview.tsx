import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { PreviewLines } from '#platform/ui/table/preview/PreviewLines.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readSalesOrder } from '../contract.ts'

/** The lines of a sales order in its preview, below what releases it if it is on hold. */
export function OrderLinesPreview({ id }: { id: number }) {
  const read = useRead(readSalesOrder, { params: { id } })
  return (
    <Loaded read={read}>
      {({ items, releaseAdvice }) => (
        <>
          {releaseAdvice && (
            <p className="text-table mb-2">
              {`On hold (${releaseAdvice.hold}). ${releaseAdvice.sentence}`}
            </p>
          )}
          <PreviewLines lines={items} />
        </>
      )}
    </Loaded>
  )
}
