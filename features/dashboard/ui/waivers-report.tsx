import { formatMoment } from '#platform/ui/dates/moments.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { report } from '#platform/ui/reports/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { type Address, parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { type Waiver, waiverReport } from '../contract.ts'
import { actionLabelOf, documentOf, kindOf, pathOf, skippedControlsText } from './waiver-labels.ts'

function WaiverTime({ at }: Waiver) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatMoment(at)}
    </time>
  )
}

function DocumentLink({ waiver }: { waiver: Waiver }) {
  const path = pathOf(waiver)
  const documentName = documentOf(waiver)
  return (
    <span className="whitespace-nowrap">
      {path ? (
        <ScreenAddressLink address={parseAddress(path)}>{documentName}</ScreenAddressLink>
      ) : (
        documentName
      )}
    </span>
  )
}

/** The document of an amount; undefined if it has no page. */
function openDocument(waiver: Waiver): Address | undefined {
  const path = pathOf(waiver)
  return path === undefined ? undefined : parseAddress(path)
}

/** Wrapping text with a minimum width; a table wider than the screen scrolls. */
function WrappedText({ children }: { children: string | null }) {
  return children && <span className="block min-w-[16ch]">{children}</span>
}

const columns: readonly Column<Waiver>[] = [
  { id: 'at', header: 'When', cell: WaiverTime },
  { id: 'by', header: 'Who', cell: ({ by }) => by },
  {
    id: 'action',
    header: 'Action',
    cell: (waiver) => <WrappedText>{actionLabelOf(waiver)}</WrappedText>,
    text: actionLabelOf,
  },
  {
    id: 'code',
    header: 'Document',
    cell: (waiver) => <DocumentLink waiver={waiver} />,
    text: documentOf,
  },
  {
    id: 'controls',
    header: 'Skipped control',
    cell: (waiver) => <WrappedText>{skippedControlsText(waiver)}</WrappedText>,
    text: skippedControlsText,
  },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => <WrappedText>{reason}</WrappedText> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) => amount && formatDecimal(amount),
  },
]

/** The report of bypassed controls, such as separation of duties. */
export const waiversReport = report({
  id: 'separation-of-duties',
  area: 'Controls',
  title: 'Separation of duties',
  description:
    'Steps that one person completed alone although two people are required, newest first.',
  permission: 'audit.read',
  dateMode: 'period',
  endpoint: waiverReport,
  queryOf: ({ from, to }) => ({ from, to }),
  rowsOf: (waivers) => waivers,
  columns,
  formula:
    'The decisions in which a person skipped a control, as the setting for separation of duties ' +
    'allows, or with a permission to override it. The amount is that of the document at that ' +
    'moment, and of a stock adjustment its units at cost. Amounts are not totaled, because ' +
    'they belong to different documents. The journal has each document that posts.',
  opens: { amount: openDocument },
  // Amounts of different documents have no meaningful total.
  sums: [],
  groups: [
    { id: 'control', label: 'Skipped control', of: skippedControlsText },
    { id: 'by', label: 'Who', of: ({ by }) => by },
    { id: 'kind', label: 'Document', of: kindOf },
  ],
})
