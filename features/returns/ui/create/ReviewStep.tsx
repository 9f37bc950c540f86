import { useQuery } from '@tanstack/react-query'
import { formatDecimal, formatMoney } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { ApiError, send } from '#platform/web/api-client.ts'
import { previewReturn } from '../../contract.ts'
import { bodyOf, chosenLines, type Draft, lineTotal, totalOf } from './return-draft.ts'
import { conditionNames, dispositionNames } from '../../labels.ts'

type ReviewStepProps = {
  /** The draft to submit, with its order. */
  draft: Draft
  party: string
  orderNumber: string | undefined
  warning: string | null | undefined
}

const row = 'flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2'

/** Step 3: reviews the return and its credit. */
export function ReviewStep({ draft, party, orderNumber, warning }: ReviewStepProps) {
  const isSale = draft.type === 'rma'
  const { facts, failure } = useMoney(draft)
  return (
    <div className="grid gap-4">
      {warning && <Alert tone="warning">{warning}</Alert>}
      {failure && (
        <Alert tone="warning" title="The credit could not be calculated">
          {failure}
        </Alert>
      )}
      <Facts
        items={[
          { name: isSale ? 'Customer' : 'Vendor', value: party },
          { name: 'Original Order', value: orderNumber ?? 'None' },
          { name: 'Reason', value: draft.reason },
          ...facts,
          ...(draft.notes.trim() ? [{ name: 'Notes', value: draft.notes }] : []),
        ]}
      />
      <ul aria-label="Lines" className="grid gap-2">
        {chosenLines(draft).map((line) => {
          const amount = lineTotal(line)
          const facts = [
            line.condition && conditionNames[line.condition],
            dispositionNames[line.disposition],
            line.reason,
            line.note,
          ]
          return (
            <li key={line.key} className={row}>
              <span className="min-w-0">
                <span className="numbers font-medium">{line.sku}</span>
                <span className="text-muted">{` · ${line.name}`}</span>
                <span className="text-caption block font-normal text-muted">
                  {facts.filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="numbers">
                {line.unitPrice === null
                  ? line.quantity
                  : `${line.quantity} × ${formatDecimal(line.unitPrice)}`}
                {amount !== undefined && (
                  <span className="ml-3 font-semibold">{formatMoney(amount)}</span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * The credit as the server will issue it, including tax. While it loads or if it fails, shows the
 * total of the lines. A vendor's credit is the price of the lines.
 */
function useMoney(draft: Draft) {
  const body = bodyOf(draft)
  const isSale = draft.type === 'rma'
  const { data, error } = useQuery({
    queryKey: [previewReturn.path, body],
    queryFn: ({ signal }) => send(previewReturn, { body, signal }),
    enabled: isSale,
    gcTime: 0,
  })
  const typed = totalOf(draft)
  const goods = typed === undefined ? '—' : formatMoney(typed)
  if (!isSale) return { facts: [{ name: 'Vendor Credit', value: goods }], failure: undefined }
  const formatAmount = (amount: string | null | undefined) => (amount ? formatDecimal(amount) : '—')
  const facts = [
    { name: 'Subtotal', value: data ? formatAmount(data.goods) : goods },
    { name: 'Tax', value: formatAmount(data?.tax) },
    {
      name: 'Restocking Fee',
      value: data ? `${formatAmount(data.restockingFee)}, may change on completion` : '—',
    },
    { name: 'Credit Amount', value: formatAmount(data?.total) },
  ]
  const failure = error && (error instanceof ApiError ? error.sentence : error.message)
  return { facts, failure }
}
