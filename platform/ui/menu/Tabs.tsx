import { clsx } from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Tooltip } from '../buttons/Tooltip.tsx'
import { type ShortcutId, shortcuts } from '../keyboard/shortcuts.ts'

export type Tab = {
  id: string
  label: string
  render: () => ReactNode
  /** The tab with the record's comments. */
  hasComments?: boolean
  /** The record's history: on a page it is beside the lines. */
  isHistory?: boolean
  /** The record's lines: below this tab's content in a dialog, and the first tab of a page. */
  lines?: { label: string; render: () => ReactNode }
}

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  /** The open tab; defaults to the first. */
  open: string | undefined
  onOpen: (id: string) => void
  /** The shortcut whose keys open the tabs in order; shown in the tooltips. */
  shortcut?: ShortcutId
  /** Stays beside the tabs while they scroll sideways, such as a menu of all of them. */
  tools?: ReactNode
}

/** Tabs with arrow keys; only the open tab's content is mounted. */
export function Tabs({ label, tabs, open, onOpen, shortcut, tools }: TabsProps) {
  const current = tabs.find((tab) => tab.id === open) ?? tabs[0]
  const list = useRef<HTMLDivElement>(null)
  const previousTabId = useRef(current?.id)
  useLayoutEffect(() => {
    inView(list.current)
    // The focused element was unmounted with the previous tab, so the focus moves to the tab.
    const isFocusLost =
      previousTabId.current !== current?.id && document.activeElement === document.body
    if (isFocusLost) openTabOf(list.current)?.focus()
    previousTabId.current = current?.id
  }, [current?.id])
  useEffect(() => {
    // What loads later, such as a menu beside the tabs or the font, changes the width of the tabs.
    const observer = new ResizeObserver(() => inView(list.current))
    for (const tab of list.current?.children ?? []) observer.observe(tab)
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Radix.Root value={current?.id ?? ''} onValueChange={onOpen}>
      <div className="no-print flex items-center border-b border-line">
        <Radix.List
          ref={list}
          aria-label={label}
          className="scroll-x relative flex min-w-0 flex-1 overflow-x-auto"
        >
          {tabs.map((tab, index) => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              className={clsx(
                'text-label h-10 shrink-0 border-b-2 border-transparent text-muted',
                '-outline-offset-2 hover:text-ink data-[state=active]:border-accent',
                'data-[state=active]:text-link pointer-coarse:h-11',
              )}
            >
              <Name label={tab.label} keys={shortcut && shortcuts[shortcut].keys[index]} />
            </Radix.Trigger>
          ))}
        </Radix.List>
        {tools}
      </div>
      {current && (
        <Radix.Content value={current.id} className="pt-2 sm:pt-4 sm:compact:pt-1" tabIndex={-1}>
          {current.render()}
        </Radix.Content>
      )}
    </Radix.Root>
  )
}

/** The tooltip wraps the name, because on the tab it would override the tab's state and focus. */
function Name({ label, keys }: { label: string; keys: string | undefined }) {
  const name = <span className="grid h-full content-center px-2.5">{label}</span>
  if (!keys) return name
  return (
    <Tooltip label={label} keys={keys}>
      {name}
    </Tooltip>
  )
}

function openTabOf(list: HTMLElement | null): HTMLElement | null | undefined {
  return list?.querySelector<HTMLElement>('[data-state=active]')
}

/** Scrolls the open tab into view. */
function inView(list: HTMLElement | null): void {
  const open = openTabOf(list)
  if (!list || !open) return
  const end = open.offsetLeft + open.offsetWidth
  if (open.offsetLeft < list.scrollLeft || end > list.scrollLeft + list.clientWidth) {
    list.scrollLeft = open.offsetLeft - (list.clientWidth - open.offsetWidth) / 2
  }
}
