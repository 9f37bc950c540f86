import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { ConnectionHealth } from './ConnectionHealth.tsx'
import { ProblemsTable } from './ProblemsTable.tsx'
import type { TypeStatus, WmsStatus } from '../contract.ts'
import { counted, dataTypeNames } from '../labels.ts'

type OverviewTabProps = { list: ListState; status: WmsStatus | undefined; isPending: boolean }

/** Shows the exports, the imports, the connection and the problems. */
export function OverviewTab({ list, status, isPending }: OverviewTabProps) {
  if (isPending) return <Skeleton className="h-[60rem]" />
  const inventory = status?.types.find(({ dataType }) => dataType === 'inventory')
  return (
    <div className="flex flex-col gap-4">
      {inventory && inventory.errors.length > 0 && (
        <Alert title="Inventory Sync Issues:">
          <ul className="list-disc pl-5">
            {inventory.errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <Direction
          title="Export Status"
          types={typesOf(status, ['customers', 'orders', 'purchase_orders'])}
          note={waitingText(status)}
        />
        <Direction
          title="Import Status"
          types={typesOf(status, ['inventory', 'orders'])}
          note="Shipments and receipts arrive by webhook and with every sync."
        />
      </div>
      <ConnectionHealth connection={status?.connection} />
      <ProblemsTable list={list} status={status} />
    </div>
  )
}

function typesOf(
  status: WmsStatus | undefined,
  dataTypes: readonly TypeStatus['dataType'][],
): TypeStatus[] {
  return status?.types.filter(({ dataType }) => dataTypes.includes(dataType)) ?? []
}

function waitingText(status: WmsStatus | undefined): string {
  if (!status) return 'The export queue could not be loaded.'
  const { waiting } = status.connection
  if (waiting === 0) return 'Nothing queued.'
  return `${counted(waiting, 'document')} to be sent.`
}

type DirectionProps = { title: string; types: readonly TypeStatus[]; note: string }

function Direction({ title, types, note }: DirectionProps) {
  return (
    <section aria-label={title} className="card p-4">
      <h2 className="text-card">{title}</h2>
      <ul className="mt-2">
        {types.map(({ dataType, lastSync, changed, recordsProcessed, errors }) => (
          <li
            key={dataType}
            className="flex flex-wrap justify-between gap-x-3 border-t border-line py-2"
          >
            <span className="text-label">{dataTypeNames[dataType]}</span>
            <span className="text-table numbers text-muted">
              {`${counted(recordsProcessed, 'record')}, ${changed.toLocaleString('en-US')} changed`}
              {errors.length > 0 && `, ${counted(errors.length, 'problem')}`}
              {` · ${formatMomentOr(lastSync)}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-table border-t border-line pt-2 text-muted">{note}</p>
    </section>
  )
}
