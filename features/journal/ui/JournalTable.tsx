import { Link } from '@tanstack/react-router'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { amountText } from './amount-text.ts'
import { type JournalLine, listJournal } from '../contract.ts'
import { accounts } from '../rules.ts'

const amount = { align: 'right', width: 125 } as const
const accountText = ({ account, accountName }: JournalLine) => `${account} ${accountName}`
/** The document, with the event unless it is `post` or an internal key. */
const documentOf = ({ memo, event }: JournalLine) =>
  event === 'post' || !/^[a-z]+(-\d+)?$/.test(event) ? memo : `${memo} (${event})`
const partyText = ({ customerCode, vendorCode }: JournalLine) => customerCode ?? vendorCode ?? ''

const columns: readonly Column<JournalLine>[] = [
  {
    id: 'postedOn',
    header: 'Date',
    width: 110,
    // The server has validated the day, so the cast is safe.
    cell: ({ postedOn }) => formatDay(postedOn as Day),
  },
  {
    id: 'memo',
    header: 'Document',
    width: 240,
    sortable: false,
    phone: 'line',
    isLong: true,
    cell: documentOf,
  },
  { id: 'account', header: 'Account', width: 220, phone: 'date', cell: accountText },
  {
    id: 'party',
    header: 'Customer/Vendor',
    width: 140,
    sortable: false,
    text: partyText,
    cell: (line) => <PartyLink line={line} />,
  },
  {
    id: 'debit',
    header: 'Debit',
    ...amount,
    phone: 'amount',
    cell: ({ debit }) => amountText(debit),
  },
  {
    id: 'credit',
    header: 'Credit',
    ...amount,
    phone: 'amount',
    cell: ({ credit }) => <Credit text={amountText(credit)} />,
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'account',
    label: 'Account',
    several: true,
    options: Object.values(accounts).map(({ number, name }) => ({
      value: number,
      label: `${number} ${name}`,
    })),
  },
  { kind: 'dates', id: 'from', label: 'Date', to: 'to' },
  customerFilter,
  vendorFilter,
]

/** The built-in views of the list. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Receivables', filters: { account: accounts.receivable.number } },
  { label: 'Payables', filters: { account: accounts.payable.number } },
  { label: 'Cash', filters: { account: accounts.cash.number } },
  { label: 'Stock', filters: { account: accounts.inventory.number } },
]

/** All journal lines, newest first. A line opens its entry. */
export function JournalTable({ list }: { list: ListState }) {
  return (
    <div>
      <ListViews name="journal" list={list} views={views} />
      <DataTable
        name="journal"
        title="Journal Entries"
        endpoint={listJournal}
        list={list}
        usualSort="-id"
        columns={columns}
        filters={filters}
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

function PartyLink({ line }: { line: JournalLine }) {
  const { customerCode, vendorCode } = line
  const code = customerCode ?? vendorCode
  if (!code) return null
  return (
    <Link
      to={customerCode ? '/customers' : '/vendors'}
      search={{ open: code } as never}
      className="no-underline hover:underline"
    >
      {code}
    </Link>
  )
}
