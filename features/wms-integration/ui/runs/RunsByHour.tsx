import { useState } from 'react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import type { TypeStatus } from '../../contract.ts'
import { dataTypes } from '../../rules.ts'
import { type HourOfRuns, hoursOf } from './runs-by-hour.ts'
import { counted, dataTypeNames } from '../../labels.ts'

const heads = ['Hour', ...dataTypes.map((dataType) => dataTypeNames[dataType])]

/**
 * A table of the runs of the last 24 hours by hour, as an alternative to the strips of the cards.
 */
export function RunsByHour({ types }: { types: readonly TypeStatus[] | undefined }) {
  const [isTable, setIsTable] = useState(false)
  const hours = types ? hoursOf(types) : []
  return (
    <section aria-label="Runs of the last 24 hours" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-table text-muted">Each bar is a run of the last 24 hours.</p>
        <TableToggle isTable={isTable} onTurn={setIsTable} />
      </div>
      {isTable && hours.length === 0 && (
        <p className="card text-table p-4 text-muted">
          {types ? 'No runs in the last 24 hours.' : 'The runs could not be loaded.'}
        </p>
      )}
      {isTable && hours.length > 0 && (
        <div className="card p-4">
          <LazyChartTable
            label="Runs of the last 24 hours as a table"
            heads={heads}
            rows={hours.map((hour) => [formatMomentOr(hour.at), ...hour.types.map(hourText)])}
          />
        </div>
      )}
    </section>
  )
}

/** Formats an hour: `4 runs, 1,240 records`, and how many runs failed. */
function hourText(hour: HourOfRuns | undefined): string {
  if (!hour) return '–'
  const text = `${counted(hour.runs, 'run')}, ${counted(hour.processed, 'record')}`
  return hour.failed > 0 ? `${text}, ${hour.failed.toLocaleString('en-US')} failed` : text
}
