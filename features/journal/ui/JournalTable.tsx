import { Link } from '@tanstack/react-router'
import { linkOfRecord } from '#features/audit/record-links.ts'
import { permissionToOpen } from '#features/auth/history-permissions.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { amountText } from './amount-text.ts'
import { type JournalLine, journalList, listJournal, sumJournal } from '../contract.ts'

const accountText = ({ account, accountName }: JournalLine) => `${account} ${accountName}`
/** The text of the document, with the event unless it is `post` or an internal key. */
const documentText = ({ memo, event }: JournalLine) =>
  event === 'post' || !/^[a-z]+(-\d+)?$/.test(event) ? memo : `${memo} (${event})`
const partyText = ({ customerCode, vendorCode }: JournalLine) => customerCode ?? vendorCode ?? ''

const columns = columnsOf(journalList, {
  // The server has validated the day, so the cast is safe.
  postedOn: ({ postedOn }) => formatDay(postedOn),
  entryId: ({ entryId }) => `#${entryId}`,
  memo: { text: documentText, cell: (line) => <DocumentLink line={line} /> },
  account: accountText,
  party: { text: partyText, cell: (line) => <PartyLink line={line} /> },
  debit: ({ debit }) => amountText(debit),
  credit: ({ credit }) => <Credit text={amountText(credit)} />,
})

const filters = filtersOf(journalList, {
  customerCode: customerFilter,
  vendorCode: vendorFilter,
})

// Without a filter the debits equal the credits, and there are millions of lines.
const groups = groupsOf(journalList, {
  endpoint: sumJournal,
  what: 'line',
  amountLabel: 'Debits less credits',
  isOnDemand: true,
})

/** All journal lines, newest first. A line opens its entry. */
export function JournalTable({ list }: { list: ListState }) {
  return (
    <div>
      <ListViews name={journalList.name} list={list} views={journalList.views} />
      <DataTable
        name={journalList.name}
        title="Journal Entries"
        endpoint={listJournal}
        list={list}
        usualSort={journalList.defaultSort}
        columns={columns}
        filters={filters}
        groups={groups}
        codeOf={({ entryId }) => `#${entryId}`}
        hrefOf={({ entryId }) => '/journal' + searchText({ 'f.entryId': String(entryId) })}
        onOpen={({ entryId }) => list.change({ 'f.entryId': String(entryId) }, 'push')}
        empty={<p className="text-muted">No postings yet.</p>}
      />
    </div>
  )
}

/** On phones, debits and credits share one column. */
function Credit({ text }: { text: string }) {
  if (text === '') return null
  return (
    <>
      {text}
      <span className="sm:hidden"> Cr</span>
    </>
  )
}

/** The document of a line; a link for users who may open it. */
function DocumentLink({ line }: { line: JournalLine }) {
  const may = useMay()
  const { document } = line
  if (!document || !may(permissionToOpen(document.entity))) return documentText(line)
  const { entity, id: entityId, number: record } = document
  const link = linkOfRecord({ entity, entityId, record })
  if (link === undefined) return documentText(line)
  return (
    <ScreenAddressLink address={parseAddress(link)} className="no-underline hover:underline">
      {documentText(line)}
    </ScreenAddressLink>
  )
}

function PartyLink({ line }: { line: JournalLine }) {
  const { customerCode, vendorCode } = line
  const code = customerCode ?? vendorCode
  if (!code) return null
  return (
    <Link
      to={customerCode ? '/customers' : '/vendors'}
      search={{ open: code }}
      className="no-underline hover:underline"
    >
      {code}
    </Link>
  )
}
