import { useState } from 'react'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import {
  type PastValues as PastValuesAnswer,
  readPastValues,
  type VersionedEntity,
} from '../contract.ts'
import { fieldName, pastValueText } from '../labels.ts'

export type PastValuesProps = { entity: VersionedEntity; id: number }

/** Asks for a day, and shows what orders of that day would have read of a record. */
export function PastValues({ entity, id }: PastValuesProps) {
  const [day, setDay] = useState<Day | ''>('')
  return (
    <details className="mb-4">
      <summary className="w-fit cursor-pointer font-medium">Show values as of a date</summary>
      <div className="mt-2 grid gap-3">
        <DayField
          label="As of"
          hint="Values in effect at the end of that day"
          value={day}
          onPick={setDay}
        />
        {day !== '' && <ValuesOfDay entity={entity} id={id} day={day} />}
      </div>
    </details>
  )
}

function ValuesOfDay({ entity, id, day }: PastValuesProps & { day: Day }) {
  const { data, error } = useRead(readPastValues, { params: { id }, query: { entity, day } })
  return (
    <div role="status">
      {error && <p>{`${error.sentence}.`}</p>}
      {data && !error && <Values past={data} />}
    </div>
  )
}

function Values({ past }: { past: PastValuesAnswer }) {
  const { exists, knownFrom, changedBy, values, contractPrices = [] } = past
  if (!exists) return <p>This record did not exist on that date.</p>
  if (values.length === 0) return <p>Every setting had its default on that date.</p>
  return (
    <>
      <dl className="text-table grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
        {values.map(({ field, value }) => (
          <div key={`${field} ${JSON.stringify(value)}`} className="contents">
            <dt className="text-muted">{fieldName(field)}</dt>
            <dd className="numbers wrap-anywhere">{pastValueText(value, field)}</dd>
          </div>
        ))}
      </dl>
      {knownFrom && (
        <p className="text-caption mt-1 font-normal text-muted">
          {'Unchanged since '}
          <time dateTime={knownFrom}>{formatMoment(knownFrom)}</time>
          {changedBy === null ? ' or earlier' : `, when ${changedBy} changed it`}
        </p>
      )}
      {contractPrices.length > 0 && <ContractPrices past={past} />}
    </>
  )
}

/** The contract prices of a customer that were in force. */
function ContractPrices({ past }: { past: PastValuesAnswer }) {
  const { contractPrices = [], hasMoreContractPrices = false } = past
  return (
    <div className="mt-3">
      <LinesTable
        label="Contract prices"
        heads={['SKU', rightAligned('From units'), rightAligned('Contract price'), 'Valid']}
        className="min-w-96"
      >
        {contractPrices.map(
          ({ sku, minimumQuantity, contractPrice, effectiveDate, expirationDate }) => (
            <tr key={`${sku} ${minimumQuantity} ${effectiveDate}`} className="border-b border-line">
              <td className="px-2 py-1.5">{sku}</td>
              <td className="numbers px-2 py-1.5 text-right">{minimumQuantity}</td>
              <td className="numbers px-2 py-1.5 text-right">{formatDecimal(contractPrice)}</td>
              <td className="numbers px-2 py-1.5">
                {`from ${formatDay(effectiveDate)}`}
                {expirationDate && ` to ${formatDay(expirationDate)}`}
              </td>
            </tr>
          ),
        )}
      </LinesTable>
      {hasMoreContractPrices && <p className="mt-1 text-muted">There are more than these.</p>}
    </div>
  )
}
