import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { report } from '#platform/ui/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { send } from '#platform/web/send.ts'
import { type Waiver, waiverReport } from './contract.ts'
import { actOf, documentOf, kindOf, pathOf, skippedBy } from './duties.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function DocumentLink({ waiver }: { waiver: Waiver }) {
  const path = pathOf(waiver)
  const words = documentOf(waiver)
  return path ? <Link to={path as never}>{words}</Link> : words
}

const columns: readonly Column<Waiver>[] = [
  { id: 'at', header: 'When', cell: ({ at }) => moment.format(Date.parse(at)) },
  { id: 'by', header: 'Who', cell: ({ by }) => by },
  { id: 'action', header: 'Act', cell: actOf, text: actOf },
  {
    id: 'code',
    header: 'Document',
    cell: (waiver) => <DocumentLink waiver={waiver} />,
    text: documentOf,
  },
  { id: 'controls', header: 'What was skipped', cell: skippedBy, text: skippedBy },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) => amount && formatDecimal(amount),
  },
]

/** Whatever was let through although one person should not do it alone. */
export const waiversReport = report({
  id: 'separation-of-duties',
  area: 'Controls',
  title: 'Separation of duties',
  says: 'What was let through although one person should not do it alone, newest first.',
  permission: 'audit.read',
  takes: 'period',
  load: ({ from, to }) => send(waiverReport, { query: { from, to } }),
  columns,
  // Orders, payments and stock are no sum of anything.
  sums: [],
  groups: [
    { id: 'control', label: 'What was skipped', of: skippedBy },
    { id: 'by', label: 'Who', of: ({ by }) => by },
    { id: 'kind', label: 'Document', of: kindOf },
  ],
})
