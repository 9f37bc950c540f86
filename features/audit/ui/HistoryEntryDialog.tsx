import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { useScreenCommands } from '#platform/ui/menu/screen-commands.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type HistoryEntry, readHistoryEntry } from '../contract.ts'
import { actionName, channelNames, entityNames, fieldName, valueText } from '../labels.ts'
import { linkOfRecord, recordText } from '../record-links.ts'

const noItems: readonly never[] = []

type HistoryEntryDialogProps = { id: number; onClose: () => void }

/** Shows one entry of the history: who did what, and each changed field before and after. */
export function HistoryEntryDialog({ id, onClose }: HistoryEntryDialogProps) {
  const { data, error } = useRead(readHistoryEntry, { params: { id } })
  const title = data ? `${actionName(data.action)}: ${subjectOf(data)}` : `Entry ${id}`
  useScreenCommands(data && { of: 'record', subject: title, items: noItems })
  return (
    <Dialog title={title} size="details" place="Details" onClose={onClose}>
      <DialogBody>
        {error && <Alert>{error.message}</Alert>}
        {!data && !error && <Skeleton className="h-64" />}
        {data && <Entry entry={data} />}
      </DialogBody>
    </Dialog>
  )
}

function subjectOf(entry: HistoryEntry): string {
  return `${entityNames[entry.entity]} ${recordText(entry)}`.trim()
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { at, actor, channel, fromStatus, toStatus, reason } = entry
  const link = linkOfRecord(entry)
  const record = link ? (
    <ScreenAddressLink address={parseAddress(link)}>{subjectOf(entry)}</ScreenAddressLink>
  ) : (
    subjectOf(entry)
  )
  const status = [fromStatus, toStatus].filter((each) => each !== null).join(' → ')
  return (
    <div className="grid grid-cols-1 gap-4">
      <Facts
        items={[
          { name: 'Time', value: formatMoment(at) },
          { name: 'User', value: actor },
          { name: 'Made', value: capitalize(channelNames[channel] ?? channel) },
          { name: 'Record', value: record },
          { name: 'Status', value: status },
          { name: 'Reason', value: reason },
        ]}
      />
      <Changes changes={entry.changes} />
    </div>
  )
}

/** The changed fields as a table, with the values before and after. */
function Changes({ changes }: Pick<HistoryEntry, 'changes'>) {
  const fields = Object.entries(changes)
  if (fields.length === 0) return <p className="text-muted">No field was changed.</p>
  return (
    <ScrollRegion label="Changed fields">
      <table className="text-table w-full">
        <caption className="sr-only">Changed fields</caption>
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {['Field', 'Before', 'After'].map((heading) => (
              <th key={heading} scope="col" className="px-2 py-1.5">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(([field, { from, to }]) => (
            <tr key={field} className="border-b border-line align-top">
              <th scope="row" className="px-2 py-1.5 text-left font-normal text-muted">
                {fieldName(field)}
              </th>
              <td className="numbers px-2 py-1.5 wrap-anywhere">{valueText(from, field)}</td>
              <td className="numbers px-2 py-1.5 wrap-anywhere">{valueText(to, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
