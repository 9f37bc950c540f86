import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Bell as BellIcon, Settings2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { listNotifications } from '#features/notifications/contract.ts'
import { badgeOf } from '#features/notifications/rules.ts'
import { IconButton } from '#platform/ui/IconButton.tsx'
import { late } from '#platform/ui/Late.tsx'
import { refresh } from '#platform/web/api.ts'
import { useUnread } from './use-news.ts'

const BellPanel = late(
  async () => (await import('./BellPanel.tsx')).BellPanel,
  <p className="p-4 text-muted">Loading …</p>,
)
const WantedKinds = late(
  async () => (await import('#features/notifications/WantedKinds.tsx')).WantedKinds,
)

/** How long what the bell knows is good enough for somebody who moves about. */
const freshMs = 30_000

/** The notifications of the signed-in user. Its badge shows how many are unread, none at zero. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const unread = useUnread()
  const renew = useRenewal(unread.dataUpdatedAt)
  const badge = badgeOf(unread.data?.total ?? 0)
  const open = (next: boolean) => {
    setIsOpen(next)
    if (next) renew()
  }
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={open}>
        <span className="relative inline-grid">
          <Popover.Trigger asChild>
            <IconButton
              icon={BellIcon}
              label={badge ? `Notifications, ${badge} unread` : 'Notifications'}
              iconSize={20}
            />
          </Popover.Trigger>
          {badge && <Badge text={badge} />}
        </span>
        {/* Inside the landmark of the page, where readers of screens look for it. */}
        <Popover.Portal container={document.getElementById('main')}>
          <Popover.Content
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-label="Notifications"
            onOpenAutoFocus={focusPanel}
            className="popover pop-in w-96 max-w-[calc(100vw-1rem)] outline-none"
          >
            <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
              <h2 className="text-card">Notifications</h2>
              <IconButton
                icon={Settings2}
                label="Notification settings"
                onClick={() => {
                  setIsOpen(false)
                  setIsChoosing(true)
                }}
              />
            </div>
            <BellPanel hasUnread={badge !== undefined} onLeave={() => setIsOpen(false)} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {isChoosing && <WantedKinds onClose={() => setIsChoosing(false)} />}
    </>
  )
}

/** The panel itself has the focus first: on its first button a tooltip would pop up. */
function focusPanel(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

function Badge({ text }: { text: string }) {
  return (
    <span
      aria-hidden
      className={
        'text-caption pointer-events-none absolute -top-1 -right-1 grid h-4.5 min-w-4.5 ' +
        'place-items-center rounded-full bg-danger px-1 text-on-danger'
      }
    >
      {text}
    </span>
  )
}

/** The bell looks again when it is opened, and after a while when somebody moves about. */
function useRenewal(updatedAt: number): () => void {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const latest = useRef(updatedAt)
  useEffect(() => {
    latest.current = updatedAt
  })
  useEffect(() => {
    const look = () => {
      const isOld = latest.current > 0 && Date.now() - latest.current > freshMs
      if (isOld && !document.hidden) void refresh(client, [listNotifications])
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [client, pathname])
  return () => void refresh(client, [listNotifications])
}
