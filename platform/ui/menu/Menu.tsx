import type { LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { usePressed } from '../page/LazyPart.tsx'
import type { ShortcutId } from '../keyboard/shortcuts.ts'

export type MenuItem = {
  label: string
  icon?: LucideIcon | undefined
  shortcut?: ShortcutId | undefined
  /** Why the item is disabled; shown below its label. */
  whyNot?: string | undefined
  /** Draws a separator above the item. */
  startsGroup?: boolean
  /** Moves the record on: the first that is allowed is the primary button of its page. */
  isNextStep?: boolean
  /** Always in the menu of a record's page, never a button of it. */
  isMenuOnly?: boolean
  /** Runs now: its button is disabled. */
  isBusy?: boolean
  /** For items that toggle an option. */
  checked?: boolean
  run: () => void
}

export type MenuProps = {
  /** The button that opens it: one focusable element. */
  children: ReactNode
  items: readonly MenuItem[]
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'end'
  heading?: ReactNode
}

const loadList = async () => (await import('./MenuList.tsx')).MenuList

/** The keys that open the list; the same as after it is loaded. */
const openingKeys = ['Enter', ' ', 'ArrowDown']

/**
 * A menu under a button. Its list is lazy-loaded on the first press: most menus are never opened.
 */
export function Menu({ children, ...props }: MenuProps) {
  const { open, onOpenChange } = props
  const { Part: List, press, show } = usePressed(loadList, () => onOpenChange?.(false))
  useEffect(() => {
    if (open) show()
  }, [open, show])
  if (List) {
    return (
      <List {...props} isOpenAtFirst>
        {children}
      </List>
    )
  }
  const want = onOpenChange ? () => onOpenChange(true) : show
  const byKey = (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return
    event.preventDefault()
    want()
  }
  return (
    <Slot.Root {...press} onClick={want} onKeyDown={byKey}>
      {children}
    </Slot.Root>
  )
}
