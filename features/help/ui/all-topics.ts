import { administration } from './administration-topics.ts'
import { masters } from './master-data-topics.ts'
import { orders } from './order-topics.ts'
import { overview } from './overview-topics.ts'
import { reports } from './report-topics.ts'
import { type TopicInTab, topicsOf } from '../rules.ts'

/** The whole help, in the order of its tabs. It is part of the bundle; nothing is requested. */
export const tabs = [overview, orders, masters, reports, administration] as const

/** The topic with this id, and its tab; undefined if unknown. */
export function topicOf(id: string): TopicInTab | undefined {
  return topicsOf(tabs).find(({ topic }) => topic.id === id)
}

/** Badges that link to topics, labeled with common search terms. */
export const badges: readonly { label: string; topic: string }[] = [
  { label: 'Order Entry', topic: 'order-entry' },
  { label: 'Pricing', topic: 'pricing' },
  { label: 'Credit', topic: 'credit' },
  { label: 'Stock', topic: 'stock' },
  { label: 'Customers', topic: 'customers' },
  { label: 'Vendors', topic: 'vendors' },
  { label: 'SKUs', topic: 'skus' },
  { label: 'RMA / RTV', topic: 'returns' },
  { label: 'AP / AR', topic: 'receivables' },
  { label: 'Keyboard', topic: 'keyboard' },
  { label: 'Troubleshooting', topic: 'troubleshooting' },
  { label: 'Glossary', topic: 'glossary' },
]
