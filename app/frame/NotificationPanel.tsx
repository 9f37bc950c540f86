import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from '#features/notifications/contract.ts'
import { NotificationList } from '#features/notifications/ui/NotificationList.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useList, useWrite } from '#platform/web/api-hooks.ts'

const maxShown = 30

type NotificationPanelProps = { hasUnread: boolean; onClose: () => void }

/** The latest notifications, with actions to open them and mark them as read. */
export function NotificationPanel({ hasUnread, onClose }: NotificationPanelProps) {
  const latest = useList(listNotifications, { query: { limit: maxShown } })
  const options = { refreshes: [listNotifications], failure: 'Failed to mark as read' }
  const markRead = useWrite(readNotification, options)
  const markAllRead = useWrite(readAllNotifications, options)
  if (latest.isPending) return <Skeleton className="m-4 h-24 w-auto" />
  if (latest.error && !latest.data) {
    return (
      <div className="p-4">
        <Alert
          title="The notifications could not be loaded"
          actions={<Button onClick={() => void latest.refetch()}>Try again</Button>}
        >
          {latest.error.message}
        </Alert>
      </div>
    )
  }
  const { rows, total } = latest.data
  if (rows.length === 0) {
    return <p className="p-4 text-muted">No notifications.</p>
  }
  return (
    <>
      <RefreshFailed read={latest} />
      <div className="max-h-[min(28rem,70dvh)] overflow-y-auto pb-2">
        <NotificationList
          all={rows}
          onRead={({ id }) => void markRead.tryRun({ params: { id } })}
          onFollow={onClose}
        />
      </div>
      <div className="flex items-center justify-between gap-2 border-t border-line p-2 pl-4">
        <p className="text-table text-muted">
          {total > maxShown ? `The latest ${maxShown} of ${total.toLocaleString('en-US')}` : ''}
        </p>
        <Button
          kind="ghost"
          size="small"
          disabled={!hasUnread || markAllRead.isPending}
          onClick={() => void markAllRead.tryRun({})}
        >
          Mark all read
        </Button>
      </div>
    </>
  )
}
