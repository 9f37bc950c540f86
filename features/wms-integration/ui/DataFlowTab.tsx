import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { DataFlowDiagram } from './DataFlowDiagram.tsx'
import { RunsTable } from './runs/RunsTable.tsx'
import { readWmsSamples } from '../contract.ts'
import { exported, type Flow, imported } from './message-kinds.ts'
import { readable } from '../labels.ts'

/**
 * Shows the exchanged data as a picture, the fields and last message of each kind and direction,
 * which screen readers use instead of the picture, and the log of the runs.
 */
export function DataFlowTab({ list }: { list: ListState }) {
  const read = useRead(readWmsSamples)
  if (read.error && !read.data) {
    const again = <Button onClick={() => void read.refetch()}>Try again</Button>
    return <Alert actions={again}>{read.error.message}</Alert>
  }
  const samples = new Map(read.data?.map((sample) => [sample.kind, sample]))
  const flow = (flows: readonly Flow[]) =>
    flows.map((each) => (
      <FlowCard
        key={each.kind}
        flow={each}
        sample={samples.get(each.kind)}
        isLoading={!read.data}
      />
    ))
  return (
    <div className="flex flex-col gap-6">
      <RefreshFailed read={read} />
      <DataFlowDiagram samples={read.data && samples} />
      <div className="grid gap-6 lg:grid-cols-2">
        <section aria-labelledby="wms-exported" className="flex min-w-0 flex-col gap-4">
          <h2 id="wms-exported" className="text-card">
            Prizm → WMS
          </h2>
          <ul className="flex flex-col gap-4">{flow(exported)}</ul>
        </section>
        <section aria-labelledby="wms-imported" className="flex min-w-0 flex-col gap-4">
          <h2 id="wms-imported" className="text-card">
            WMS → Prizm
          </h2>
          <ul className="flex flex-col gap-4">{flow(imported)}</ul>
        </section>
      </div>
      <RunsTable list={list} />
    </div>
  )
}

type Sample = { createdAt: string; body: string }
type FlowCardProps = { flow: Flow; sample: Sample | undefined; isLoading: boolean }

function FlowCard({ flow: { title, fields }, sample, isLoading }: FlowCardProps) {
  return (
    <li className="card min-w-0 p-4">
      <h3 className="text-label">{title}</h3>
      <ul className="mt-2 flex flex-wrap gap-1">
        {fields.map((field) => (
          <li key={field} className="text-caption rounded-control bg-surface-2 px-2 py-0.5">
            {field}
          </li>
        ))}
      </ul>
      <div className="text-table mt-3">
        {isLoading && <Skeleton className="h-5 w-40" />}
        {!isLoading && !sample && <p className="text-muted">No data exchanged yet.</p>}
        {sample && (
          <details>
            <summary className="cursor-pointer text-link">
              {`Last message, ${formatMomentOr(sample.createdAt)}`}
            </summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div role="region" aria-label={title} tabIndex={0} className="max-h-72 overflow-auto">
              <pre className="mt-2 w-fit min-w-full rounded-control bg-surface-2 p-3">
                {readable(sample.body)}
              </pre>
            </div>
          </details>
        )}
      </div>
    </li>
  )
}
