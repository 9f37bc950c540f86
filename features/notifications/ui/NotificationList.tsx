import { clsx } from 'clsx'
import {
  AtSign,
  Check,
  ClipboardCheck,
  ClipboardList,
  CreditCard,
  FileChartColumn,
  type LucideIcon,
  PackageMinus,
  Wrench,
} from 'lucide-react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { Notification } from '../contract.ts'
import type { NotificationKind } from '../rules.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  lowStock: PackageMinus,
  approvals: ClipboardCheck,
  purchaseOrders: ClipboardList,
  credit: CreditCard,
  mentions: AtSign,
  reports: FileChartColumn,
  system: Wrench,
}

type NotificationListProps = {
  all: readonly Notification[]
  onRead: (notification: Notification) => void
  /** Called after a link is followed, to close the panel. */
  onFollow: () => void
}

/** The notifications: unread first, then read ones. */
export function NotificationList({ all, onRead, onFollow }: NotificationListProps) {
  const groups = [
    { name: 'New', items: all.filter(({ readAt }) => readAt === null) },
    { name: 'Earlier', items: all.filter(({ readAt }) => readAt !== null) },
  ].filter(({ items }) => items.length > 0)
  return groups.map(({ name, items }) => (
    <section key={name} aria-label={name}>
      <h3 className="text-caption px-4 pt-3 pb-1 text-muted">{name}</h3>
      <ul>
        {items.map((each) => (
          <Item key={each.id} notification={each} onRead={onRead} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  ))
}

type ItemProps = { notification: Notification } & Omit<NotificationListProps, 'all'>

function Item({ notification, onRead, onFollow }: ItemProps) {
  const { kind, title, text, link, readAt, createdAt } = notification
  const Icon = icons[kind]
  const isNew = readAt === null
  const content = (
    <>
      <span className={clsx('block', isNew ? 'text-label' : 'text-body')}>{title}</span>
      <span className="block break-words">{text}</span>
      <span className="text-caption block font-normal text-muted">{formatMoment(createdAt)}</span>
    </>
  )
  const follow = () => {
    if (isNew) onRead(notification)
    onFollow()
  }
  return (
    <li className="flex items-start gap-3 px-4 py-2 hover:bg-hover">
      <Icon
        aria-hidden
        size={20}
        strokeWidth={1.75}
        className={clsx('mt-0.5 shrink-0', isNew ? 'text-link' : 'text-subtle')}
      />
      {link ? (
        <ScreenAddressLink
          address={parseAddress(link)}
          onClick={follow}
          className="min-w-0 flex-1 text-ink no-underline hover:underline"
        >
          {content}
        </ScreenAddressLink>
      ) : (
        <div className="min-w-0 flex-1">{content}</div>
      )}
      {isNew && (
        <IconButton
          icon={Check}
          label={`Mark as read: ${title}`}
          onClick={() => onRead(notification)}
        />
      )}
    </li>
  )
}
