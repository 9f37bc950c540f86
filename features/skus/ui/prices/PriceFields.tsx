import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { type Cents, cents, isDecimal } from '#platform/kernel/money.ts'
import { MoneyField } from '#platform/ui/form/Fields.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import type { SkuValues } from '../SkuForm.tsx'
import { marginText, tierWarnings } from '../../rules.ts'

const tiers = [
  { name: 'tier1Price', label: 'Tier 1 Price', usual: '5–10% below the price' },
  { name: 'tier2Price', label: 'Tier 2 Price', usual: '10–15% below the price' },
  { name: 'tier3Price', label: 'Tier 3 Price', usual: '15–20% below the price' },
] as const

/** Cost and prices of a SKU, with warnings about unusual ones; they never block saving. */
export function PriceFields({ mayReadCost }: { mayReadCost: boolean }) {
  const [cost, price, tier1Price, tier2Price, tier3Price] = useWatch<
    SkuValues,
    ['cost', 'price', 'tier1Price', 'tier2Price', 'tier3Price']
  >({ name: ['cost', 'price', 'tier1Price', 'tier2Price', 'tier3Price'] })
  const amount = amountOf(price)
  const warnings =
    amount === null
      ? []
      : tierWarnings({
          price: amount,
          tier1Price: amountOf(tier1Price),
          tier2Price: amountOf(tier2Price),
          tier3Price: amountOf(tier3Price),
        })
  const margin = isDecimal(price) && isDecimal(cost) ? marginText({ price, cost }) : ''
  return (
    <FormSection title="Prices">
      {mayReadCost && <MoneyField name="cost" label="Cost *" hint="What one unit costs you" />}
      <MoneyField
        name="price"
        label="Selling Price *"
        hint={mayReadCost && margin ? <MarginHint margin={margin} /> : 'What one unit is sold for'}
      />
      {tiers.map(({ name, label, usual }) => {
        const warning = warnings.find(({ field }) => field === name)
        return (
          <MoneyField
            key={name}
            name={name}
            label={label}
            hint={warning ? <Warning>{warning.message}</Warning> : `Usually ${usual}`}
          />
        )
      })}
    </FormSection>
  )
}

function MarginHint({ margin }: { margin: string }) {
  const isLoss = margin.startsWith('-')
  if (isLoss) return <Warning>{`Margin ${margin}: below cost`}</Warning>
  return <span className="numbers">{`Margin ${margin}`}</span>
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="inline-flex items-start gap-1 font-medium text-warning">
      <TriangleAlert aria-hidden size={14} strokeWidth={2} className="mt-px shrink-0" />
      {children}
    </span>
  )
}

/** The entered amount; null if it is not a valid one. */
function amountOf(typed: string): Cents | null {
  return isDecimal(typed) ? cents(typed) : null
}
