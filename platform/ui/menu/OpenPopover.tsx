import { Popover } from 'radix-ui'
import { returnFocusIfFree } from '../keyboard/returned-focus.ts'
import type { PopoverButtonProps } from './PopoverButton.tsx'

/** A popover and its button, once it was opened. */
export function OpenPopover(props: PopoverButtonProps) {
  const { button, label, isOpen, onOpenChange, className, align = 'start', children } = props
  const { hasOwnFocus = false, container } = props
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
      <Popover.Portal {...(container && { container })}>
        <Popover.Content
          onCloseAutoFocus={returnFocusIfFree}
          {...(hasOwnFocus && { onOpenAutoFocus: (event) => event.preventDefault() })}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={className}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
