import type { Sku } from '#features/skus/contract.ts'
import { type Cents, cents, formatDecimal, formatMoney } from '#platform/kernel/money.ts'
import { useList } from '#platform/web/api-hooks.ts'
import { type ContractPrice, listContractPrices } from '../contract.ts'

type Step = { name: string; price: string; note: string }

/** The prices of a SKU in order of precedence; the first match applies (docs/rules.md, Prices). */
export function PricePrecedence({ sku }: { sku: Sku }) {
  const query = { skuId: sku.id, isActive: 'true', isExpired: 'false', limit: 1 } as const
  const read = useList(listContractPrices, { query: { ...query, sort: 'contractPrice' } })
  const [lowest] = read.data?.rows ?? []
  const steps = [
    read.error
      ? { name: 'Contract price', price: '—', note: read.error.message }
      : contractStep(read.isPending, lowest, read.data?.total ?? 0),
    ...tierSteps(sku),
    { name: 'Standard price', price: formatDecimal(sku.price), note: 'All other customers' },
  ]
  return (
    <section aria-labelledby="price-ladder">
      <h3 id="price-ladder" className="text-card">
        Price ladder
      </h3>
      <p className="text-table text-muted">The first matching price applies.</p>
      <ol className="mt-2 divide-y divide-line rounded-card border border-line">
        {steps.map(({ name, price, note }, index) => (
          <li key={name} className="flex min-h-10 flex-wrap items-center gap-x-3 px-3 py-1">
            <span aria-hidden className="numbers text-caption w-4 text-muted">
              {index + 1}
            </span>
            <span className="w-32 font-medium">{name}</span>
            <span className="numbers w-28 text-right">{price}</span>
            <span className="text-table flex-1 text-muted max-sm:basis-full max-sm:pl-7">
              {note}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function contractStep(isPending: boolean, lowest: ContractPrice | undefined, total: number): Step {
  const name = 'Contract price'
  if (isPending) return { name, price: '…', note: 'Looking for contracts' }
  if (!lowest) return { name, price: '—', note: 'No contract prices' }
  const price = formatDecimal(lowest.contractPrice)
  if (total > 1) return { name, price: `from ${price}`, note: `${total} contract prices` }
  return { name, price, note: `${lowest.customerCode} - ${lowest.customerName}` }
}

function tierSteps(sku: Sku): Step[] {
  const standard = cents(sku.price)
  const tiers = [sku.tier1Price, sku.tier2Price, sku.tier3Price]
  return tiers.map((text, index) => {
    const level = index + 1
    const name = `Tier ${level} price`
    if (text === null) return { name, price: '—', note: 'None: the standard price applies' }
    const price = cents(text)
    return {
      name,
      price: formatMoney(price),
      note: `Customers of price level Tier ${level}${discountText(price, standard)}`,
    }
  })
}

function discountText(price: Cents, standard: Cents): string {
  if (standard <= 0 || price === standard) return ''
  const percent = ((standard - price) * 100) / standard
  const percentText = Math.abs(percent).toLocaleString('en-US', { maximumFractionDigits: 1 })
  return `, ${percentText}% ${percent > 0 ? 'off' : 'more'}`
}
