import { Download } from 'lucide-react'
import { useState } from 'react'
import { pathOf } from '#platform/kernel/endpoint.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import {
  downloadWmsMessage,
  listWmsMessages,
  readWmsMessage,
  type WmsMessage,
  wmsMessageList,
  type WmsRun,
} from '../contract.ts'
import { jobNames, kindName, readable } from '../labels.ts'

const columns = columnsOf(wmsMessageList, {
  kind: ({ kind }) => kindName(kind),
  status: statusText,
  records: ({ records }) => records.toLocaleString('en-US'),
  createdAt: ({ createdAt }) => formatMomentOr(createdAt),
})

function statusText({ status, error }: WmsMessage): string {
  const label = status.charAt(0).toUpperCase() + status.slice(1)
  return error ? `${label}: ${error}` : label
}

const filters = filtersOf(wmsMessageList, {
  direction: {
    kind: 'choice',
    id: 'direction',
    label: 'Direction',
    options: [
      { value: 'out', label: 'Export' },
      { value: 'in', label: 'Import' },
    ],
  },
})

type MessageListDialogProps = {
  run?: WmsRun | undefined
  /** The initial search text. */
  find?: string
  onClose: () => void
}

/** Lists the messages of a run, or all messages; shows a selected one as exchanged. */
export function MessageListDialog({ run, find, onClose }: MessageListDialogProps) {
  const list = useLocalList(find === undefined ? {} : { q: find })
  const [chosen, setChosen] = useState<number>()
  const title = run ? `Messages for ${jobNames[run.job]} ${run.id}` : 'All messages'
  return (
    <Dialog title={title} size="details" onClose={onClose}>
      <DialogBody>
        {chosen === undefined ? (
          <DataTable
            name={wmsMessageList.name}
            title="Messages"
            endpoint={listWmsMessages}
            list={list}
            {...(run && { fixed: { runId: String(run.id) } })}
            columns={columns}
            filters={filters}
            codeOf={({ kind, id }) => `${kindName(kind)} ${id}`}
            onOpen={({ id }) => setChosen(id)}
            empty={<p className="text-muted">This run exchanged no data.</p>}
          />
        ) : (
          <Message id={chosen} onBack={() => setChosen(undefined)} />
        )}
      </DialogBody>
    </Dialog>
  )
}

function Message({ id, onBack }: { id: number; onBack: () => void }) {
  const read = useRead(readWmsMessage, { params: { id } })
  const message = read.data
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Button onClick={onBack}>All messages of this list</Button>
        <a
          className="inline-flex items-center gap-2"
          href={pathOf(downloadWmsMessage.path, { id })}
          download
        >
          <Download aria-hidden size={16} strokeWidth={1.75} />
          Download
        </a>
      </div>
      {read.error && <Alert>{read.error.message}</Alert>}
      {!message && !read.error && <Skeleton className="h-64" />}
      {message && (
        <>
          <Facts
            items={[
              { name: 'Message', value: kindName(message.kind) },
              { name: 'Status', value: statusText(message) },
              { name: 'Time', value: formatMomentOr(message.createdAt) },
              { name: 'Number', value: message.externalId },
              { name: 'Duration', value: message.tookMs === null ? null : `${message.tookMs} ms` },
              { name: 'SHA-256', value: message.sha256 },
            ]}
          />
          <Raw title="Sent" text={message.body} />
          {message.answer && <Raw title="Response" text={message.answer} />}
        </>
      )}
    </div>
  )
}

function Raw({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <h3 className="text-label mb-1">{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={title} tabIndex={0} className="max-h-96 overflow-auto">
        <pre className="text-table w-fit min-w-full rounded-control bg-surface-2 p-3">
          {readable(text)}
        </pre>
      </div>
    </div>
  )
}
