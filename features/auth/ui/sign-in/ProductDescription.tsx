import { clsx } from 'clsx'
import { ChartColumn, Database, RotateCcw, ShoppingCart } from 'lucide-react'

const highlights = [
  {
    icon: ShoppingCart,
    title: 'Order Management',
    text: 'Complete purchase-to-pay and order-to-cash workflows, from first call to last payment.',
  },
  {
    icon: Database,
    title: 'Master Data',
    text: 'Customers, vendors and SKUs in one place, with prices, terms and credit limits.',
  },
  {
    icon: ChartColumn,
    title: 'Analytics',
    text: 'Analytics dashboards for orders, revenue, payables and receivables.',
  },
  {
    icon: RotateCcw,
    title: 'Returns Management',
    text: 'RMA and RTV: returns from customers and returns to vendors, tracked to the credit.',
  },
] as const

/** Product description beside the form. */
export function ProductDescription() {
  return (
    <section aria-label="What Prizm does" className="self-center">
      <ul className="grid gap-4 sm:grid-cols-2">
        {highlights.map(({ icon: Icon, title, text }) => (
          <li key={title} className="card p-5">
            <span
              className={clsx(
                'mb-3 grid size-9 place-items-center rounded-card bg-selected text-link',
              )}
            >
              <Icon aria-hidden size={20} strokeWidth={1.75} />
            </span>
            <h2 className="text-card">{title}</h2>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
