import { counted } from '#platform/kernel/plurals-and-capitals.ts'

type PreviewLine = {
  id: number
  /** The code before the name. */
  sku: string | null
  name: string
  quantity: number
  unitOfMeasure?: string
}

const mostLines = 12

/** The first lines of a document in its preview: code, name and quantity. */
export function PreviewLines({ lines }: { lines: readonly PreviewLine[] }) {
  const others = lines.length - mostLines
  return (
    <div>
      <h4 className="text-label mb-1">{counted(lines.length, 'line')}</h4>
      <ul className="text-table grid gap-1">
        {lines.slice(0, mostLines).map(({ id, sku, name, quantity, unitOfMeasure = '' }) => (
          <li key={id} className="flex gap-2">
            <span className="min-w-0 flex-1 truncate">
              {sku !== null && <span className="numbers font-medium">{sku}</span>}
              {sku === null ? name : ` · ${name}`}
            </span>
            <span className="numbers shrink-0">
              {`${quantity.toLocaleString('en-US')} ${unitOfMeasure}`.trimEnd()}
            </span>
          </li>
        ))}
        {others > 0 && <li className="text-muted">{`and ${counted(others, 'more line')}`}</li>}
      </ul>
    </div>
  )
}
