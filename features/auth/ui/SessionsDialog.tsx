import { LogOut } from 'lucide-react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { endOtherSessions, endOwnSession, listSessions, type Session } from '../contract.ts'
import { deviceOf } from './device-name.ts'

/** Lists the sessions of the signed-in user, with buttons to end them. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const read = useRead(listSessions)
  const endAllOthers = useWrite(endOtherSessions, {
    refreshes: [listSessions],
    success: 'All other sessions were ended',
    failure: 'Failed to end the other sessions',
  })
  const count = (read.data ?? []).filter(({ isCurrent }) => !isCurrent).length
  return (
    <Dialog
      title="Your sessions"
      description="Devices signed in to your account. Sign out those you don’t recognize."
      onClose={onClose}
    >
      <DialogBody>
        <Loaded read={read}>
          {(sessions) => (
            <ul>
              {sessions.map((session) => (
                <Row key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
        <div className="mt-4 flex justify-end">
          <Button
            icon={LogOut}
            isBusy={endAllOthers.isPending}
            whyNot={count > 0 ? undefined : 'There is no other session'}
            onClick={() => void endAllOthers.tryRun({})}
          >
            Sign out all others
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  )
}

function Row({ session }: { session: Session }) {
  const end = useWrite(endOwnSession, {
    refreshes: [listSessions],
    success: 'The session was ended',
    failure: 'Failed to end the session',
  })
  const { createdAt, lastSeenAt, address, userAgent, isCurrent } = session
  const device = deviceOf(userAgent)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-label break-words">
          {address ? `${device} at ${address}` : device}
          {isCurrent && <span className="font-normal text-muted"> · this session</span>}
        </p>
        <p className="text-table numbers text-muted">
          {`Started ${formatMoment(createdAt)}, last used ${formatMoment(lastSeenAt)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          isOnce
          aria-label={`Sign out ${device}, started ${formatMoment(createdAt)}`}
          isBusy={end.isPending}
          onClick={() => void end.tryRun({ params: { id: session.id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
