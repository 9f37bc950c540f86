import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { ScrollRegion } from '#platform/ui/ScrollRegion.tsx'
import { download } from '#platform/ui/table/all-rows.ts'
import type { EdiFile, EdiTaken } from './contract.ts'
import { documentWords, interchangeWords, lineWords, setName } from './words.ts'

type EdiOutcomeProps = { taken: readonly EdiTaken[]; isDone: boolean }

/** What became of each interchange of a file, order by order and line by line. */
export function EdiOutcome({ taken, isDone }: EdiOutcomeProps) {
  return (
    <>
      <p role="status" className="text-body">
        {summaryOf(taken, isDone)}
      </p>
      {taken.map((each, index) => (
        <section
          key={`${each.controlNumber} ${index}`}
          aria-label={`Interchange ${each.controlNumber}`}
          className="grid gap-3 rounded-card border border-line p-3"
        >
          <Head taken={each} />
          {each.orders.map((order, at) => (
            <Order key={`${order.reference} ${at}`} order={order} isDone={isDone} />
          ))}
          {isDone && each.answers.length > 0 && <Answers answers={each.answers} />}
        </section>
      ))}
    </>
  )
}

function summaryOf(taken: readonly EdiTaken[], isDone: boolean): string {
  const orders = taken.flatMap((each) => each.orders).filter(({ setId }) => setId === '850')
  const made = orders.filter(({ orderNumber, state }) => orderNumber && state !== 'cancelled')
  const word = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
  const isOld = taken.every(({ state }) => state === 'duplicate')
  if (isOld) return 'This file has come before: nothing in it is new.'
  if (orders.length === 0) return 'There is no order in this file.'
  const end = isDone ? 'created' : 'would be created'
  return `${word(orders.length)} in this file, ${made.length} ${end}.`
}

function Head({ taken }: { taken: EdiTaken }) {
  const { partnerName, controlNumber, state, ta1, reason } = taken
  const isBad = state === 'refused' || state === 'quarantined' || state === 'rejected'
  return (
    <>
      <h3 className="text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {partnerName ?? 'Unknown sender'}
        <span className="numbers font-normal text-muted">Interchange {controlNumber}</span>
        <span className={isBad ? 'text-danger' : ''}>{interchangeWords[state]}</span>
      </h3>
      {reason && (
        <Alert tone={isBad ? undefined : 'info'}>
          {ta1 ? `${reason} (TA1 ${ta1}).` : `${reason}.`}
        </Alert>
      )}
    </>
  )
}

type OrderProps = { order: EdiTaken['orders'][number]; isDone: boolean }

function Order({ order, isDone }: OrderProps) {
  const { setId, reference, state, reason, orderNumber, customerCode, total, lines } = order
  const word = state === 'taken' && !isDone ? 'Would be created' : documentWords[state]
  return (
    <div className="grid gap-2">
      <p className="text-body flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{reference ?? setName(setId)}</span>
        {customerCode && <span className="text-muted">{customerCode}</span>}
        {total && <span className="numbers">{formatDecimal(total)}</span>}
        <span className={state === 'refused' || state === 'rejected' ? 'text-danger' : ''}>
          {word}
        </span>
        {isDone && orderNumber && (
          <Link to="/sales-orders" search={{ open: orderNumber } as never} className="font-medium">
            {orderNumber}
          </Link>
        )}
      </p>
      {reason && <p className="text-table text-muted">{reason}</p>}
      {lines.length > 0 && <Lines name={reference ?? setId} lines={lines} />}
    </div>
  )
}

const heads = ['Line', 'SKU', 'Quantity', 'Price', 'Answer'] as const

function Lines({ name, lines }: { name: string; lines: OrderProps['order']['lines'] }) {
  return (
    <ScrollRegion label={`Lines of ${name}`}>
      <table className="text-table numbers w-full">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-2 py-1.5">
                {head}
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
                  {lineWords[code]}
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

/** The files that go back to the partner. */
export function Answers({ answers }: { answers: readonly EdiFile[] }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      {answers.map(({ what, fileName, text }) => (
        <Button
          key={fileName}
          size="small"
          icon={Download}
          onClick={() => download(new Blob([text], { type: 'application/edi-x12' }), fileName)}
        >
          Download {what}
        </Button>
      ))}
    </p>
  )
}
