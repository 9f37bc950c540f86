import { clsx } from 'clsx'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from 'radix-ui'
import { useEffect } from 'react'
import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'
import { settleSession } from '#platform/web/session-loss.ts'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { SignInForm } from './SignInForm.tsx'
import { type User, currentUser } from '../../session-contract.ts'
import { useSwitchUser } from '../parts/current-user.ts'
import { lockDevice, unlockDevice } from '../parts/unlock-device.ts'

/**
 * Dialog over the page after the session expires: form input is preserved and the failed call is
 * retried.
 */
export function SignInAgain() {
  const client = useQueryClient()
  const switchUser = useSwitchUser()
  const previousUser = client.getQueryData<User | null>([currentUser.path])
  // The session is over, so is the key of this device.
  useEffect(() => void lockDevice(), [])
  const resumeSession = async (user: User) => {
    const isSame =
      previousUser === undefined || previousUser === null || previousUser.id === user.id
    if (isSame) client.setQueryData([currentUser.path], user)
    // A different user must not repeat the previous user's call.
    else switchUser(user)
    // The repeated call may be that of an order which this device stores.
    if (canWorkOffline()) await unlockDevice()
    settleSession(isSame)
  }
  const signInAsOther = () => {
    settleSession(false)
    void lockDevice()
    switchUser(null)
  }
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim fade-in z-[60]" />
        <Dialog.Content
          data-placement="none"
          onOpenAutoFocus={focusFirstEditable}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx(
            'fade-in fixed inset-x-4 top-1/2 z-[60] mx-auto max-w-[400px] -translate-y-1/2',
            'rounded-dialog border border-line bg-surface p-6 shadow-overlay outline-none',
          )}
        >
          <Dialog.Title className="text-page">Sign in again</Dialog.Title>
          <Dialog.Description className="mt-1 mb-4 text-muted">
            Your session has ended. Your entries are still here.
          </Dialog.Description>
          <SignInForm
            onDone={(user) => void resumeSession(user)}
            {...(previousUser ? { username: previousUser.username } : {})}
          />
          <ProviderSignIn onDone={(user) => void resumeSession(user)} />
          <button
            type="button"
            onClick={signInAsOther}
            className="text-body mt-4 min-h-6 text-link underline"
          >
            Sign in as someone else
          </button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Focuses the first editable field: the username is already filled in, and the page below would
 * otherwise regain the focus.
 */
function focusFirstEditable(event: Event): void {
  const dialog = event.currentTarget
  const field = dialog instanceof HTMLElement && dialog.querySelector('input:not([readonly])')
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}
