import type { LucideIcon } from 'lucide-react'
import type { Permission } from '#features/auth/rules.ts'
import type { HitKind } from '#features/search/contract.ts'
import type { ScreenCommands } from '#platform/ui/menu/screen-commands.ts'
import {
  type Preferences,
  changePreferences,
  preferences,
} from '#platform/ui/preferences/preferences.ts'
import { type ShortcutId, keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { Hit } from './search-queries.ts'
import { furtherPages, pages } from '../menu.tsx'
import {
  type PreferenceChoice,
  density,
  orderPath,
  singleKeys,
  theme,
  toastMs,
} from '../frame/preference-choices.ts'

/** One palette entry: an address to open or an action to run. */
export type Command = {
  key: string
  group: (typeof groups)[number]
  label: string
  detail?: string | undefined
  /** The keyboard shortcut of the same action. */
  keys?: string | undefined
  href?: string
  run?: () => void
  icon?: LucideIcon | undefined
  /** A record that has actions of its own. */
  isRecord?: boolean
  /** Not added to the recents: it applies only now, or is unsafe to repeat with a quick Enter. */
  skipsRecents?: boolean
  /** A create suggestion, offered when nothing was found. */
  isCreateSuggestion?: boolean
}

export const groups = [
  'On this record',
  'On this selection',
  'Recent',
  'Go to',
  'Create',
  'Records',
  'Reports',
  'Saved views',
  'Settings',
  'Help',
] as const

/** Records to create: label, form address and required permission. */
const creates: readonly [label: string, href: string, permission: Permission][] = [
  ['New order', '/order-entry', 'orders.create'],
  ['New sales order', '/sales-orders?new=1', 'orders.create'],
  ['New purchase order', '/purchase-orders?new=1', 'purchaseOrders.create'],
  ['New requisition', '/requisitions?new=1', 'requisitions.create'],
  ['New RMA', '/returns?new=rma', 'returns.createRma'],
  ['New RTV', '/returns?new=rtv', 'returns.createRtv'],
  ['New customer', '/customers?new=1', 'customers.edit'],
  ['New vendor', '/vendors?new=1', 'vendors.edit'],
  ['New SKU', '/skus?new=1', 'skus.edit'],
  ['New remittance', '/ar-reports?tab=payments&new=remittance', 'receivables.collect'],
  ['New report', '/?report=last', 'reports.own'],
]

/** Lists of deleted records to restore from: label, address and required permission. */
const deletedOnes: readonly [label: string, path: string, permission: Permission][] = [
  ['Recently deleted customers', '/customers', 'customers.delete'],
  ['Recently deleted vendors', '/vendors', 'vendors.delete'],
  ['Recently deleted SKUs', '/skus', 'skus.delete'],
]

/** Actions on the open record or the selected rows, taken from their own menus and buttons. */
export function offeredCommands(offer: ScreenCommands | undefined): Command[] {
  if (!offer) return []
  const group = offer.of === 'record' ? 'On this record' : 'On this selection'
  const free = offer.items.filter(({ whyNot }) => whyNot === undefined)
  const isFirst = ({ label }: { label: string }, at: number) =>
    free.findIndex((each) => each.label === label) === at
  return free.filter(isFirst).map((item) => ({
    key: `${group} ${item.label}`,
    group,
    label: item.label,
    detail: offer.subject,
    keys: item.shortcut && keysOf(item.shortcut),
    run: item.run,
    skipsRecents: true,
  }))
}

type May = (permission: Permission) => boolean

/**
 * Commands that open every screen and, by permission, the deleted records and the forms for new
 * ones.
 */
export function pageCommands(may: May): Command[] {
  const all: readonly { label: string; path: string; shortcut?: ShortcutId }[] = [
    ...pages,
    ...furtherPages,
  ]
  const hasPage = (href: string) => all.some(({ path }) => path === href.split('?')[0])
  const goToCommands = all.map((page) => ({
    ...linkTo('Go to', page.label, page.path),
    ...(page.shortcut && { keys: keysOf(page.shortcut) }),
  }))
  const createCommands = creates
    .filter(([, href, permission]) => hasPage(href) && may(permission))
    .map(([label, href]) => linkTo('Create', label, href))
  const deleted = deletedOnes
    .filter(([, , permission]) => may(permission))
    .map(([label, path]) => linkTo('Go to', label, `${path}?view=deleted`))
  return [...goToCommands, ...deleted, ...createCommands]
}

/** Personal settings: the choices of the preferences dialog, and signing out. */
export function settingCommands(signOut: () => void): Command[] {
  return [
    ...choiceCommands(theme),
    ...choiceCommands(density),
    ...choiceCommands(singleKeys),
    ...choiceCommands(toastMs),
    ...choiceCommands(orderPath),
    {
      key: 'Settings sign out',
      group: 'Settings',
      label: 'Sign out',
      run: signOut,
      skipsRecents: true,
    },
  ]
}

function choiceCommands<Key extends keyof Preferences>(choice: PreferenceChoice<Key>): Command[] {
  return choice.options.map(({ value, label }) => ({
    key: `Settings ${choice.name} ${label}`,
    group: 'Settings',
    label: `${choice.legend}: ${label}`,
    ...(preferences()[choice.name] === value && { detail: 'Current setting' }),
    run: () => changePreferences({ [choice.name]: value }),
  }))
}

/** A command that opens an address. */
export function linkTo(group: Command['group'], label: string, href: string): Command {
  return { key: `${group} ${href}`, group, label, href }
}

/** A command that opens a found record. */
export function recordCommand({ kind, icon, href, code, detail }: Hit): Command {
  const reason = `${kind} · ${detail}`
  return { key: href, group: 'Records', label: code, detail: reason, icon, href, isRecord: true }
}

/** A create suggestion for a text that was not found. */
export function createSuggestionCommand({ icon, href, code }: Hit): Command {
  return {
    ...linkTo('Create', code, href),
    key: `Begin ${href}`,
    icon,
    skipsRecents: true,
    isCreateSuggestion: true,
  }
}

/** The search text and what to search in. */
export type PaletteQuery = { text: string; mode: 'all' | 'commands' | 'help' | readonly HitKind[] }

const prefixes: Record<string, PaletteQuery['mode']> = {
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
    'credit-memo',
    'refund',
    'letter',
    'vendor-credit',
    'manual-entry',
    'tax-payment',
  ],
  '@': ['customer', 'vendor'],
  ':': ['sku'],
  '?': 'help',
}

/**
 * Prefixes: `>` commands, `#` documents, `@` customers and vendors, `:` SKUs, `?` help. `>` before
 * an amount is not a prefix: `>1000` searches amounts as in the header.
 */
export function parsePaletteQuery(typed: string): PaletteQuery {
  if (/^>\s*\$?\s*\d/.test(typed)) return { text: typed.trim(), mode: 'all' }
  const mode = prefixes[typed.charAt(0)]
  return { text: (mode ? typed.slice(1) : typed).trim(), mode: mode ?? 'all' }
}

/** The commands that contain every word of the text. */
export function matching(commands: readonly Command[], { text, mode }: PaletteQuery): Command[] {
  if (typeof mode !== 'string') return []
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, group }) => {
    if (mode === 'help' && group !== 'Help') return false
    if (mode === 'commands' && group === 'Saved views') return false
    return words.every((word) => label.toLowerCase().includes(word))
  })
}
