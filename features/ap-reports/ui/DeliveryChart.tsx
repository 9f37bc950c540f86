import { MonthlyChart } from '#platform/ui/reports/MonthlyChart.tsx'
import { hrefOf } from '#platform/web/screen-address.ts'
import { type DeliveryMonth, readDeliveryTrend } from '../contract.ts'

const count = (orders: number) => orders.toLocaleString('en-US')
const percent = (share: string | null) => (share === null ? 'n/a' : `${share}%`)

/** Orders that were received on time and late by month; a month opens its vendors. */
export function DeliveryChart({ asOf }: { asOf: string | undefined }) {
  return (
    <div className="mt-4">
      <MonthlyChart
        title="Deliveries on time"
        isSum
        endpoint={readDeliveryTrend}
        query={{ asOf }}
        monthsOf={({ months }) => months}
        bars={[
          { text: 'On time, orders', unit: '' },
          { text: 'Late', unit: '', color: 'var(--aging-3)' },
          { text: 'No expected date, or closed short', unit: '', color: 'var(--text-subtle)' },
        ]}
        line={{ text: 'On time, percent', unit: '%' }}
        heads={['On time', 'Late', 'Neither', 'On time, percent']}
        figuresOf={figuresOf}
        hrefOf={({ from, to }) =>
          hrefOf({
            to: '/ap-reports',
            search: { tab: 'performance', 'f.from': from, 'f.to': to, 'f.asOf': asOf },
          })
        }
        summaryOf={() => 'Purchase orders received on time and late, by month.'}
        none="No months in this period."
      />
    </div>
  )
}

function figuresOf({ onTime, late, other, onTimePercent }: DeliveryMonth) {
  const share = onTimePercent === null ? '' : ` (${onTimePercent}%)`
  const neither = other === 0 ? '' : `, ${count(other)} neither`
  return {
    bars: [onTime, late, other],
    line: onTimePercent === null ? null : Number(onTimePercent),
    text: `${count(onTime)} on time${share}, ${count(late)} late${neither}`,
    cells: [count(onTime), count(late), count(other), percent(onTimePercent)],
  }
}
