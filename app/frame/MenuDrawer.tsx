import { clsx } from 'clsx'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { keysOf, nameOf } from '#platform/ui/keyboard/shortcuts.ts'

/**
 * The menu as a drawer over the page, for small screens. Mount it to open it. Menus opened from it
 * are mounted later and appear above it.
 */
export function MenuDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim fade-in lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          data-placement="none"
          onKeyDown={(event) => {
            if (nameOf(event.nativeEvent) !== keysOf('sidebar')) return
            event.preventDefault()
            onClose()
          }}
          className={clsx(
            'drawer-in fixed inset-y-0 left-0 z-40 flex w-58 bg-sidebar text-sidebar-text',
            'outline-none lg:hidden',
          )}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
