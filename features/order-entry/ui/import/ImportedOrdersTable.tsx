import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { type ImportedOrder, orderColumns } from '../../contract.ts'
import type { ImportChoice } from '../../csv-order-choices.ts'
import { OrderChoiceSelect } from '../parts/OrderChoiceSelect.tsx'
import { canBeCreated, type OrderImport } from './use-order-import.ts'

const checkLabels = {
  create: 'Approved',
  hold: 'Would be on hold',
  refused: 'Not enough stock',
  exists: 'Already exists',
  repeat: 'Possible duplicate',
  wrong: 'Has an error',
  left: 'Skipped',
} as const
const importLabels = {
  ...checkLabels,
  create: 'Created',
  hold: 'On hold',
  refused: 'Not created',
} as const

/** The label of each result, before or after the import. */
export function resultLabels(isDone: boolean): Record<ImportedOrder['fate'], string> {
  return isDone ? importLabels : checkLabels
}

type TableProps = { current: OrderImport; orders: readonly ImportedOrder[] }

/** The orders of a file, each with its result and the user's choice. */
export function ImportedOrdersTable({ current, orders }: TableProps) {
  const isDone = current.step === 'done'
  return (
    <ScrollRegion label="Orders">
      <table className="text-table numbers w-full">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {!isDone && <HeaderCell>Choice</HeaderCell>}
            <HeaderCell>Customer</HeaderCell>
            <HeaderCell isWide>Customer PO</HeaderCell>
            <HeaderCell isWide>Lines</HeaderCell>
            <HeaderCell>Total</HeaderCell>
            <HeaderCell>Outcome</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.rows[0]} className="border-b border-line align-top">
              {!isDone && (
                <td className="px-2 py-2">
                  <Choice current={current} order={order} />
                </td>
              )}
              <th scope="row" className="px-2 py-2 text-left font-medium sm:whitespace-nowrap">
                {order.customerCode}
                <span className="block font-normal text-muted sm:hidden">{order.customerPO}</span>
              </th>
              <td className={`px-2 py-2 ${wideOnlyClass}`}>{order.customerPO ?? '—'}</td>
              <td className={`px-2 py-2 ${wideOnlyClass}`}>{order.lines}</td>
              <td className="px-2 py-2">
                {order.total === null ? '—' : formatDecimal(order.total)}
              </td>
              <td className="px-2 py-2">
                <Outcome current={current} order={order} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Columns hidden on a narrow screen. */
const wideOnlyClass = 'max-sm:hidden'

function HeaderCell({ children, isWide }: { children: string; isWide?: boolean }) {
  return (
    <th scope="col" className={`px-2 py-1.5 ${isWide ? wideOnlyClass : ''}`}>
      {children}
    </th>
  )
}

type OrderProps = { current: OrderImport; order: ImportedOrder }

/** The choice for an order, the same select as for EDI orders; a dash if it cannot be created. */
function Choice({ current, order }: OrderProps) {
  if (!canBeCreated(order)) return <span className="text-muted">—</span>
  const label = `Action for the order in row ${order.rows[0]}`
  const choice = current.choiceOf(order)
  if (order.canRepeat || choice === 'again') {
    return <RepeatSelect {...{ label, choice }} onChoose={(c) => current.choose([order], c)} />
  }
  return (
    <OrderChoiceSelect
      label={label}
      choice={choice}
      isHeld={order.fate === 'hold'}
      onChoose={(choice) => current.choose([order], choice)}
    />
  )
}

type RepeatSelectProps = {
  label: string
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/** Selects whether to create an order again beside an equal imported one. */
function RepeatSelect({ label, choice, onChoose }: RepeatSelectProps) {
  return (
    <select
      aria-label={label}
      className="control ml-auto h-8 w-auto"
      value={choice}
      onChange={({ target }) => onChoose(target.value as ImportChoice)}
    >
      <option value="leave">Skip</option>
      <option value="again">Create again</option>
    </select>
  )
}

/** The user's choice in words, if it differs from the result of the check. */
function plannedLabel(current: OrderImport, order: ImportedOrder): string | undefined {
  if (current.step === 'done' || !canBeCreated(order)) return undefined
  const choice = current.choiceOf(order)
  if (order.canRepeat) return choice === 'again' ? 'Would be created again' : undefined
  if (choice === 'leave') return 'Would be skipped'
  return choice === 'hold' ? 'Would be created on hold' : undefined
}

function Outcome({ current, order }: OrderProps) {
  const { fate, says, orderNumber, errors, warnings } = order
  const isFailed = fate === 'wrong' || fate === 'refused'
  const lines = [...errors, ...warnings].toSorted((a, b) => a.row - b.row)
  return (
    <>
      <span className={isFailed ? 'font-medium text-danger' : 'font-medium'}>
        {plannedLabel(current, order) ?? resultLabels(current.step === 'done')[fate]}
      </span>
      {orderNumber && (
        <Link to="/sales-orders" search={{ open: orderNumber }} className="ml-2 font-medium">
          {orderNumber}
        </Link>
      )}
      {says && errors.length === 0 && <span className="block text-muted">{says}</span>}
      {lines.length > 0 && (
        <ul className="text-muted">
          {lines.map(({ row, field, message }) => (
            <li key={`${row} ${field} ${message}`}>
              {`Row ${row}, ${labelOf(field)}: ${message}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The column heading of a field. */
export function labelOf(name: string): string {
  return orderColumns.find((column) => column.name === name)?.label ?? name
}
