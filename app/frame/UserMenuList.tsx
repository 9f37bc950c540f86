import { useNavigate } from '@tanstack/react-router'
import {
  Fingerprint,
  KeyRound,
  Keyboard,
  ListChecks,
  MonitorSmartphone,
  ShieldCheck,
  Signpost,
  SlidersHorizontal,
  UserRoundCheck,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { decides } from '#features/auth/authority-rules.ts'
import type { User } from '#features/auth/contract.ts'
import { may } from '#features/auth/rules.ts'
import { hideFirstSteps, readFirstSteps } from '#features/dashboard/contract.ts'
import { MenuList } from '#platform/ui/menu/MenuList.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'

const Preferences = lazyPart(
  async () => (await import('./PreferencesDialog.tsx')).PreferencesDialog,
)
const ChangePasswordDialog = lazyPart(
  async () => (await import('#features/auth/ui/ChangePasswordDialog.tsx')).ChangePasswordDialog,
)
const Sessions = lazyPart(
  async () => (await import('#features/auth/ui/SessionsDialog.tsx')).SessionsDialog,
)
const Delegations = lazyPart(
  async () =>
    (await import('#features/auth/ui/delegation/DelegationsDialog.tsx')).DelegationsDialog,
)
const SecondFactor = lazyPart(
  async () =>
    (await import('#features/auth/ui/second-factor/SecondFactorDialog.tsx')).SecondFactorDialog,
)

const Passkeys = lazyPart(
  async () => (await import('#features/auth/ui/passkeys/PasskeysDialog.tsx')).PasskeysDialog,
)

type UserMenuListProps = {
  user: User
  /** The button that opens the menu. */
  children: ReactNode
  onShortcuts: () => void
  onTour: () => void
}
const nothingToSetUp = {
  title: 'First steps',
  text: 'This is a demo business. Nothing needs to be set up',
}

type Opened = 'preferences' | 'password' | 'secondFactor' | 'passkeys' | 'sessions' | 'delegations'

/** The settings of the signed-in user alone. Open when mounted. */
export function UserMenuList({ user, children, onShortcuts, onTour }: UserMenuListProps) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const navigate = useNavigate()
  const steps = useWrite(hideFirstSteps, {
    refreshes: [readFirstSteps],
    success: ({ isHidden }) => (isHidden ? nothingToSetUp : undefined),
    failure: 'Failed to show the first steps',
  })
  const showFirstSteps = async () => {
    if (await steps.isDone({ body: { isHidden: false } })) void navigate({ to: '/' })
  }
  const items = [
    { label: 'Preferences', icon: SlidersHorizontal, run: () => setOpened('preferences') },
    { label: 'Change password', icon: KeyRound, run: () => setOpened('password') },
    { label: 'Second factor', icon: ShieldCheck, run: () => setOpened('secondFactor') },
    { label: 'Passkeys', icon: Fingerprint, run: () => setOpened('passkeys') },
    { label: 'Your sessions', icon: MonitorSmartphone, run: () => setOpened('sessions') },
    ...(decides(user) || may(user, 'users.manage')
      ? [
          {
            label: 'Delegated approvals',
            icon: UserRoundCheck,
            run: () => setOpened('delegations'),
          },
        ]
      : []),
    {
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      shortcut: 'keySheet' as const,
      run: onShortcuts,
    },
    { label: 'Take the tour', icon: Signpost, run: onTour },
    ...(may(user, 'settings.manage')
      ? [{ label: 'First steps', icon: ListChecks, run: showFirstSteps }]
      : []),
  ]
  return (
    <>
      <MenuList label="User" items={items} align="start" isOpenAtFirst>
        {children}
      </MenuList>
      {opened === 'preferences' && <Preferences onClose={close} />}
      {opened === 'password' && <ChangePasswordDialog onClose={close} />}
      {opened === 'secondFactor' && <SecondFactor onClose={close} />}
      {opened === 'delegations' && <Delegations onClose={close} />}
      {opened === 'passkeys' && <Passkeys onClose={close} />}
      {opened === 'sessions' && <Sessions onClose={close} />}
    </>
  )
}
