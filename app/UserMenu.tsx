import { clsx } from 'clsx'
import {
  KeyRound,
  Keyboard,
  KeySquare,
  Scale,
  Signpost,
  SlidersHorizontal,
  UserCog,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import type { User } from '#features/auth/contract.ts'
import { may } from '#features/auth/rules.ts'
import { Menu } from '#platform/ui/Menu.tsx'
import { late } from '#platform/ui/Late.tsx'

const Preferences = late(async () => (await import('./PreferencesDialog.tsx')).PreferencesDialog)
const ChangePassword = late(
  async () => (await import('#features/auth/ChangePassword.tsx')).ChangePassword,
)
const Users = late(async () => (await import('#features/auth/UsersDialog.tsx')).UsersDialog)
const Keys = late(async () => (await import('#features/api-keys/ApiKeys.tsx')).ApiKeys)
const Maintenance = late(
  async () => (await import('#features/settings/MaintenanceNotice.tsx')).MaintenanceNotice,
)
const Rules = late(async () => (await import('#features/settings/BusinessRules.tsx')).BusinessRules)

type UserMenuProps = {
  user: User
  isRail: boolean
  onKeySheet: () => void
  onTour: () => void
}
type Opened = 'preferences' | 'password' | 'users' | 'keys' | 'rules' | 'maintenance'

/** Who is signed in, and what they may set for themselves. */
export function UserMenu({ user, isRail, onKeySheet, onTour }: UserMenuProps) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const items = [
    { label: 'Preferences', icon: SlidersHorizontal, run: () => setOpened('preferences') },
    { label: 'Change password', icon: KeyRound, run: () => setOpened('password') },
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
          { label: 'Business rules', icon: Scale, run: () => setOpened('rules') },
          { label: 'Maintenance notice', icon: Wrench, run: () => setOpened('maintenance') },
        ]
      : []),
  ]
  return (
    <>
      <Menu label="User" items={items} align="start">
        <button
          type="button"
          aria-label={isRail ? `${user.username}, ${user.role}` : undefined}
          className={clsx(
            'flex min-w-0 flex-1 items-center gap-3 rounded-control p-1 text-left',
            'hover:bg-sidebar-active',
          )}
        >
          <span
            aria-hidden
            className={clsx(
              'text-label grid size-8 shrink-0 place-items-center rounded-full bg-sidebar-active',
              'uppercase',
            )}
          >
            {user.username.charAt(0)}
          </span>
          {!isRail && (
            <span className="min-w-0">
              <span className="text-label block truncate">{user.username}</span>
              <span className="text-caption block truncate text-sidebar-muted">{user.role}</span>
            </span>
          )}
        </button>
      </Menu>
      {opened === 'preferences' && <Preferences onClose={close} />}
      {opened === 'password' && <ChangePassword onClose={close} />}
      {opened === 'keys' && <Keys onClose={close} />}
      {opened === 'rules' && <Rules onClose={close} />}
      {opened === 'maintenance' && <Maintenance onClose={close} />}
      {opened === 'users' && <Users me={user} onClose={close} />}
    </>
  )
}
