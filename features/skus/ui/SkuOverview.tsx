import { clsx } from 'clsx'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode } from 'react'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { now } from '#platform/web/clock.ts'
import { IncomingUnits } from './parts/IncomingUnits.tsx'
import { type Sku, type unitsOfMeasure, unitOfMeasureLabels } from '../contract.ts'
import { isLow, marginText, sourceText } from '../rules.ts'

/** A SKU's overview: stock, then costs and prices, then description. */
export function SkuOverview({ sku, children }: { sku: Sku; children: ReactNode }) {
  return (
    <div className="grid gap-6">
      <StockCard sku={sku} />
      {children}
      <Facts
        items={[
          { name: 'Product Name', value: sku.name },
          { name: 'Category', value: sku.category },
          { name: 'Unit of Measure', value: unitText(sku.unitOfMeasure) },
          { name: 'Barcode', value: sku.barcode },
          { name: 'Location', value: sku.wmsLocation },
          // Hide the cost rows from roles that may not read the cost.
          ...(sku.cost === null
            ? []
            : [
                { name: 'Cost', value: formatDecimal(sku.cost) },
                { name: 'Average Cost', value: amountOf(sku.averageCost) },
                { name: 'Stock Value', value: amountOf(sku.stockValue) },
                { name: 'Margin', value: marginText(sku) },
              ]),
          { name: 'Description', value: sku.description },
        ]}
      />
    </div>
  )
}

function amountOf(text: string | null): string | null {
  return text === null ? null : formatDecimal(text)
}

function unitText(unit: string): string {
  return unit in unitOfMeasureLabels
    ? unitOfMeasureLabels[unit as (typeof unitsOfMeasure)[number]]
    : unit
}

function StockCard({ sku }: { sku: Sku }) {
  const low = isLow(sku)
  const Icon = low ? TriangleAlert : CircleCheck
  return (
    <section aria-labelledby="stock" className="card p-4">
      <h3 id="stock" className="text-card flex items-center gap-2">
        Stock
        <span
          className={clsx(
            'text-caption inline-flex items-center gap-1',
            low ? 'text-danger' : 'text-success',
          )}
        >
          <Icon aria-hidden size={14} strokeWidth={2} />
          {low ? 'At or below the minimum' : 'Above the minimum'}
        </span>
      </h3>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        <Counter name="On hand" count={sku.currentStock} isLow={low} />
        <Counter name="Reserved" count={sku.reserved} />
        {sku.softReserved > 0 && (
          <Counter name="Held for validated orders" count={sku.softReserved} />
        )}
        <Counter name="Available" count={sku.available} />
        <Counter name="On order" count={sku.onOrder} />
        <Counter name="Minimum" count={sku.minimumStock} />
      </dl>
      <IncomingUnits skuId={sku.id} />
      <p className="text-table mt-3 text-muted">{sourceText(sku, now())}.</p>
    </section>
  )
}

type CounterProps = { name: string; count: number; isLow?: boolean }

function Counter({ name, count, isLow: isRed = false }: CounterProps) {
  return (
    <div>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className={`numbers text-page ${isRed ? 'text-danger' : ''}`}>
        {count.toLocaleString('en-US')}
      </dd>
    </div>
  )
}
