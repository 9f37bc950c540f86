import type { LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { usePressed } from '../page/Late.tsx'
import type { ShortcutId } from '../keyboard/shortcuts.ts'

export type MenuItem = {
  label: string
  icon?: LucideIcon | undefined
  shortcut?: ShortcutId | undefined
  /** Why it cannot be done now; the item is then shown disabled with this reason. */
  whyNot?: string | undefined
  /** A line above the item. */
  startsGroup?: boolean
  /** For items that switch something on or off. */
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

/** The keys that open the list once it is loaded; they open it before, too. */
const openingKeys = ['Enter', ' ', 'ArrowDown']

/** A menu under a button. Its list is loaded by the first press: most menus are never opened. */
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
