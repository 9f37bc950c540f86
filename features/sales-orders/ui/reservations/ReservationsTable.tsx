import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { onHoldText } from '#features/decisions/hold-labels.ts'
import { formatDay, formatOptionalDay } from '#platform/kernel/days.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { ReservedLine, SkuReservations } from '../../contract.ts'

const heads = [
  rightAligned('Priority'),
  'Order',
  'Customer',
  'Status',
  'Promised',
  rightAligned('Age'),
  rightAligned('Reserved'),
  rightAligned('Backordered'),
  'Expected',
  { text: 'Re-allocate', isHidden: true },
]

const cell = 'px-2 py-2'
const number = 'numbers px-2 py-2 text-right'
const count = (units: number) => units.toLocaleString('en-US')

type ReservationsTableProps = {
  lines: readonly ReservedLine[]
  returns: SkuReservations['returns']
  /** The line that the user looks for units for. */
  toItemId: number | undefined
  onReallocate: (line: ReservedLine) => void
}

/** The orders that hold units of a SKU or wait for them, in the order in which they get units. */
export function ReservationsTable({ lines, returns, ...props }: ReservationsTableProps) {
  const { toItemId, onReallocate } = props
  const waits = lines.some((line) => line.whyNotTo === null)
  return (
    <LinesTable label="Who has this stock" heads={heads} className="min-w-240">
      {lines.map((line) => (
        <Row
          key={line.itemId}
          line={line}
          isMarked={line.itemId === toItemId}
          hasTarget={waits}
          onReallocate={() => onReallocate(line)}
        />
      ))}
      {returns.map((each) => (
        <tr key={each.returnNumber} className="border-b border-line align-top">
          <td className={number}>–</td>
          <td className={clsx(cell, 'numbers font-medium')}>
            <Link to="/returns" search={{ open: each.returnNumber }}>
              {each.returnNumber}
            </Link>
          </td>
          <td className={cell}>{`${each.vendorCode} · ${each.vendorName}`}</td>
          <td className={cell} colSpan={3}>
            Return to a vendor
          </td>
          <td className={number}>{count(each.reserved)}</td>
          <td className={cell} colSpan={3}>
            –
          </td>
        </tr>
      ))}
    </LinesTable>
  )
}

type RowProps = {
  line: ReservedLine
  isMarked: boolean
  /** Whether any line waits for units. */
  hasTarget: boolean
  onReallocate: () => void
}

function Row({ line, isMarked, hasTarget, onReallocate }: RowProps) {
  return (
    <tr
      className={clsx('border-b border-line align-top', isMarked && 'bg-selected')}
      aria-current={isMarked || undefined}
    >
      <td className={number}>{line.priority}</td>
      <td className={clsx(cell, 'numbers font-medium')}>
        <Link to="/sales-orders" search={{ open: line.orderNumber }}>
          {line.orderNumber}
        </Link>
        <span className="text-caption block text-muted">{`Line ${line.lineNo}`}</span>
      </td>
      <td className={cell}>{`${line.customerCode} · ${line.customerName}`}</td>
      <td className={cell}>
        <StatusBadge
          status={line.status}
          also={line.holdReason === null ? undefined : onHoldText(line.holdReason)}
        />
      </td>
      <td className={clsx('numbers', cell)}>
        {formatOptionalDay(line.promisedDate, '—')}
        {line.isLate && <span className="block font-semibold text-warning">Late</span>}
      </td>
      <td className={number}>{counted(line.ageDays, 'day')}</td>
      <td className={number}>{count(line.reserved)}</td>
      <td className={clsx(number, line.backordered > 0 && 'font-semibold text-warning')}>
        {count(line.backordered)}
      </td>
      <td className={clsx('numbers', cell)}>
        {line.backordered > 0 && (line.expectedDate ? formatDay(line.expectedDate) : 'Unknown')}
      </td>
      <td className="px-2 py-1 text-right">
        {line.reserved > 0 && (
          <ReallocateButton line={line} hasTarget={hasTarget} onClick={onReallocate} />
        )}
      </td>
    </tr>
  )
}

type ReallocateButtonProps = { line: ReservedLine; hasTarget: boolean; onClick: () => void }

function ReallocateButton({ line, hasTarget, onClick }: ReallocateButtonProps) {
  const whyNot = useWhyNot()
  const noTarget = hasTarget ? undefined : 'No order has backordered units of this SKU'
  return (
    <Button
      size="small"
      whyNot={whyNot('salesOrders.reallocate') ?? line.whyNotFrom ?? noTarget}
      aria-label={`Re-allocate units of ${line.orderNumber}`}
      onClick={onClick}
    >
      Re-allocate…
    </Button>
  )
}
