import { Download } from 'lucide-react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { EdiFile, EdiImportResult } from '../contract.ts'
import { EdiOrderResult, isSkipped } from './EdiOrderResult.tsx'
import type { EdiImportState } from './use-edi-import.ts'
import { interchangeStateLabels } from '../labels.ts'
import { download } from '#platform/ui/table/export/build-file.ts'

type EdiImportOutcomeProps = { current: EdiImportState; importResults: readonly EdiImportResult[] }

/** Shows the result of each interchange of a file, by order and line. */
export function EdiImportOutcome({ current, importResults: results }: EdiImportOutcomeProps) {
  const { isDone, choices } = current
  return (
    <>
      <p role="status" className="text-body">
        {summaryOf(results, { isDone, choices })}
      </p>
      {results.map((result, index) => (
        <section
          key={`${result.controlNumber} ${index}`}
          aria-label={`Interchange ${result.controlNumber}`}
          className="grid gap-3 rounded-card border border-line p-3"
        >
          <InterchangeHeader importResult={result} />
          {result.orders.map((order, orderIndex) => (
            <EdiOrderResult
              key={`${order.reference} ${orderIndex}`}
              current={current}
              order={order}
            />
          ))}
          {isDone && result.answers.length > 0 && <Answers answers={result.answers} />}
        </section>
      ))}
    </>
  )
}

function summaryOf(
  results: readonly EdiImportResult[],
  { isDone, choices }: Pick<EdiImportState, 'isDone' | 'choices'>,
): string {
  const orders = results.flatMap((result) => result.orders).filter(({ setId }) => setId === '850')
  const skipped = orders.filter((order) =>
    isDone ? isSkipped(order) : choices.get(order.place ?? '') === 'leave',
  )
  const createdOrders = orders.filter(
    ({ orderNumber, state }) => orderNumber && state !== 'cancelled',
  )
  const ordersText = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
  const isDuplicate = results.every(({ state }) => state === 'duplicate')
  if (isDuplicate) return 'This file is a duplicate. It contains nothing new.'
  if (orders.length === 0) return 'This file contains no orders.'
  const count = createdOrders.filter((order) => !skipped.includes(order)).length
  const createdText = isDone ? `${count} created` : `${count} would be created`
  const skippedText = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  return `${ordersText(orders.length)} in this file, ${createdText}${skippedText}.`
}

function InterchangeHeader({ importResult: result }: { importResult: EdiImportResult }) {
  const { partnerName, controlNumber, state, ta1, reason } = result
  const isFailed = state === 'refused' || state === 'quarantined' || state === 'rejected'
  return (
    <>
      <h3 className="text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {partnerName ?? 'Unknown sender'}
        <span className="numbers font-normal text-muted">Interchange {controlNumber}</span>
        <span className={isFailed ? 'text-danger' : ''}>{interchangeStateLabels[state]}</span>
      </h3>
      {reason && (
        <Alert tone={isFailed ? undefined : 'info'}>
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
