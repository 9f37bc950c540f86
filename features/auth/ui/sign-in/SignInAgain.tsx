import { clsx } from 'clsx'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from 'radix-ui'
import { settleSession } from '#platform/web/session-loss.ts'
import { SignInForm } from './SignInForm.tsx'
import { type User, currentUser } from '../../contract.ts'
import { useSetMe } from '../parts/current-user.ts'

/** Over the page when the session has ended: what is typed stays, the failed call is repeated. */
export function SignInAgain() {
  const client = useQueryClient()
  const setMe = useSetMe()
  const before = client.getQueryData<User | null>([currentUser.path])
  const enter = (user: User) => {
    const isSame = before === undefined || before === null || before.id === user.id
    if (isSame) client.setQueryData([currentUser.path], user)
    // Somebody else must not repeat what the person before them had asked for.
    else setMe(user)
    settleSession(isSame)
  }
  const leave = () => {
    settleSession(false)
    setMe(null)
  }
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim fade-in z-[60]" />
        <Dialog.Content
          data-place="none"
          onOpenAutoFocus={focusTyped}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx(
            'fade-in fixed inset-x-4 top-1/2 z-[60] mx-auto max-w-[400px] -translate-y-1/2',
            'rounded-dialog border border-line bg-surface p-6 shadow-overlay outline-none',
          )}
        >
          <Dialog.Title className="text-page">Sign in again</Dialog.Title>
          <Dialog.Description className="mt-1 mb-4 text-muted">
            Your session has ended. What you typed is still here.
          </Dialog.Description>
          <SignInForm onDone={enter} {...(before ? { username: before.username } : {})} />
          <button
            type="button"
            onClick={leave}
            className="text-body mt-4 min-h-6 text-link underline"
          >
            Sign in as someone else
          </button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A name that is known is not typed again; what lies under it would take the focus back. */
function focusTyped(event: Event): void {
  const dialog = event.currentTarget
  const field = dialog instanceof HTMLElement && dialog.querySelector('input:not([readonly])')
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}
