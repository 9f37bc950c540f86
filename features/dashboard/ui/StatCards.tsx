import { type Day, formatOptionalDay } from '#platform/kernel/days.ts'
import {
  type LucideIcon,
  DollarSign,
  Hourglass,
  Minus,
  Package,
  ShoppingCart,
  TrendingDown,
  TrendingUp,
  TriangleAlert,
} from 'lucide-react'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import type { DashboardStats, DashboardTrends } from '../contract.ts'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { changeOf, skuHintOf } from '../rules.ts'
import { statCards } from '../stat-cards.ts'

type Tone = 'positive' | 'negative' | 'warning' | 'neutral'
type Hint = { text: string; tone: Tone; explanation?: string; days?: readonly number[] }
type Card = {
  title: string
  /** How the figure is computed, and why no account has it. */
  formula: string
  books: string
  /** The records that it counts. */
  rows: Address
  icon: LucideIcon
  value: string
  /** Words after the title that tell the figure from others of the same name. */
  note?: string
  hint: Hint | undefined
}

/** The color and icon of a change, by tone. */
const tones: Record<Tone, { color: string; icon: LucideIcon }> = {
  positive: { color: 'text-success', icon: TrendingUp },
  negative: { color: 'text-danger', icon: TrendingDown },
  warning: { color: 'text-warning', icon: TriangleAlert },
  neutral: { color: 'text-muted', icon: Minus },
}

type StatCardsProps = {
  read: { data: DashboardStats | undefined; isPending: boolean }
  trends: DashboardTrends | undefined
  /** The business day of the figures. */
  today: Day
}

/**
 * Four figures, each a link to the records it counts, and a button that opens how it is computed.
 * Shows zeros if the read failed.
 */
export function StatCards({ read, trends, today }: StatCardsProps) {
  const { data: stats, isPending } = read
  return (
    <section
      aria-label="Figures"
      className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 md:gap-4 xl:grid-cols-4"
    >
      {isPending
        ? ['a', 'b', 'c', 'd'].map((key) => <CardSkeleton key={key} />)
        : cardsOf(stats, trends).map((card) => (
            <StatCard key={card.title} card={card} asOf={stats && today} />
          ))}
    </section>
  )
}

function cardsOf(stats: DashboardStats | undefined, trends: DashboardTrends | undefined): Card[] {
  const pending = stats?.pendingOrders ?? 0
  return [
    {
      ...statCards.totalOrders,
      icon: ShoppingCart,
      value: count(stats?.totalOrders),
      hint: trendOf(trends, 'orders', count),
    },
    {
      ...statCards.totalRevenue,
      icon: DollarSign,
      value: formatDecimal(stats?.totalRevenue ?? '0.00'),
      note: 'as ordered',
      hint: trendOf(trends, 'revenue', (amount) => formatDecimal(amount)),
    },
    {
      ...statCards.pendingOrders,
      icon: Hourglass,
      value: count(pending),
      hint: stats && {
        text: pending > 0 ? 'Requires attention' : 'All clear',
        tone: pending > 0 ? 'warning' : 'positive',
      },
    },
    {
      ...statCards.totalSkus,
      icon: Package,
      value: count(stats?.totalSkus),
      hint: stats && {
        text: skuHintOf(stats),
        tone: 'neutral',
        explanation:
          `${count(stats.newSkus)} SKUs were created and ${count(stats.deletedSkus)} deleted ` +
          'in the last 30 days',
      },
    },
  ]
}

/** The change of a figure, with its days and the dates and values of both periods. */
function trendOf(
  trends: DashboardTrends | undefined,
  figure: 'orders' | 'revenue',
  format: (value: string) => string,
): Hint | undefined {
  if (!trends) return undefined
  const { current, previous } = trends[figure]
  const change = changeOf({ current: Number(current), previous: Number(previous) })
  if (!change) return undefined
  const period = `${formatOptionalDay(trends.from)} – ${formatOptionalDay(trends.to)}`
  const currentText = `${period}: ${format(current)}`
  const { previousFrom, previousTo } = trends
  const previousPeriod = `${formatOptionalDay(previousFrom)} – ${formatOptionalDay(previousTo)}`
  const previousText = `${previousPeriod}: ${format(previous)}`
  const tone = { up: 'positive', down: 'negative', same: 'neutral' } as const
  const days = trends.days.map((day) => Number(day[figure]))
  return {
    text: change.text,
    tone: tone[change.direction],
    explanation: `${currentText}; ${previousText}`,
    days,
  }
}

function StatCard({ card, asOf }: { card: Card; asOf: Day | undefined }) {
  const { title, formula, books, rows, icon: Icon, value, note, hint } = card
  const link = (
    <ScreenAddressLink
      address={rows}
      className="card block h-full min-w-0 p-3 text-ink no-underline hover:bg-hover md:p-4"
    >
      {/* The button of the formula is above the end of this line. */}
      <span className="flex items-center justify-between gap-2 pr-6 pointer-coarse:pr-9">
        <span className="text-table text-muted">
          {title}
          {note && <span className="text-caption font-normal">{` ${note}`}</span>}
        </span>
        {/* On phones, hides the icon so that the title fits on one line. */}
        <Icon aria-hidden size={18} strokeWidth={1.75} className="text-muted max-sm:hidden" />
      </span>
      <strong
        className="text-page md:text-figure numbers mt-1 block font-semibold max-sm:text-[1.0625rem]
          whitespace-nowrap"
      >
        {value}
      </strong>
      <span className="text-table numbers flex min-h-5 items-center gap-x-1.5">
        {hint && <Change {...hint} />}
        {hint?.days && <Sparkline days={hint.days} />}
        {hint?.days && <span className="truncate text-muted">vs prev 30d</span>}
        {hint?.explanation && <span className="sr-only">{` (${hint.explanation})`}</span>}
      </span>
    </ScreenAddressLink>
  )
  return (
    <div className="relative min-w-0">
      {hint?.explanation ? <Tooltip label={hint.explanation}>{link}</Tooltip> : link}
      {/* Beside the link, because a link must not contain a button. */}
      <div className="absolute top-2 right-2 md:top-3 md:right-3">
        <FigureFormula
          title={title}
          formula={formula}
          asOf={asOf}
          tie={<p className="text-muted">{books}</p>}
          rows={rows}
        />
      </div>
    </div>
  )
}

function Change({ text, tone }: Hint) {
  const { color, icon: Icon } = tones[tone]
  return (
    <>
      <Icon aria-hidden size={14} strokeWidth={1.75} className={`${color} max-sm:hidden`} />
      <span className={color}>{text}</span>
    </>
  )
}

/** Daily values as bars; hidden on the narrowest screens. */
function Sparkline({ days }: { days: readonly number[] }) {
  const max = Math.max(1, ...days)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${days.length} 1`}
      preserveAspectRatio="none"
      className="h-4 w-15 shrink-0 text-muted max-sm:hidden"
    >
      <path
        d={days.map((value, day) => `M${day + 0.5} 1v${-value / max}`).join('')}
        stroke="currentColor"
        strokeWidth="0.6"
      />
    </svg>
  )
}

function CardSkeleton() {
  return (
    <div className="card p-3 md:p-4" data-testid="card-skeleton">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="mt-1 h-7 w-24 md:h-9" />
      <Skeleton className="mt-1 h-4 w-20" />
    </div>
  )
}

function count(value: number | string | undefined): string {
  return Number(value ?? 0).toLocaleString('en-US')
}
