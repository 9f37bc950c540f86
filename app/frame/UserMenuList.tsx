import { useNavigate } from '@tanstack/react-router'
import {
  Building2,
  KeyRound,
  Keyboard,
  KeySquare,
  ListChecks,
  MonitorSmartphone,
  Scale,
  Signpost,
  SlidersHorizontal,
  UserCog,
  Wrench,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { User } from '#features/auth/contract.ts'
import { may } from '#features/auth/rules.ts'
import { hideFirstSteps, readFirstSteps } from '#features/dashboard/contract.ts'
import { MenuList } from '#platform/ui/menu/MenuList.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useWrite } from '#platform/web/api.ts'

const Preferences = lazyPart(
  async () => (await import('./PreferencesDialog.tsx')).PreferencesDialog,
)
const ChangePasswordDialog = lazyPart(
  async () => (await import('#features/auth/ui/ChangePasswordDialog.tsx')).ChangePasswordDialog,
)
const Sessions = lazyPart(
  async () => (await import('#features/auth/ui/SessionsDialog.tsx')).SessionsDialog,
)
const Users = lazyPart(
  async () => (await import('#features/auth/ui/parts/UsersDialog.tsx')).UsersDialog,
)
const Keys = lazyPart(async () => (await import('#features/api-keys/ui/ApiKeys.tsx')).ApiKeys)
const Maintenance = lazyPart(
  async () => (await import('#features/settings/ui/parts/MaintenanceNotice.tsx')).MaintenanceNotice,
)
const Rules = lazyPart(
  async () => (await import('#features/settings/ui/parts/BusinessRules.tsx')).BusinessRules,
)

type UserMenuListProps = {
  user: User
  /** The button that opens the menu. */
  children: ReactNode
  onKeySheet: () => void
  onTour: () => void
}
const nothingToSetUp = {
  title: 'First steps',
  text: 'This is a demo business. Nothing needs to be set up',
}

type Opened = 'preferences' | 'password' | 'sessions' | 'users' | 'keys' | 'rules' | 'maintenance'

/**
 * Personal settings, and settings for all users if the user is an administrator. Open when mounted.
 */
export function UserMenuList({ user, children, onKeySheet, onTour }: UserMenuListProps) {
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
    { label: 'Your sessions', icon: MonitorSmartphone, run: () => setOpened('sessions') },
    { label: 'Keyboard shortcuts', icon: Keyboard, shortcut: 'keySheet' as const, run: onKeySheet },
    { label: 'Take the tour', icon: Signpost, run: onTour },
    ...(may(user, 'users.manage')
      ? [
          {
            label: 'Manage users',
            icon: UserCog,
            startsGroup: true,
            run: () => setOpened('users'),
          },
          { label: 'API keys', icon: KeySquare, run: () => setOpened('keys') },
        ]
      : []),
    ...(may(user, 'settings.manage')
      ? [
          { label: 'First steps', icon: ListChecks, run: showFirstSteps },
          {
            label: 'Company profile',
            icon: Building2,
            run: () => void navigate({ to: '/company-profile' }),
          },
          { label: 'Business rules', icon: Scale, run: () => setOpened('rules') },
          { label: 'Maintenance notice', icon: Wrench, run: () => setOpened('maintenance') },
        ]
      : []),
  ]
  return (
    <>
      <MenuList label="User" items={items} align="start" isOpenAtFirst>
        {children}
      </MenuList>
      {opened === 'preferences' && <Preferences onClose={close} />}
      {opened === 'password' && <ChangePasswordDialog onClose={close} />}
      {opened === 'sessions' && <Sessions onClose={close} />}
      {opened === 'keys' && <Keys onClose={close} />}
      {opened === 'rules' && <Rules onClose={close} />}
      {opened === 'maintenance' && <Maintenance onClose={close} />}
      {opened === 'users' && <Users me={user} onClose={close} />}
    </>
  )
}
