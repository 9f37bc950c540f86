import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { AddressLink } from '#platform/web/AddressLink.tsx'
import { type Related, relatedKindNames, relatedKinds } from '../../contract.ts'

/** The records related to an order, grouped by kind; each links to its own page. */
export function RelatedRecordsList({ records }: { records: readonly Related[] }) {
  if (records.length === 0) return <p className="text-muted">No related documents yet.</p>
  const kinds = relatedKindNames.filter((name) => records.some(({ kind }) => kind === name))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {kinds.map((name) => (
        <section key={name} aria-label={relatedKinds[name].title}>
          <h3 className="text-label">{relatedKinds[name].title}</h3>
          <ul>
            {records
              .filter(({ kind }) => kind === name)
              .map((record) => (
                <RelatedRow key={record.id} record={record} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function RelatedRow({ record }: { record: Related }) {
  const { kind, id, number, status, on, amount, says } = record
  const { to, ...target } = relatedKinds[kind]
  const open = 'opensById' in target ? String(id) : number
  const search = { ...('tab' in target && { tab: target.tab }), open }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <AddressLink address={{ to, search }} className="numbers font-medium break-all">
        {number}
      </AddressLink>
      <StatusBadge status={status} />
      {says && <span className="text-muted">{says}</span>}
      <span className="numbers ml-auto flex gap-3">
        {on && <span className="text-muted">{formatDay(on)}</span>}
        {amount && <span className="font-semibold">{formatDecimal(amount)}</span>}
      </span>
    </li>
  )
}
