import { Link } from '@tanstack/react-router'
import { ClipboardList, HeartPulse, type LucideIcon, ReceiptText } from 'lucide-react'
import { TopicScreenLink } from './TopicScreenLink.tsx'
import type { HelpLink } from '../rules.ts'
import { topicOf } from './all-topics.ts'

type Tile = {
  title: string
  icon: LucideIcon
  text: string
  /** What keys do, which a touch screen does not show. */
  keys?: string
  topic: string
  tryIt: HelpLink
}

const tiles: readonly Tile[] = [
  {
    title: 'Order Entry',
    icon: ClipboardList,
    text: 'Customer, source, items; validate; create.',
    keys: 'Ctrl+Enter does the last two.',
    topic: 'order-entry',
    tryIt: { label: 'Enter an order', to: '/order-entry' },
  },
  {
    title: 'Financial Reports',
    icon: ReceiptText,
    text: 'What we owe and what is owed to us, by age: 0-30, 31-60, 61-90 and over 90 days.',
    topic: 'receivables',
    tryIt: { label: 'Open accounts receivable', to: '/ar-reports' },
  },
  {
    title: 'System Health',
    icon: HeartPulse,
    text: 'Response times, database, memory and uptime, with recent incidents.',
    topic: 'health',
    tryIt: { label: 'Open the health check', to: '/system-health' },
  },
]

/** The three most requested references. */
export function QuickReference() {
  return (
    <section aria-labelledby="quick-title" className="no-print">
      <h2 id="quick-title" className="text-card mb-2">
        Quick Reference
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {tiles.map(({ title, icon: Icon, text, keys, topic, tryIt }) => (
          <li key={title} className="card flex flex-col gap-2 p-4">
            <h3 className="text-card flex items-center gap-2">
              <Icon aria-hidden size={20} strokeWidth={1.75} className="text-link" />
              {title}
            </h3>
            <p className="flex-1 text-muted">
              {text}
              {keys && <span className="pointer-coarse:hidden">{` ${keys}`}</span>}
            </p>
            <p className="flex flex-wrap gap-x-4">
              <Link
                to="/help"
                search={{ tab: topicOf(topic)?.tab.id }}
                hash={topic}
                className="text-label inline-flex min-h-6 items-center"
              >
                {`Read about ${title}`}
              </Link>
              <TopicScreenLink link={tryIt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
