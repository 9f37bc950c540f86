import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  declineUser,
  endSessions,
  listUsers,
  readSignInFacts,
  readSlowedUsers,
  removeSecondFactor,
  sendInvitation,
  sendResetLink,
  unlinkSingleSignOn,
  unlockUser,
  updateUser,
  type User,
  type UserRow,
} from '../../contract.ts'

const noMail = 'Email is not set up on this server'

/** Why no links can be emailed; undefined if they can. */
export function useWhyNoMail(): string | undefined {
  const { data } = useRead(readSignInFacts)
  return data?.passwordReset ? undefined : noMail
}

type ActionParts = {
  isSlowed: (user: User) => boolean
  onReset: (user: User) => void
  onLimits: (user: UserRow) => void
}

/** The actions of an administrator on a user; `me` cannot be changed here. */
export function useUserActions(
  me: User,
  { isSlowed, onReset, onLimits }: ActionParts,
): (user: UserRow) => MenuItem[] {
  const whyNoMail = useWhyNoMail()
  const steps = useSteps()
  return (user) => {
    const isMe = user.id === me.id
    const run = (write: keyof typeof steps) => () =>
      void steps[write].tryRun({ params: { id: user.id } })
    const change = (isActive: boolean) => () =>
      void steps.update.tryRun({ params: { id: user.id }, body: { isActive } })
    if (user.state === 'invited') {
      return [
        { label: 'Send invitation again', whyNot: whyNoMail, run: run('invite') },
        { label: 'Withdraw invitation', run: run('decline') },
      ]
    }
    const resetLink = {
      label: 'Send reset link',
      whyNot: user.isActive ? whyNoMail : 'The account cannot sign in',
      run: run('link'),
    }
    return [
      {
        label: user.isActive ? 'Deactivate' : 'Activate',
        whyNot: isMe ? 'You cannot deactivate your own account' : undefined,
        run: change(!user.isActive),
      },
      {
        label: 'Reset password',
        whyNot: isMe ? 'Change your own password in your menu' : undefined,
        run: () => onReset(user),
      },
      resetLink,
      { label: 'Limits', whyNot: whyNoLimits(me, isMe), run: () => onLimits(user) },
      {
        label: 'End sessions',
        whyNot: isMe ? 'End your own sessions in your menu' : undefined,
        run: run('sessions'),
      },
      {
        label: 'Remove second factor',
        whyNot: whyNoRemoval(user, isMe),
        run: run('factor'),
      },
      ...(user.isLinked ? [{ label: 'Unlink single sign-on', run: run('unlink') }] : []),
      {
        label: 'Unlock',
        whyNot: isSlowed(user) ? undefined : 'No wrong passwords or codes slow this account down',
        run: run('unlock'),
      },
    ]
  }
}

function whyNoLimits(me: User, isMe: boolean): string | undefined {
  if (isMe) return 'Another administrator changes your limits'
  return me.role === 'admin' ? undefined : 'Only an administrator changes limits'
}

function whyNoRemoval(user: UserRow, isMe: boolean): string | undefined {
  if (isMe) return 'Turn off your own second factor in your menu'
  return user.hasSecondFactor ? undefined : 'The user has no second factor'
}

function useSteps() {
  return {
    update: useWrite(updateUser, {
      refreshes: [listUsers],
      success: (user) => ({ title: 'Success', text: `${user.username} updated successfully` }),
      failure: 'Failed to update user',
    }),
    sessions: useWrite(endSessions, {
      refreshes: [listUsers],
      success: 'The sessions of that user have ended',
      failure: 'Failed to end the sessions',
    }),
    factor: useWrite(removeSecondFactor, {
      refreshes: [listUsers],
      success: 'The second factor was removed',
      failure: 'Failed to remove the second factor',
    }),
    unlink: useWrite(unlinkSingleSignOn, {
      refreshes: [listUsers],
      success: 'The user was unlinked from the provider',
      failure: 'Failed to unlink the user',
    }),
    decline: useWrite(declineUser, {
      refreshes: [listUsers],
      success: 'The invitation was withdrawn',
      failure: 'Failed to withdraw the invitation',
    }),
    unlock: useWrite(unlockUser, {
      refreshes: [readSlowedUsers],
      success: 'The user can try again at once',
      failure: 'Failed to unlock the user',
    }),
    link: useWrite(sendResetLink, {
      success: 'The link will be sent',
      failure: 'Failed to send the link',
    }),
    invite: useWrite(sendInvitation, {
      success: 'The invitation will be sent',
      failure: 'Failed to send the invitation',
    }),
  }
}
