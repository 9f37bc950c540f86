// One file: the table of shortcuts and how they are found
import { useEffect, useRef } from 'react'
import { preferences } from '../preferences/preferences.ts'

export const places = ['Anywhere', 'Go to', 'List', 'Details', 'Forms', 'Order entry'] as const
export type Place = (typeof places)[number]

type Shortcut = {
  where: Place
  keys: readonly string[]
  description: string
  /** Also active over an open record, because it discards no input there. */
  overRecord?: true
  /** Documented only: the browser or the field itself handles it. */
  isDisplayOnly?: true
}

/**
 * All keyboard shortcuts: handlers, tooltips and the key sheet read this table. `G C` is a
 * sequence. Keys without Ctrl, except function keys, do not fire while the focus is in a text
 * field.
 */
export const shortcuts = {
  search: { where: 'Anywhere', keys: ['/'], description: 'Search' },
  palette: {
    where: 'Anywhere',
    keys: ['Ctrl+K'],
    description: 'Command palette',
    overRecord: true,
  },
  keySheet: {
    where: 'Anywhere',
    keys: ['?'],
    description: 'Show keyboard shortcuts',
    overRecord: true,
  },
  help: { where: 'Anywhere', keys: ['F1'], description: 'Help for this screen', overRecord: true },
  undo: {
    where: 'Anywhere',
    keys: ['Ctrl+Z'],
    description: 'Undo the last action',
    overRecord: true,
  },
  sidebar: { where: 'Anywhere', keys: ['Ctrl+B'], description: 'Expand or collapse the sidebar' },
  add: { where: 'Anywhere', keys: ['N'], description: 'New record' },
  addOther: { where: 'Anywhere', keys: ['Shift+N'], description: 'New RTV (on Returns)' },
  toasts: {
    where: 'Anywhere',
    keys: ['F8'],
    description: 'Go to the latest message',
    isDisplayOnly: true,
  },

  goDashboard: { where: 'Go to', keys: ['G D'], description: 'Dashboard' },
  goCustomers: { where: 'Go to', keys: ['G C'], description: 'Customers' },
  goVendors: { where: 'Go to', keys: ['G V'], description: 'Vendors' },
  goSkus: { where: 'Go to', keys: ['G K'], description: 'SKU Management' },
  goOrderEntry: { where: 'Go to', keys: ['G E'], description: 'Order Entry' },
  goSalesOrders: { where: 'Go to', keys: ['G S'], description: 'Sales Orders' },
  goPurchaseOrders: { where: 'Go to', keys: ['G P'], description: 'Purchase Orders' },
  goReturns: { where: 'Go to', keys: ['G R'], description: 'Returns' },
  goPayable: { where: 'Go to', keys: ['G A'], description: 'Accounts Payable' },
  goReceivable: { where: 'Go to', keys: ['G I'], description: 'Accounts Receivable' },
  goWms: { where: 'Go to', keys: ['G W'], description: 'WMS Integration' },
  goHealth: { where: 'Go to', keys: ['G H'], description: 'Health Check' },
  goHelp: { where: 'Go to', keys: ['G L'], description: 'Help Center' },

  rowDown: { where: 'List', keys: ['J', 'ArrowDown'], description: 'Next row' },
  rowUp: { where: 'List', keys: ['K', 'ArrowUp'], description: 'Previous row' },
  rowFirst: { where: 'List', keys: ['Home'], description: 'First row' },
  rowLast: { where: 'List', keys: ['End'], description: 'Last row' },
  rowOpen: { where: 'List', keys: ['Enter'], description: 'Open the row' },
  rowSelect: { where: 'List', keys: ['X'], description: 'Select the row' },
  rowPreview: { where: 'List', keys: ['Space'], description: 'Preview the row' },
  approveSelected: {
    where: 'List',
    keys: ['A'],
    description: 'Approve or start the selected records',
  },
  printSelected: { where: 'List', keys: ['P'], description: 'Print the selected records' },
  rangeDown: { where: 'List', keys: ['Shift+ArrowDown'], description: 'Extend the selection down' },
  rangeUp: { where: 'List', keys: ['Shift+ArrowUp'], description: 'Extend the selection up' },
  selectAll: {
    where: 'List',
    keys: ['Ctrl+A'],
    description: 'Select this page, then all matching rows',
  },
  rowEdit: { where: 'List', keys: ['E'], description: 'Edit the row' },
  rowDelete: { where: 'List', keys: ['Shift+Delete'], description: 'Delete the row' },
  rowActions: { where: 'List', keys: ['M', 'Shift+F10'], description: 'Row actions' },
  filter: { where: 'List', keys: ['F'], description: 'Filter box' },
  viewTab: {
    where: 'List',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    description: 'View tab',
  },
  reload: { where: 'List', keys: ['R'], description: 'Refresh' },
  pageBefore: { where: 'List', keys: ['['], description: 'Previous page' },
  pageNext: { where: 'List', keys: [']'], description: 'Next page' },
  exportRows: {
    where: 'List',
    keys: ['Ctrl+E'],
    description: 'Export the filtered or selected rows',
  },
  clearSelection: {
    where: 'List',
    keys: ['Escape'],
    description: 'Close the preview, or clear the selection',
  },

  recordNext: { where: 'Details', keys: ['J', 'Alt+PageDown'], description: 'Next record' },
  recordBefore: { where: 'Details', keys: ['K', 'Alt+PageUp'], description: 'Previous record' },
  recordTab: {
    where: 'Details',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    description: 'Record tab',
  },
  recordPage: { where: 'Details', keys: ['O'], description: 'Open as a page, or as a dialog' },
  recordEdit: { where: 'Details', keys: ['E'], description: 'Edit' },
  recordComment: { where: 'Details', keys: ['C'], description: 'Comment' },
  commentSend: { where: 'Details', keys: ['Ctrl+Enter'], description: 'Send the comment' },
  copyLink: { where: 'Details', keys: ['Ctrl+Shift+L'], description: 'Copy the link' },
  recordPrint: {
    where: 'Details',
    keys: ['Ctrl+P'],
    description: 'Print the record',
    isDisplayOnly: true,
  },
  recordClose: {
    where: 'Details',
    keys: ['Escape'],
    description: 'Close the record',
    isDisplayOnly: true,
  },

  submit: { where: 'Forms', keys: ['Ctrl+Enter'], description: 'Save' },
  submitAndAdd: { where: 'Forms', keys: ['Ctrl+Shift+Enter'], description: 'Save and add another' },
  formClose: {
    where: 'Forms',
    keys: ['Escape'],
    description: 'Close (asks before it discards changes)',
    isDisplayOnly: true,
  },
  choicesOpen: {
    where: 'Forms',
    keys: ['Alt+ArrowDown'],
    description: 'Open the list or calendar of a field',
    isDisplayOnly: true,
  },

  orderNext: {
    where: 'Order entry',
    keys: ['Enter'],
    description: 'Next field (adds a line after the last one)',
    isDisplayOnly: true,
  },
  orderBack: {
    where: 'Order entry',
    keys: ['Shift+Enter'],
    description: 'Previous field',
    isDisplayOnly: true,
  },
  cellBelow: {
    where: 'Order entry',
    keys: ['ArrowDown'],
    description: 'Line below',
    isDisplayOnly: true,
  },
  cellAbove: {
    where: 'Order entry',
    keys: ['ArrowUp'],
    description: 'Line above',
    isDisplayOnly: true,
  },
  orderChoices: {
    where: 'Order entry',
    keys: ['Alt+ArrowDown'],
    description: 'Open the list of a field',
    isDisplayOnly: true,
  },
  orderSubmit: { where: 'Order entry', keys: ['Ctrl+Enter'], description: 'Validate, then create' },
  orderForce: {
    where: 'Order entry',
    keys: ['Ctrl+Shift+Enter'],
    description: 'Validate and create in one step',
  },
  lineAdd: { where: 'Order entry', keys: ['Ctrl+I', 'Ctrl+Insert'], description: 'New line' },
  lineRemove: { where: 'Order entry', keys: ['Ctrl+Delete'], description: 'Remove the line' },
  lineCopyAbove: { where: 'Order entry', keys: ['Ctrl+D'], description: 'Copy the line above' },
  lineDown: {
    where: 'Order entry',
    keys: ['Ctrl+Shift+ArrowDown'],
    description: 'Move the line down',
  },
  lineUp: { where: 'Order entry', keys: ['Ctrl+Shift+ArrowUp'], description: 'Move the line up' },
  draftSave: { where: 'Order entry', keys: ['Ctrl+Shift+D'], description: 'Save the draft' },
  orderRepeat: {
    where: 'Order entry',
    keys: ['Ctrl+Shift+O'],
    description: 'Repeat the last order',
  },
} as const satisfies Record<string, Shortcut>

type Table = typeof shortcuts

/** A shortcut, including documented-only ones. */
export type KeyId = keyof Table
type DisplayedId = { [Id in KeyId]: Table[Id] extends { isDisplayOnly: true } ? Id : never }[KeyId]

/** A shortcut with a handler. */
export type ShortcutId = Exclude<KeyId, DisplayedId>

refuseDuplicates(shortcuts)

/** The keys of a shortcut as text for a tooltip: `Ctrl+K`. */
export function keysOf(id: ShortcutId): string {
  return labelOf(shortcuts[id].keys[0])
}

/** A description of every key, including documented-only ones: `Command palette: Ctrl+K`. */
export function describeKeys(): string[] {
  const all: readonly Shortcut[] = Object.values(shortcuts)
  return all.map(({ description, keys }) => `${description}: ${keys.map(labelOf).join(', ')}`)
}

/** Display text of a key, with arrow symbols. */
export function labelOf(key: string): string {
  const named = key.replace('ArrowDown', '↓').replace('ArrowUp', '↑').replace('Page', 'Page ')
  return named.replace('Escape', 'Esc')
}

type Handler = (event: KeyboardEvent) => void
type Entry = { id: ShortcutId; handler: { current: Handler } }

const entries: Entry[] = []

/** Handles a shortcut while the component is mounted; the component mounted last wins. */
export function useShortcut(id: ShortcutId, handler: Handler, enabled = true): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (!enabled) return
    const entry = { id, handler: latest }
    entries.push(entry)
    listen()
    return () => {
      entries.splice(entries.indexOf(entry), 1)
    }
  }, [id, enabled])
}

/** True if a mounted component handles this shortcut. */
export function isAnswered(id: KeyId): boolean {
  return entries.some((entry) => entry.id === id)
}

/**
 * Throws if a key has two meanings at once: twice in a place, in a place and anywhere, or alone and
 * as the start of a sequence.
 */
export function refuseDuplicates(table: Readonly<Record<string, Shortcut>>): void {
  const usedKeys = new Map<string, string>()
  const overall = (where: Place) => (where === 'Go to' ? 'Anywhere' : where)
  for (const [id, shortcut] of Object.entries(table)) {
    for (const key of shortcut.keys) {
      const scope = overall(shortcut.where)
      const scopes = scope === 'Anywhere' ? places : [scope, 'Anywhere']
      const first = key.split(' ')[0] ?? key
      const rival = scopes
        .flatMap((section) => [
          usedKeys.get(`${section} ${key}`),
          usedKeys.get(`${section} ${first}`),
        ])
        .find((other) => other !== undefined)
      if (rival) throw new Error(`the key ${key} means both ${rival} and ${id}`)
      usedKeys.set(`${scope} ${key}`, id)
    }
  }
}

let isListening = false
let pendingKey: { key: string; at: number } | undefined

function listen(): void {
  if (isListening) return
  isListening = true
  document.addEventListener('keydown', dispatch)
}

function dispatch(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const key = nameOf(event)
  if (key === 'Space' && isPressedBySpace(event.target)) return
  if (isTyping(event.target) && !/^(?:Ctrl\+|F\d)/.test(key)) return
  if (isTyping(event.target) && /^Ctrl\+[AZ]$/.test(key)) return
  const isCharacter = /^(?:Shift\+)?[^\s]$/.test(key)
  if (isCharacter && !preferences().singleKeys) return
  const sequence = pendingKey && event.timeStamp - pendingKey.at < 1000 ? pendingKey.key : ''
  pendingKey = undefined
  const found = find(sequence ? `${sequence} ${key}` : key) ?? find(key)
  if (found) {
    event.preventDefault()
    found.handler.current(event)
  } else if (isCharacter && startsSequence(key)) {
    pendingKey = { key, at: event.timeStamp }
  }
}

/** The keys that have an effect now, as in tooltips; without single keys if those are off. */
export function keysAnswered(): ReadonlySet<string> {
  const section = activeSection()
  const activeEntries = entries.filter(({ id }) => worksIn(section, id))
  const keys = activeEntries.flatMap(({ id }) => shortcuts[id].keys as readonly string[])
  const isOn = (key: string) => preferences().singleKeys || !isSingle(key)
  return new Set(keys.filter(isOn).map(labelOf))
}

/** A character, or a sequence that ends with one. */
function isSingle(key: string): boolean {
  return /^(?:\S+ |Shift\+)?\S$/.test(key)
}

function find(key: string): Entry | undefined {
  const section = activeSection()
  return entries.findLast(({ id }) => {
    const { keys } = shortcuts[id] as Shortcut
    return worksIn(section, id) && keys.includes(key)
  })
}

/** True if a shortcut works in the open place; without an open place, every shortcut works. */
function worksIn(section: string | undefined, id: ShortcutId): boolean {
  const { where, overRecord = false } = shortcuts[id] as Shortcut
  if (section === undefined) return true
  // A record's page has the shortcuts of a record and those of any page.
  if (section === recordPage) return ['Details', 'Anywhere', 'Go to'].includes(where)
  return where === section || (section === 'Details' && overRecord)
}

/** The place of a record that is a page. */
export const recordPage = 'Record page'

/** The place of the top dialog or page, `none` under a menu, undefined if nothing is open. */
function activeSection(): string | undefined {
  // A menu that is fading out counts as closed.
  if (document.querySelector('[role=menu]:not([data-state=closed])')) return 'none'
  const dialogs = document.querySelectorAll<HTMLElement>('[data-placement]')
  return dialogs[dialogs.length - 1]?.dataset['placement']
}

function startsSequence(key: string): boolean {
  return entries.some(({ id }) => shortcuts[id].keys.some((known) => known.startsWith(`${key} `)))
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>

/** The name of a key press as in the table: `Ctrl+B`. With AltGr, only the typed character. */
export function nameOf(event: Pressed): string {
  const { key } = event
  // Some systems report AltGr as Ctrl and Alt.
  const isTyped = key.length === 1 && event.getModifierState('AltGraph')
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  const isLetter = name.length > 1 || /^[A-Z]$/.test(name)
  const modifiers = [
    (event.ctrlKey || event.metaKey) && !isTyped ? 'Ctrl+' : '',
    event.altKey && !isTyped ? 'Alt+' : '',
    event.shiftKey && isLetter ? 'Shift+' : '',
  ]
  return modifiers.join('') + name
}

/** True if the browser activates the element with the space bar. */
function isPressedBySpace(target: EventTarget | null): boolean {
  const pressed =
    'button, input, summary, [role=button], [role=tab], [role^=menuitem], [role=option]'
  return target instanceof HTMLElement && target.matches(pressed)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  const isToggle = target.matches('input[type=checkbox], input[type=radio], input[type=button]')
  return target.matches('input, textarea, select') && !isToggle
}
