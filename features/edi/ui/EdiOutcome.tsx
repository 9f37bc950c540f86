import { Download } from 'lucide-react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { download } from '#platform/ui/table/export/all-rows.ts'
import type { EdiFile, EdiImportResult } from '../contract.ts'
import { EdiOrder, isLeftOut } from './EdiOrder.tsx'
import type { EdiImportState } from './use-edi-import.ts'
import { interchangeWords } from '../labels.ts'

type EdiOutcomeProps = { current: EdiImportState; taken: readonly EdiImportResult[] }

/** Shows the result of each interchange of a file, by order and line. */
export function EdiOutcome({ current, taken }: EdiOutcomeProps) {
  const { isDone, choices } = current
  return (
    <>
      <p role="status" className="text-body">
        {summaryOf(taken, { isDone, choices })}
      </p>
      {taken.map((each, index) => (
        <section
          key={`${each.controlNumber} ${index}`}
          aria-label={`Interchange ${each.controlNumber}`}
          className="grid gap-3 rounded-card border border-line p-3"
        >
          <Head taken={each} />
          {each.orders.map((order, at) => (
            <EdiOrder key={`${order.reference} ${at}`} current={current} order={order} />
          ))}
          {isDone && each.answers.length > 0 && <Answers answers={each.answers} />}
        </section>
      ))}
    </>
  )
}

function summaryOf(
  taken: readonly EdiImportResult[],
  { isDone, choices }: Pick<EdiImportState, 'isDone' | 'choices'>,
): string {
  const orders = taken.flatMap((each) => each.orders).filter(({ setId }) => setId === '850')
  const left = orders.filter((order) =>
    isDone ? isLeftOut(order) : choices.get(order.place ?? '') === 'leave',
  )
  const made = orders.filter(({ orderNumber, state }) => orderNumber && state !== 'cancelled')
  const word = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
  const isOld = taken.every(({ state }) => state === 'duplicate')
  if (isOld) return 'This file is a duplicate. It contains nothing new.'
  if (orders.length === 0) return 'This file contains no orders.'
  const count = made.filter((order) => !left.includes(order)).length
  const end = isDone ? `${count} created` : `${count} would be created`
  const rest = left.length > 0 ? `, ${left.length} skipped` : ''
  return `${word(orders.length)} in this file, ${end}${rest}.`
}

function Head({ taken }: { taken: EdiImportResult }) {
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

/** Download buttons for the answers to the partner. */
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
