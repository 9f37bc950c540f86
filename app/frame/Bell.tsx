import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, useEffect, useRef } from 'react'
import { listNotifications } from '#features/notifications/contract.ts'
import { badgeOf } from '#features/notifications/rules.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { usePressed } from '#platform/ui/page/LazyPart.tsx'
import { refresh } from '#platform/web/api-hooks.ts'
import { useUnreadNotifications } from './use-unread-notifications.ts'

const loadPopover = async () => (await import('./BellPopover.tsx')).BellPopover

/** How old the bell's data may be before navigation refetches it. */
const freshMs = 30_000

/**
 * The notification bell of the signed-in user. Its badge shows the unread count and is hidden at
 * zero. The popover code is loaded by the first press.
 */
export function Bell() {
  const unread = useUnreadNotifications()
  const renew = useRenewal(unread.dataUpdatedAt)
  const { Part: Popover, press } = usePressed(loadPopover)
  const badge = badgeOf(unread.data?.total ?? 0)
  const open = () => {
    press.onClick()
    renew()
  }
  return (
    <span className="relative inline-grid">
      {Popover ? (
        <Popover hasUnread={badge !== undefined} onOpen={renew}>
          <BellButton badge={badge} />
        </Popover>
      ) : (
        <BellButton badge={badge} {...press} aria-haspopup="dialog" onClick={open} />
      )}
      {badge && <Badge text={badge} />}
    </span>
  )
}

type BellButtonProps = { badge: string | undefined } & ButtonHTMLAttributes<HTMLButtonElement>

function BellButton({ badge, ...props }: BellButtonProps) {
  const label = badge ? `Notifications, ${badge} unread` : 'Notifications'
  return <IconButton {...props} icon={BellIcon} label={label} iconSize={20} />
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

/** Refetches when the bell is opened, and on navigation when the data is older than `freshMs`. */
function useRenewal(updatedAt: number): () => void {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const latest = useRef(updatedAt)
  useEffect(() => {
    latest.current = updatedAt
  })
  useEffect(() => {
    const isOld = latest.current > 0 && Date.now() - latest.current > freshMs
    if (isOld) void refresh(client, [listNotifications])
  }, [client, pathname])
  return () => void refresh(client, [listNotifications])
}
