import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ActivityTab } from '#features/audit/ui/parts/ActivityTab.tsx'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRowPosition } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewUnderTabs } from '#platform/web/list-state.ts'
import { JournalLink } from './parts/JournalLink.tsx'
import {
  cancelManualEntry,
  listManualEntries,
  type ManualEntryDetails as Entry,
  readManualEntry,
  reverseManualEntry,
} from '../contract.ts'
import { whyNotManualStep } from '../manual-entry-rules.ts'
import { amountText } from './amount-text.ts'
import { PostingDateField } from './parts/PostingDateField.tsx'
import { useManualEntryWrites } from './use-manual-entry-writes.ts'

type ManualEntryDetailsProps = { id: number; list: ListState; onClose: () => void }

/** The details of one manual journal entry: its lines and steps. */
export function ManualEntryDetails({ id, list, onClose }: ManualEntryDetailsProps) {
  const codeOf = (entry: { id: number }) => String(entry.id)
  const of = { endpoint: listManualEntries, list, fixed: {}, codeOf, code: String(id) }
  const { position } = useRowPosition(of)
  const read = useRead(readManualEntry, { params: { id } })
  const [requested, setRequested] = useState<'cancel' | 'reverse'>()
  const entry = read.data
  const steps = useSteps(entry, setRequested)
  if (read.error && !entry) {
    return <MissingRecord noun="journal entry" code="Entry" error={read.error} onClose={onClose} />
  }
  const label = entry && `Actions for journal entry ${entry.entryNumber}`
  const closeDialog = () => setRequested(undefined)
  return (
    <>
      <DetailsDialog
        title={entry ? `Journal entry ${entry.entryNumber}` : 'Journal entry'}
        subtitle={entry?.reason}
        badge={entry && <StatusBadge status={entry.status} />}
        position={position}
        renewal={read}
        {...(label && {
          actions: {
            label,
            items: steps.items,
            button: <IconButton icon={Ellipsis} label={label} />,
          },
        })}
        path={pathOf(id)}
        tabs={entry ? tabsOf(entry) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!entry}
        steps={steps.shown}
      />
      {entry && requested === 'cancel' && <CancelEntry entry={entry} onClose={closeDialog} />}
      {entry && requested === 'reverse' && <ReverseEntry entry={entry} onClose={closeDialog} />}
    </>
  )
}

const pathOf = (id: number) => `/journal?tab=manual&open=${id}`

function tabsOf(entry: Entry) {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <Overview entry={entry} />,
      lines: { label: 'Lines', render: () => <Lines entry={entry} /> },
    },
    {
      id: 'activity',
      label: 'Activity',
      isHistory: true,
      render: () => <ActivityTab entity="manual_entry" id={entry.id} />,
    },
  ]
}

const heads = ['Account', 'Description', rightAligned('Debit'), rightAligned('Credit')]

function Overview({ entry }: { entry: Entry }) {
  const { id, status } = entry
  return (
    <Facts
      items={[
        { name: 'Date', value: formatDay(entry.postedOn) },
        { name: 'Reason', value: entry.reason },
        {
          name: 'Journal',
          value: status === 'posted' && <JournalLink source="manual_entry" sourceId={id} />,
        },
        { name: 'Entered by', value: entry.createdByName },
        { name: 'Posted by', value: entry.postedByName },
        ...(entry.reversalOfNumber ? [{ name: 'Reverses', value: entry.reversalOfNumber }] : []),
        ...(entry.reversedBy ? [{ name: 'Reversed by', value: entry.reversedBy }] : []),
      ]}
    />
  )
}

function Lines({ entry: { amount, lines } }: { entry: Entry }) {
  return (
    <LinesTable
      label="Lines"
      heads={heads}
      className="numbers min-w-140"
      sums={[['Debits and credits', amount]]}
    >
      {lines.map((line) => (
        <tr key={line.id} className="border-b border-line align-top">
          <td className="px-2 py-2">{`${line.account} ${line.accountName}`}</td>
          <td className="px-2 py-2">{line.description}</td>
          <td className="px-2 py-2 text-right">{amountText(line.debit)}</td>
          <td className="px-2 py-2 text-right">{amountText(line.credit)}</td>
        </tr>
      ))}
    </LinesTable>
  )
}

/** The steps of an entry: all of them are in its menu, the possible ones are also buttons. */
function useSteps(entry: Entry | undefined, request: (step: 'cancel' | 'reverse') => void) {
  const { data: me } = useMe()
  const { post } = useManualEntryWrites()
  if (!entry) return { items: [], shown: [] }
  const { id, version, entryNumber } = entry
  const whyNot = (step: 'post' | 'cancel' | 'reverse') =>
    whyNotManualStep(entry, step, me ?? undefined)
  const shown = [
    {
      label: 'Post entry',
      isNextStep: true,
      isBusy: post.isPending,
      whyNot: whyNot('post'),
      run: () => void post.tryRun({ params: { id }, ifMatch: version }),
    },
    { label: 'Cancel entry…', whyNot: whyNot('cancel'), run: () => request('cancel') },
    { label: 'Reverse…', whyNot: whyNot('reverse'), run: () => request('reverse') },
  ]
  return {
    items: [...shown, ...copyItems('journal entry', entryNumber, pathOf(id))],
    shown,
  }
}

type StepDialogProps = { entry: Entry; onClose: () => void }

const noReason = { reason: '' }
const toBody = (typed: { reason: string }) => typed

function CancelEntry({ entry: { id, version, entryNumber }, onClose }: StepDialogProps) {
  const { cancel } = useManualEntryWrites()
  return (
    <FormDialog
      title={`Cancel journal entry ${entryNumber}`}
      description="The entry will not be posted. This cannot be undone."
      schema={cancelManualEntry.body}
      values={noReason}
      toWire={toBody}
      size="small"
      submitLabel="Cancel Entry"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => cancel.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}

const reversal = { reason: '', postedOn: '' }
const reversalToWire = (typed: typeof reversal) => typed

function ReverseEntry({ entry: { id, version, entryNumber }, onClose }: StepDialogProps) {
  const { reverse } = useManualEntryWrites()
  return (
    <FormDialog
      title={`Reverse journal entry ${entryNumber}`}
      description="Creates an entry with debits and credits swapped. An entry can be reversed once."
      schema={reverseManualEntry.body}
      values={reversal}
      toWire={reversalToWire}
      size="small"
      submitLabel="Reverse Entry"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => reverse.run({ params: { id }, body, ...attempt })}
    >
      <PostingDateField />
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}
