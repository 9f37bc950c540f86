import { clsx } from 'clsx'
import { DropdownMenu } from 'radix-ui'
import { Fragment, useRef } from 'react'
import type { MenuItem, MenuProps } from './Menu.tsx'
import { isFocusFree } from '../keyboard/returned-focus.ts'
import { keysOf } from '../keyboard/shortcuts.ts'

type MenuListProps = MenuProps & {
  /** True if the press that opens it came before its code was loaded. */
  isOpenAtFirst?: boolean
}

/** The complete menu, which `Menu` lazy-loads on the first press. */
export function MenuList({ children, items, label, align, heading, ...state }: MenuListProps) {
  const { open, isOpenAtFirst = false, onOpenChange } = state
  const trigger = useRef<HTMLButtonElement>(null)
  const hasInteractedOutside = useRef(false)
  const control = open === undefined ? { defaultOpen: isOpenAtFirst } : { open }
  return (
    <DropdownMenu.Root {...control} modal={false} {...(onOpenChange ? { onOpenChange } : {})}>
      <DropdownMenu.Trigger ref={trigger} asChild>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align ?? 'end'}
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={() => (hasInteractedOutside.current = true)}
          onCloseAutoFocus={(event) => {
            // After a click elsewhere, such as into a search field, the focus stays there.
            if (!hasInteractedOutside.current) focusWithoutScroll(event, trigger.current)
            hasInteractedOutside.current = false
          }}
          className={clsx(
            'popover pop-in max-h-(--radix-dropdown-menu-content-available-height) min-w-48',
            'max-w-80 overflow-y-auto p-1',
          )}
        >
          {heading}
          {items.map((item, index) => (
            <Fragment key={`${index} ${item.label}`}>
              {item.startsGroup && <DropdownMenu.Separator className="my-1 h-px bg-line" />}
              <Item item={item} />
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/**
 * Focuses the button without scrolling: with a fixed element, such as the sidebar, the page would
 * scroll. If a key has moved the focus meanwhile, it stays there.
 */
function focusWithoutScroll(event: Event, trigger: HTMLButtonElement | null): void {
  if (!trigger || event.defaultPrevented) return
  event.preventDefault()
  if (isFocusFree()) trigger.focus({ preventScroll: true })
}

function Item({ item }: { item: MenuItem }) {
  const { icon: Icon, label, shortcut, whyNot } = item
  const inside = (
    <>
      {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
      <span className="flex-1">
        {label}
        {whyNot && <span className="text-caption block">{whyNot}</span>}
      </span>
      {shortcut && (
        <kbd className="text-caption font-sans text-subtle pointer-coarse:hidden">
          {keysOf(shortcut)}
        </kbd>
      )}
    </>
  )
  if (item.checked !== undefined) {
    return (
      <DropdownMenu.CheckboxItem
        checked={item.checked}
        disabled={whyNot !== undefined}
        onSelect={(event) => event.preventDefault()}
        onCheckedChange={item.run}
        className="menu-item group"
      >
        <span
          aria-hidden
          className={clsx(
            'grid size-4 place-items-center rounded-control border border-control text-caption',
            'group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent',
            'group-data-[state=checked]:text-on-accent',
          )}
        >
          <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
        </span>
        {inside}
      </DropdownMenu.CheckboxItem>
    )
  }
  return (
    <DropdownMenu.Item disabled={whyNot !== undefined} onSelect={item.run} className="menu-item">
      {inside}
    </DropdownMenu.Item>
  )
}
