import { formatOptionalDay } from '#platform/kernel/days.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { type Cents, centsOfSum, formatMoney } from '#platform/kernel/money.ts'
import { searchFor } from '#platform/kernel/list.ts'
import type { invoiceList } from '#features/receivables/contract.ts'
import type { salesOrderList } from '#features/sales-orders/contract.ts'
import type { FigureCardProps } from '#platform/ui/reports/FigureCard.tsx'
import type { BusinessFigures } from '../../contract.ts'
import { changeOf, grossMarginOf } from '../../rules.ts'
import { ordersAreNotPosted } from '../../stat-cards.ts'
import { overdueInvoicesLink } from '../../work-queues.ts'

const salesOrders = searchFor<typeof salesOrderList>()
const invoices = searchFor<typeof invoiceList>()
const notCancelled = ['pending', 'processing', 'shipped', 'delivered'] as const

/** Links to the orders of the period that are not cancelled, with further filters. */
export function ordersOf({ from, to }: BusinessFigures) {
  return (filters: Parameters<typeof salesOrders>[0] = {}) =>
    ({
      to: '/sales-orders',
      search: salesOrders({ status: notCancelled, from, to, ...filters }),
    }) as const
}

const change = (current: number, previous: number) => {
  const text = changeOf({ current, previous })?.text
  return text === undefined ? '' : `${text} vs prev 30d`
}

/** The amount without cents, which would say nothing on a card. */
function rounded(amount: Cents): string {
  return formatMoney((Math.round(amount / 100) * 100) as Cents).replace(/\.00$/, '')
}

const formulas = {
  orders: 'Number and total of orders by order date, without cancelled orders.',
  revenue:
    'The income of the income statement: sales, freight and late fees, less returns and discounts.',
  margin: 'The gross profit of the income statement: revenue less the cost of goods.',
  expected: 'Open amount of invoices due in the next 30 days.',
  overdue: 'Open amount of past-due invoices.',
} as const

const notPosted = <p className="text-muted">{ordersAreNotPosted}</p>
const partOfReceivables = (
  <p className="text-muted">A part of account 1100 Accounts receivable, which has all invoices.</p>
)

/** The five cards; without data they show that they load. */
export function businessCards(data: BusinessFigures | undefined): FigureCardProps[] {
  return [...salesCards(data), ...cashCards(data)]
}

function salesCards(data: BusinessFigures | undefined): FigureCardProps[] {
  const income = data && {
    to: '/journal' as const,
    search: { tab: 'income', 'f.from': data.from, 'f.to': data.to },
  }
  const { current, previous } = data ?? {}
  const margin = current && grossMarginOf(current)
  const marginText = margin?.percent === undefined ? '' : `${margin.percent}% of revenue`
  return [
    {
      title: 'Orders',
      value: current?.orders.toLocaleString('en-US'),
      sub: current && `${rounded(centsOfSum(current.ordered))} ordered`,
      formula: formulas.orders,
      tie: notPosted,
      rows: data && ordersOf(data)(),
    },
    {
      title: 'Invoiced revenue',
      value: current && rounded(centsOfSum(current.income)),
      sub: current && previous && change(Number(current.income), Number(previous.income)),
      formula: formulas.revenue,
      rows: income,
    },
    {
      title: 'Gross margin',
      value: margin && rounded(margin.profit),
      sub: marginText,
      formula: formulas.margin,
      rows: income,
    },
  ]
}

function cashCards(data: BusinessFigures | undefined): FigureCardProps[] {
  const { expected, expectedTo, overdue } = data ?? {}
  return [
    {
      title: 'Cash expected',
      value: expected && rounded(centsOfSum(expected.amount)),
      sub:
        expected && `${counted(expected.count, 'invoice')} due by ${formatOptionalDay(expectedTo)}`,
      formula: formulas.expected,
      tie: partOfReceivables,
      rows: expectedTo && {
        to: '/ar-reports',
        search: {
          tab: 'invoices',
          ...invoices({ state: ['open', 'part-paid'], dueTo: expectedTo }),
        },
      },
    },
    {
      title: 'Overdue',
      value: overdue && rounded(centsOfSum(overdue.amount)),
      sub: overdue && counted(overdue.count, 'invoice'),
      formula: formulas.overdue,
      tie: partOfReceivables,
      rows: data && overdueInvoicesLink(),
    },
  ]
}
