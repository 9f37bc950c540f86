import type { HitKind } from '#features/search/contract.ts'
import { changePreferences, recall, remember } from '#platform/ui/preferences.ts'
import { furtherPages, pages } from './menu.tsx'

/** One thing the palette offers: an address to go to, or an act on this browser. */
export type Command = {
  key: string
  group: string
  label: string
  detail?: string
  href?: string
  run?: () => void
}

export const groups = [
  'Recent',
  'Go to',
  'Create',
  'Records',
  'Reports',
  'Settings',
  'Help',
] as const

const creates: readonly [string, string][] = [
  ['New order', '/order-entry'],
  ['New sales order', '/sales-orders?new=1'],
  ['New purchase order', '/purchase-orders?new=1'],
  ['New requisition', '/requisitions?new=1'],
  ['New RMA', '/returns?new=rma'],
  ['New RTV', '/returns?new=rtv'],
  ['New customer', '/customers?new=1'],
  ['New vendor', '/vendors?new=1'],
  ['New SKU', '/skus?new=1'],
]

const reports: readonly [string, string][] = [
  ['Vendor payment schedule', '/?report=vendor-payment-schedule'],
  ['Overdue payments', '/?report=overdue-payments'],
  ['Monthly payment summary', '/?report=monthly-payment-summary'],
  ['Vendor performance analysis', '/?report=vendor-performance'],
  ['Vendor aging', '/?report=vendor-aging'],
  ['Customer aging', '/?report=customer-aging'],
  ['Collection priority list', '/?report=collection-priority'],
  ['Payment trend analysis', '/?report=payment-trends'],
  ['Credit limit utilisation', '/?report=credit-utilisation'],
  ['Sales by customer', '/?report=sales-by-customer'],
  ['Stock valuation', '/?report=stock-valuation'],
  ['Separation of duties', '/?report=separation-of-duties'],
]

/** Everything the palette knows without asking the server. */
export function allCommands(show: { keySheet: () => void }): Command[] {
  const all = [...pages, ...furtherPages]
  const isThere = (href: string) => all.some(({ path }) => path === href.split('?')[0])
  const links = (group: string, known: readonly (readonly [string, string])[]) =>
    known
      .filter(([, href]) => isThere(href))
      .map(([label, href]) => ({ key: `${group} ${href}`, group, label, href }))
  const acts = (group: string, known: readonly [string, () => void][]) =>
    known.map(([label, run]) => ({ key: `${group} ${label}`, group, label, run }))
  return [
    ...links(
      'Go to',
      all.map(({ label, path }) => [label, path] as const),
    ),
    ...links('Create', creates),
    ...links('Reports', reports),
    ...acts('Settings', [
      ['Light theme', () => changePreferences({ theme: 'light' })],
      ['Dark theme', () => changePreferences({ theme: 'dark' })],
      ['Theme as this device', () => changePreferences({ theme: 'system' })],
      ['Compact rows', () => changePreferences({ density: 'compact' })],
      ['Regular rows', () => changePreferences({ density: 'regular' })],
      ['Relaxed rows', () => changePreferences({ density: 'relaxed' })],
    ]),
    ...acts('Help', [['Keyboard shortcuts', show.keySheet]]),
  ]
}

type Asked = { text: string; mode: 'all' | 'commands' | 'help' | readonly HitKind[] }

const prefixes: Record<string, Asked['mode']> = {
  '>': 'commands',
  '#': [
    'sales-order',
    'purchase-order',
    'requisition',
    'return',
    'invoice',
    'payment',
    'bill',
    'vendor-payment',
  ],
  '@': ['customer', 'vendor'],
  ':': ['sku'],
  '?': 'help',
}

/** `>` asks for commands, `#` documents, `@` customers and vendors, `:` SKUs, `?` help. */
export function askedBy(typed: string): Asked {
  const mode = prefixes[typed.charAt(0)]
  return { text: (mode ? typed.slice(1) : typed).trim(), mode: mode ?? 'all' }
}

/** The commands that every word of the text is found in. */
export function matching(commands: readonly Command[], { text, mode }: Asked): Command[] {
  if (typeof mode !== 'string') return []
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, group }) => {
    if (mode === 'help' && group !== 'Help') return false
    return words.every((word) => label.toLowerCase().includes(word))
  })
}

const recentKey = 'prizm.palette.recent'
const mostRecent = 10

/** The records and commands chosen last, the latest first. */
export function recentCommands(): Command[] {
  const kept = recall(recentKey)
  if (!Array.isArray(kept)) return []
  return kept
    .filter(
      (each): each is Command => typeof each?.label === 'string' && typeof each.href === 'string',
    )
    .map((each) => ({ ...each, key: `Recent ${each.href}`, group: 'Recent' }))
}

/** Remembers what was chosen, where it is an address. */
export function keepRecent({ label, detail, href }: Command): void {
  if (!href) return
  const others = recentCommands().filter((each) => each.href !== href)
  const kept = [{ label, href, ...(detail && { detail }) }, ...others]
  remember(recentKey, kept.slice(0, mostRecent))
}
