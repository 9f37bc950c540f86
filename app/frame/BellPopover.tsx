import { Settings2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { NotificationPanel } from './NotificationPanel.tsx'
import { returnFocusIfFree } from '#platform/ui/keyboard/returned-focus.ts'

const NotificationKinds = lazyPart(
  async () => (await import('#features/notifications/ui/SubscribedKinds.tsx')).SubscribedKinds,
)

type BellPopoverProps = {
  hasUnread: boolean
  onOpen: () => void
  /** The button that opens the popover. */
  children: ReactNode
}

/** The notifications popover, with its settings. Open when mounted. */
export function BellPopover({ hasUnread, onOpen, children }: BellPopoverProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isChoosing, setIsChoosing] = useState(false)
  const open = (next: boolean) => {
    setIsOpen(next)
    if (next) onOpen()
  }
  const choose = () => {
    setIsOpen(false)
    setIsChoosing(true)
  }
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={open}>
        <Popover.Trigger asChild>{children}</Popover.Trigger>
        {/* Rendered inside the main landmark, where screen-reader users look for it. */}
        <Popover.Portal container={document.getElementById('main')}>
          <Popover.Content
            onCloseAutoFocus={returnFocusIfFree}
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-label="Notifications"
            onOpenAutoFocus={focusPanel}
            className="popover pop-in w-96 max-w-[calc(100vw-1rem)] outline-none"
          >
            <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
              <h2 className="text-card">Notifications</h2>
              <IconButton icon={Settings2} label="Notification settings" onClick={choose} />
            </div>
            <NotificationPanel hasUnread={hasUnread} onClose={() => setIsOpen(false)} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {isChoosing && <NotificationKinds onClose={() => setIsChoosing(false)} />}
    </>
  )
}

/** Focus the panel itself first: focusing its first button would open a tooltip. */
function focusPanel(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}
