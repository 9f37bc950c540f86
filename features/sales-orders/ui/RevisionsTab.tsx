import { formatMoment } from '#platform/ui/dates/moments.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { listRevisions, type SalesOrderRevision, type SalesOrder } from '../contract.ts'

const heads = [
  rightAligned('Line'),
  'SKU',
  rightAligned('Quantity'),
  rightAligned('Unit Price'),
  'Price Source',
]

type Line = SalesOrderRevision['lines'][number]

/** The revisions of an order since it was first processed, newest first. */
export function RevisionsTab({ order }: { order: SalesOrder }) {
  const read = useRead(listRevisions, { params: { id: order.id } })
  return (
    <Loaded read={read}>
      {(revisions) => (
        <div className="grid grid-cols-1 gap-8">
          {revisions.length === 0 && (
            <p className="text-muted">No revisions since release to the warehouse.</p>
          )}
          {revisions.map((revision) => (
            <OneRevision key={revision.revision} revision={revision} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function OneRevision({ revision }: { revision: SalesOrderRevision }) {
  const { by, at, reason, fields, lines, totalBefore, totalAfter } = revision
  const name = `Revision ${revision.revision}`
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={name}>
      <div>
        <h3 className="font-semibold">{name}</h3>
        <p className="text-caption font-normal text-muted">
          <time dateTime={at}>{formatMoment(at)}</time>
          {` by ${by}`}
        </p>
        {reason && <p className="text-table mt-1">{reason}</p>}
      </div>
      {lines.length > 0 && <Lines name={name} lines={lines} />}
      <dl className="text-table grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {fields.map((field) => (
          <Change key={field.name} {...field} />
        ))}
        <Change
          name="Total"
          before={formatDecimal(totalBefore)}
          after={formatDecimal(totalAfter)}
        />
      </dl>
    </section>
  )
}

type ChangeProps = { name: string; before: string | null; after: string | null }

function Change({ name, before, after }: ChangeProps) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="numbers wrap-anywhere">
        <BeforeAfter before={before ?? 'None'} after={after ?? 'None'} />
      </dd>
    </div>
  )
}

function BeforeAfter({ before, after }: { before: string; after: string }) {
  if (before === after) return after
  return (
    <>
      <span className="sr-only">from </span>
      <span className="text-muted">{before}</span> <span aria-hidden>→</span>
      <span className="sr-only"> to </span> <span className="font-semibold">{after}</span>
    </>
  )
}

function Lines({ name, lines }: { name: string; lines: readonly Line[] }) {
  const label = `Lines of ${name}`
  return (
    <LinesTable label={label} heads={heads} className="min-w-120">
      {lines.map((line) => (
        <Row key={line.lineNo} line={line} />
      ))}
    </LinesTable>
  )
}

function Row({ line }: { line: Line }) {
  const { lineNo, sku, name, quantityBefore, quantityAfter } = line
  const units = (quantity: number | null) => (quantity ?? 0).toLocaleString('en-US')
  const price = (amount: string | null) => formatDecimal(amount ?? line.priceAfter)
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-right text-muted">{lineNo}</td>
      <td className="px-2 py-2">
        <span className="numbers font-medium">{sku}</span>
        <span className="block text-muted">{name}</span>
        <span className="text-caption block font-normal text-muted">{kindOf(line)}</span>
      </td>
      <td className="numbers px-2 py-2 text-right">
        <BeforeAfter before={units(quantityBefore)} after={units(quantityAfter)} />
      </td>
      <td className="numbers px-2 py-2 text-right">
        <BeforeAfter before={price(line.priceBefore)} after={price(line.priceAfter)} />
      </td>
      <td className="px-2 py-2">
        <BeforeAfter before={line.sourceBefore ?? line.sourceAfter} after={line.sourceAfter} />
      </td>
    </tr>
  )
}

function kindOf({ quantityBefore, quantityAfter }: Line): string | undefined {
  if (quantityBefore === null) return 'Added'
  return quantityAfter === 0 ? 'Removed' : undefined
}
