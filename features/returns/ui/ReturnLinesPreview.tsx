import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { PreviewLines } from '#platform/ui/table/preview/PreviewLines.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readReturn } from '../contract.ts'

/** The lines of a return in its preview. */
export function ReturnLinesPreview({ id }: { id: number }) {
  const read = useRead(readReturn, { params: { id } })
  return <Loaded read={read}>{({ items }) => <PreviewLines lines={items} />}</Loaded>
}
