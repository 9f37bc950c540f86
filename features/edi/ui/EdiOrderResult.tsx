import { Link } from '@tanstack/react-router'
import type { OrderChoice } from '#features/order-entry/imported-order-choice.ts'
import { OrderChoiceSelect } from '#features/order-entry/ui/parts/OrderChoiceSelect.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import type { EdiLine, EdiImportResult } from '../contract.ts'
import type { EdiImportState } from './use-edi-import.ts'
import { documentStateLabels, lineCodeLabels, setName } from '../labels.ts'

type ImportedOrder = EdiImportResult['orders'][number]
type EdiOrderResultProps = { current: EdiImportState; order: ImportedOrder }

/** True if a user left the order out of an imported file. */
export function isSkipped({ place, state }: ImportedOrder): boolean {
  return place !== null && state === 'refused'
}

/**
 * Shows the result of an order, or in the preview its expected result with a choice for the user.
 */
export function EdiOrderResult({ current, order }: EdiOrderResultProps) {
  const { isDone, choices } = current
  const { setId, place, reference, state, reason, orderNumber, customerCode, total } = order
  const choice = (place !== null && choices.get(place)) || 'accept'
  const lines = isDone ? order.lines : order.lines.map((line) => withChoice(line, choice))
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-body flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{reference ?? setName(setId)}</span>
        {customerCode && <span className="text-muted">{customerCode}</span>}
        {total && <span className="numbers">{formatDecimal(total)}</span>}
        <span className={state === 'refused' || state === 'rejected' ? 'text-danger' : ''}>
          {isDone ? resultLabel(order) : plannedLabel(order, choice)}
        </span>
        {isDone && orderNumber && (
          <Link to="/sales-orders" search={{ open: orderNumber }} className="font-medium">
            {orderNumber}
          </Link>
        )}
        {!isDone && place !== null && (
          <OrderChoiceSelect
            label={`Action for ${reference ?? 'the order'}`}
            choice={choice}
            isHeld={state === 'held'}
            onChoose={(next) => current.choose(place, next)}
          />
        )}
      </p>
      {reason && <p className="text-table text-muted">{reason}</p>}
      {lines.length > 0 && <Lines name={reference ?? setId} lines={lines} />}
    </div>
  )
}

const resultLabel = (order: ImportedOrder) =>
  isSkipped(order) ? 'Skipped' : documentStateLabels[order.state]

function plannedLabel({ state }: ImportedOrder, choice: OrderChoice): string {
  if (choice === 'leave') return 'Would be skipped'
  if (choice === 'hold' && state === 'taken') return 'Would be created on hold'
  return state === 'taken' ? 'Would be created' : documentStateLabels[state]
}

/** The answer to a line with the user's choice: left out is rejected, on hold is not promised. */
function withChoice(line: EdiLine, choice: OrderChoice): EdiLine {
  if (choice === 'leave') return { ...line, code: 'IR' }
  const isPromised = line.code === 'IA' || line.code === 'IB'
  return choice === 'hold' && isPromised ? { ...line, code: 'IH' } : line
}

const columnNames = ['Line', 'SKU', 'Quantity', 'Price', 'Answer'] as const

function Lines({ name, lines }: { name: string; lines: readonly EdiLine[] }) {
  return (
    <ScrollRegion label={`Lines of ${name}`}>
      <table className="text-table numbers w-full">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {columnNames.map((columnName) => (
              <th key={columnName} scope="col" className="px-2 py-1.5">
                {columnName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ lineNo, sku, quantity, unit, price, code, says }, index) => (
            <tr key={`${lineNo} ${code} ${index}`} className="border-b border-line">
              <td className="px-2 py-1.5">{lineNo}</td>
              <th scope="row" className="px-2 py-1.5 text-left font-medium">
                {sku}
              </th>
              <td className="px-2 py-1.5">
                {quantity} {unit}
              </td>
              <td className="px-2 py-1.5">${price}</td>
              <td className="px-2 py-1.5">
                <span className={code === 'IR' ? 'font-medium text-danger' : 'font-medium'}>
                  {lineCodeLabels[code]}
                </span>
                {code === 'IP' && <span className="ml-2 text-muted">{says}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
