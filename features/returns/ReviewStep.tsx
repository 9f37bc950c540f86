import { formatDecimal, formatMoney } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Facts } from '#platform/ui/Facts.tsx'
import { chosenLines, type Draft, lineTotal, totalOf } from './return-draft.ts'
import { conditionNames, dispositionNames } from './words.ts'

type ReviewStepProps = {
  draft: Draft
  party: string
  orderNumber: string | undefined
  warning: string | null | undefined
}

const row = 'flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2'

/** Step 3: what will be made, and what it is worth. */
export function ReviewStep({ draft, party, orderNumber, warning }: ReviewStepProps) {
  const total = totalOf(draft)
  const isSale = draft.type === 'rma'
  return (
    <div className="grid gap-4">
      {warning && <Alert tone="warning">{warning}</Alert>}
      <Facts
        items={[
          { name: isSale ? 'Customer' : 'Vendor', value: party },
          { name: 'Original Order', value: orderNumber ?? 'None' },
          { name: 'Reason', value: draft.reason },
          {
            name: isSale ? 'Credit Amount' : 'Vendor Credit',
            value: total === undefined ? '—' : formatMoney(total),
          },
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
