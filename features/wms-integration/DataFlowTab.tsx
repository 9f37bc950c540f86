import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { RunsTable } from './RunsTable.tsx'
import { readWmsSamples } from './contract.ts'
import { momentText, readable } from './words.ts'

type Flow = { kind: string; title: string; fields: readonly string[] }

const exported: readonly Flow[] = [
  {
    kind: 'customer',
    title: 'Customers',
    fields: [
      'Code',
      'Company name',
      'E-mail',
      'Phone',
      'Shipping address',
      'Billing address',
      'Price level',
      'Credit limit',
    ],
  },
  {
    kind: 'order',
    title: 'Sales orders',
    fields: [
      'Order number and date',
      'Customer and their PO',
      'Lines with SKU and quantity',
      'Shipping address',
      'Special handling instructions',
    ],
  },
  {
    kind: 'expected_receipt',
    title: 'Expected receipts of approved purchase orders',
    fields: ['Order number', 'Vendor', 'Expected date', 'Lines with SKU and quantity'],
  },
  {
    kind: 'expected_return',
    title: 'Expected receipts of approved returns of customers',
    fields: ['Return number', 'Customer and their order', 'Reason', 'Lines with SKU and quantity'],
  },
  {
    kind: 'item',
    title: 'SKUs',
    fields: ['SKU', 'Name', 'Unit of measure', 'Barcode', 'Category'],
  },
]

const imported: readonly Flow[] = [
  {
    kind: 'inventory',
    title: 'Inventory',
    fields: [
      'Available quantity by SKU',
      'Reserved stock',
      'On-order quantity',
      'Warehouse location',
    ],
  },
  {
    kind: 'shipment.created',
    title: 'Shipments',
    fields: [
      'Tracking numbers',
      'Carrier',
      'Ship dates',
      'Delivery estimates',
      'Confirmations',
      'Exceptions',
    ],
  },
  {
    kind: 'receipt.created',
    title: 'Receipts of purchase orders and returns',
    fields: ['Receipt number', 'Lines with SKU and quantity', 'Day of receipt'],
  },
]

/**
 * Every field that is exchanged, which way it goes, the last message that carried it, and under
 * them the log of the runs.
 */
export function DataFlowTab({ list }: { list: ListState }) {
  const read = useRead(readWmsSamples)
  if (read.error) return <Alert>{read.error.message}</Alert>
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
        {!isLoading && !sample && <p className="text-muted">Not exchanged yet.</p>}
        {sample && (
          <details>
            <summary className="cursor-pointer text-link">
              {`Last message, ${momentText(sample.createdAt)}`}
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
