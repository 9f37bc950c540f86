import { useId } from 'react'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { changeNotificationEmails, readNotificationEmails } from '../contract.ts'
import { emailKindsFor, type EmailMode, emailModes } from '../email-rules.ts'
import { type NotificationKind, notificationKinds } from '../rules.ts'

const modeNames: Record<EmailMode, string> = {
  off: 'No email',
  now: 'At once',
  digest: 'Daily digest',
}

/** The user's choice of emails, for each kind that has a label. Changes apply immediately. */
export function NotificationEmails({ labels }: { labels: Record<NotificationKind, string> }) {
  const id = useId()
  const { data: me } = useMe()
  const read = useRead(readNotificationEmails)
  const write = useWrite(changeNotificationEmails, {
    refreshes: [readNotificationEmails],
    failure: 'Failed to change your emails',
  })
  if (read.error) return <Alert>{read.error.message}</Alert>
  if (read.isPending) return <Skeleton className="h-40" />
  const { choices, address, digestHour, whyNot, lastFailure } = read.data
  const allowed = me ? emailKindsFor(me) : []
  return (
    <fieldset className="mt-4">
      <legend className="text-label mb-1">Email me</legend>
      <p className="text-caption mb-2 font-normal text-muted">
        {`Emails go to ${address}. You get only the kinds that are switched on above. The daily ` +
          `digest lists what you have not read; it is sent after ${digestHour}:00.`}
      </p>
      {whyNot && <Alert tone="info">{`${whyNot}.`}</Alert>}
      {lastFailure && (
        <Alert tone="warning" title="Your last email did not arrive">
          {`${formatMoment(lastFailure.at)}: ${lastFailure.reason}. Check your address; the bell ` +
            'has the notifications.'}
        </Alert>
      )}
      {notificationKinds.map((kind) => (
        <div key={kind} className="flex min-h-11 items-center gap-3 py-1">
          <label htmlFor={`${id}-${kind}`} className="flex-1">
            {labels[kind]}
            {!allowed.includes(kind) && (
              <span className="text-table block text-muted">Not for your role</span>
            )}
          </label>
          <select
            id={`${id}-${kind}`}
            value={allowed.includes(kind) ? choices[kind] : 'off'}
            disabled={write.isPending || !allowed.includes(kind)}
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
