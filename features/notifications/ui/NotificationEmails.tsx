import { useId } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api.ts'
import { changeNotificationEmails, readNotificationEmails } from '../contract.ts'
import { type EmailMode, emailModes } from '../email-rules.ts'
import { type NotificationKind, notificationKinds } from '../rules.ts'

const modeNames: Record<EmailMode, string> = {
  off: 'No email',
  now: 'At once',
  digest: 'Daily digest',
}

/** The user's choice of emails, for each kind that has a label. Changes apply immediately. */
export function NotificationEmails({ labels }: { labels: Record<NotificationKind, string> }) {
  const id = useId()
  const read = useRead(readNotificationEmails)
  const write = useWrite(changeNotificationEmails, {
    refreshes: [readNotificationEmails],
    failure: 'Failed to change your emails',
  })
  if (read.error) return <Alert>{read.error.message}</Alert>
  if (read.isPending) return <Skeleton className="h-40" />
  const { choices, address, digestHour, whyNot } = read.data
  return (
    <fieldset className="mt-4">
      <legend className="text-label mb-1">Email me</legend>
      <p className="text-caption mb-2 font-normal text-muted">
        {`To ${address}. Only kinds that are on above. The digest has what you have not read, ` +
          `from ${digestHour}:00 on.`}
      </p>
      {whyNot && <Alert tone="info">{`${whyNot}.`}</Alert>}
      {notificationKinds.map((kind) => (
        <div key={kind} className="flex min-h-11 items-center gap-3 py-1">
          <label htmlFor={`${id}-${kind}`} className="flex-1">
            {labels[kind]}
          </label>
          <select
            id={`${id}-${kind}`}
            value={choices[kind]}
            disabled={write.isPending}
            onChange={({ target }) =>
              void write.tryRun({ body: { [kind]: target.value as EmailMode } })
            }
            className="control max-w-[20ch]"
          >
            {emailModes.map((mode) => (
              <option key={mode} value={mode}>
                {modeNames[mode]}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}
