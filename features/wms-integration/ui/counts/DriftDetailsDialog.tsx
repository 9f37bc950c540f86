import { Link } from '@tanstack/react-router'
import type { ScreenPath } from '#platform/web/screen-address.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readWmsDrift } from '../../contract.ts'
import type { WmsDriftRow } from '../../rules.ts'
import { driftNames, signed } from '../../labels.ts'

const number = (value: number | null) =>
  value === null ? 'not reported' : value.toLocaleString('en-US')

/** Explains a count difference, with its possible causes and the SKU's earlier counts. */
export function DriftDetailsDialog({ of, onClose }: { of: WmsDriftRow; onClose: () => void }) {
  const read = useRead(readWmsDrift, { params: { id: of.id } })
  const drift = read.data
  return (
    <Dialog title={`Count of ${of.sku}, ${formatMomentOr(of.asOf)}`} size="form" onClose={onClose}>
      <DialogBody>
        {read.error && <Alert>{read.error.message}</Alert>}
        {!drift && !read.error && <Skeleton className="h-64" />}
        {drift && (
          <div className="flex flex-col gap-5">
            <div>
              <p className="text-label">{drift.explanation}.</p>
              <p className="text-muted">{drift.proposal}.</p>
            </div>
            <Facts
              items={[
                { name: 'SKU', value: <Open to="/skus" code={drift.sku} /> },
                { name: 'Product Name', value: drift.name },
                { name: 'On hand, expected', value: number(drift.expected) },
                { name: 'On hand, counted', value: number(drift.reported) },
                { name: 'To ship, recorded', value: number(drift.committedExpected) },
                { name: 'To ship, reported', value: number(drift.committedReported) },
                { name: 'On order, recorded', value: number(drift.onOrderExpected) },
                { name: 'On order, reported', value: number(drift.onOrderReported) },
              ]}
            />
            <Causes causes={drift.causes} />
            <History rows={drift.history} />
          </div>
        )}
      </DialogBody>
    </Dialog>
  )
}

function Open({ to, code }: { to: ScreenPath; code: string }) {
  return (
    <Link to={to} search={{ open: code }} className="underline">
      {code}
    </Link>
  )
}

type Cause = { kind: 'booked' | 'order' | 'purchase'; document: string; units: number }
type CauseRow = Cause & { at: string | null }

const causeTexts: Readonly<Record<Cause['kind'], string>> = {
  booked: 'recorded here',
  order: 'at the warehouse, no shipment recorded yet',
  purchase: 'expected at the warehouse, no receipt recorded yet',
}

function Causes({ causes }: { causes: readonly CauseRow[] }) {
  return (
    <section aria-labelledby="drift-causes">
      <h3 id="drift-causes" className="text-card">
        Documents with the same number of units
      </h3>
      {causes.length === 0 && <p className="text-muted">None.</p>}
      <ul className="mt-1">
        {causes.map(({ kind, document, units, at }) => (
          <li key={`${kind} ${document} ${at}`} className="numbers border-t border-line py-2">
            <Document kind={kind} name={document} />
            {`: ${signed(units)}, ${causeTexts[kind]}${at ? `, ${formatMomentOr(at)}` : ''}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Recognizes purchase and sales orders by the prefix of their number. */
function Document({ kind, name }: { kind: Cause['kind']; name: string }) {
  if (kind === 'purchase' || name.startsWith('PO-'))
    return <Open to="/purchase-orders" code={name} />
  if (kind === 'order' || name.startsWith('SO-')) return <Open to="/sales-orders" code={name} />
  return <span>{name}</span>
}

function History({ rows }: { rows: readonly WmsDriftRow[] }) {
  return (
    <section aria-labelledby="drift-history">
      <h3 id="drift-history" className="text-card">
        Earlier variances of this SKU
      </h3>
      <ul className="mt-1">
        {rows.map(({ id, asOf, expected, reported, class: kind }) => (
          <li key={id} className="text-table numbers border-t border-line py-2">
            {`${formatMomentOr(asOf)}: ${reported.toLocaleString('en-US')} counted, `}
            {`${signed(reported - expected)} · ${driftNames[kind]}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
