import { Download } from 'lucide-react'
import { pathOf } from '#platform/kernel/endpoint.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useScreenCommands } from '#platform/ui/menu/screen-commands.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { downloadEdiInterchange, type EdiInterchange, readEdiInterchange } from '../contract.ts'
import { Answers } from './EdiImportOutcome.tsx'
import { interchangeStateLabels } from '../labels.ts'

const noItems: readonly never[] = []

type InterchangeDetailsDialogProps = { id: number; onClose: () => void }

/** Shows one X12 file with its state, its text and its answers. */
export function InterchangeDetailsDialog({ id, onClose }: InterchangeDetailsDialogProps) {
  const { data, error } = useRead(readEdiInterchange, { params: { id } })
  const title = data ? `Interchange ${data.controlNumber}` : 'Interchange'
  useScreenCommands(data && { of: 'record', subject: title, items: noItems })
  return (
    <Dialog title={title} size="details" place="Details" onClose={onClose}>
      <DialogBody>
        {error && <Alert>{error.message}</Alert>}
        {!data && !error && <Skeleton className="h-64" />}
        {data && (
          <div className="grid grid-cols-1 gap-4">
            <Facts items={factsOf(data).map(([name, value]) => ({ name, value }))} />
            {data.reason && <Alert tone="info">{data.reason}</Alert>}
            <p className="flex flex-wrap items-center gap-2">
              <a
                href={pathOf(downloadEdiInterchange.path, { id })}
                download
                className="inline-flex items-center gap-2"
              >
                <Download aria-hidden size={16} strokeWidth={1.75} />
                Download this file
              </a>
            </p>
            {data.answers.length > 0 && <Answers answers={data.answers} />}
            <ScrollRegion label="Text">
              <pre className="text-table w-fit min-w-full rounded-control bg-surface-2 p-3">
                {onePerLine(data.raw)}
              </pre>
            </ScrollRegion>
          </div>
        )}
      </DialogBody>
    </Dialog>
  )
}

function factsOf(interchange: EdiInterchange): [string, string][] {
  const { direction, partnerName, state, sentAt, acknowledgedAt, usage, createdAt } = interchange
  const facts: [string, string][] = [
    ['Partner', partnerName ?? 'Unknown sender'],
    ['Direction', direction === 'in' ? 'In' : 'Out'],
    ['State', interchangeStateLabels[state]],
    ['For', usage === 'P' ? 'Production' : 'Test'],
    [direction === 'in' ? 'Received' : 'Created', formatMomentOr(createdAt)],
  ]
  if (direction === 'in') return facts
  return [
    ...facts,
    ['Sent', formatMomentOr(sentAt, 'Not yet')],
    ['Acknowledged', formatMomentOr(acknowledgedAt, 'Not yet')],
  ]
}

/** Formats the text with one segment per line. */
function onePerLine(raw: string): string {
  const terminator = raw.charAt(105)
  if (!terminator || /[\r\n]/.test(terminator)) return raw
  return raw
    .split(terminator)
    .join(`${terminator}\n`)
    .replaceAll(/\n\s*\n/g, '\n')
}
