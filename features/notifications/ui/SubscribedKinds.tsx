import { useId } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { changeSubscribedKinds, listNotifications, readSubscribedKinds } from '../contract.ts'
import { type NotificationKind, notificationKinds } from '../rules.ts'
import { NotificationEmails } from './NotificationEmails.tsx'

const names: Record<NotificationKind, { label: string; hint: string }> = {
  lowStock: { label: 'Low stock', hint: 'SKUs at or below their minimum' },
  approvals: { label: 'Pending approvals', hint: 'Purchase orders that await approval' },
  purchaseOrders: {
    label: 'My purchase orders',
    hint: 'Decisions about purchase orders that you created',
  },
  credit: {
    label: 'Credit requests',
    hint:
      'Orders refused or on hold for lack of credit, or on hold for their margin; only finance ' +
      'and managers get these',
  },
  mentions: { label: 'Mentions', hint: 'Comments that mention you' },
  reports: { label: 'My reports', hint: 'Reports that you run in the background' },
  system: { label: 'System', hint: 'Maintenance notices' },
}

const emailLabels = Object.fromEntries(
  notificationKinds.map((kind) => [kind, names[kind].label]),
) as Record<NotificationKind, string>

/** The user's choice of notification kinds. Each change applies immediately. */
export function SubscribedKinds({ onClose }: { onClose: () => void }) {
  const id = useId()
  const subscribed = useRead(readSubscribedKinds)
  const write = useWrite(changeSubscribedKinds, {
    refreshes: [readSubscribedKinds, listNotifications],
    failure: 'Failed to change your notifications',
  })
  return (
    <Dialog
      title="Notification settings"
      description="Saved to your account. Changes apply immediately."
      size="small"
      onClose={onClose}
    >
      <DialogBody>
        {subscribed.error && <Alert>{subscribed.error.message}</Alert>}
        {subscribed.isPending && <Skeleton className="h-40" />}
        {subscribed.data && (
          <fieldset>
            <legend className="text-label mb-2">Notify me about</legend>
            {notificationKinds.map((kind) => (
              <label key={kind} className="flex min-h-11 items-start gap-3 py-1">
                <input
                  type="checkbox"
                  aria-describedby={`${id}-${kind}`}
                  checked={subscribed.data[kind]}
                  disabled={write.isPending}
                  onChange={({ target }) => void write.tryRun({ body: { [kind]: target.checked } })}
                  className="mt-0.5 size-4 accent-(--accent)"
                />
                <span>
                  {names[kind].label}
                  <span id={`${id}-${kind}`} className="text-table block text-muted">
                    {names[kind].hint}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <NotificationEmails labels={emailLabels} />
      </DialogBody>
      <DialogFooter>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
