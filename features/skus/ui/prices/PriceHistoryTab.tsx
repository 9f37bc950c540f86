import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal, formatHidden } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Sku, listSkuPrices, type SkuPrice } from '../../contract.ts'
import { useCancelPlan } from './use-cancel-planned-price.ts'

const PlanPrices = lazyPart(async () => (await import('./PlanPrices.tsx')).PlanPrices)

/** The prices of a SKU by date: planned, current and past. */
export function PriceHistoryTab({ sku }: { sku: Sku }) {
  const may = useMay()
  const [isPlanning, setPlanning] = useState(false)
  const read = useRead(listSkuPrices, { params: { id: sku.id } })
  return (
    <div className="grid gap-4">
      {may('skus.edit') && (
        <div>
          <Button icon={CalendarPlus} onClick={() => setPlanning(true)}>
            Plan Price Change
          </Button>
        </div>
      )}
      {read.isPending && <Skeleton className="h-24" />}
      {read.error && (
        <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
          {read.error.message}
        </Alert>
      )}
      {read.data && <Prices prices={read.data} sku={sku} mayCancel={may('skus.edit')} />}
      {isPlanning && <PlanPrices skus={[sku]} onClose={() => setPlanning(false)} />}
    </div>
  )
}

type PricesProps = { prices: readonly SkuPrice[]; sku: Sku; mayCancel: boolean }

function Prices({ prices, sku, mayCancel }: PricesProps) {
  const cancel = useCancelPlan()
  return (
    <ul aria-label="Prices by day" className="divide-y divide-line rounded-card border border-line">
      {prices.map((row) => {
        const { id, effectiveDate, standing } = row
        const day = effectiveDate ? formatDay(effectiveDate) : 'From the start'
        return (
          <li
            key={effectiveDate ?? 'start'}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3"
          >
            <span className="w-32 font-medium">{day}</span>
            <span className="w-20 text-muted">{standings[standing]}</span>
            <span className="numbers w-28 text-right font-medium">{formatDecimal(row.price)}</span>
            <span className="numbers text-table min-w-0 flex-1 text-muted">{detailsOf(row)}</span>
            {standing === 'planned' && id !== null && mayCancel && (
              <Button
                size="small"
                isOnce
                aria-label={`Cancel the price from ${day}`}
                onClick={() => void cancel({ id, sku: sku.sku })}
              >
                Cancel
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const standings = { planned: 'Planned', current: 'Today', past: 'Past' }

/** Tier prices if any, the author and the reason. */
function detailsOf({ tier1Price, tier2Price, tier3Price, createdBy, reason }: SkuPrice): string {
  const tiers = [tier1Price, tier2Price, tier3Price]
  const tierTexts = tiers.some((price) => price !== null)
    ? [`Tiers ${tiers.map(formatHidden).join(' / ')}`]
    : []
  const by = createdBy ? [`by ${createdBy}`] : []
  return [...tierTexts, ...by, ...(reason ? [reason] : [])].join(' · ')
}
