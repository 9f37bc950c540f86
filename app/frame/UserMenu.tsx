import { clsx } from 'clsx'
import type { ButtonHTMLAttributes } from 'react'
import type { User } from '#features/auth/contract.ts'
import { usePressed } from '#platform/ui/page/LazyPart.tsx'

const loadList = async () => (await import('./UserMenuList.tsx')).UserMenuList

type UserMenuProps = {
  user: User
  isRail: boolean
  onShortcuts: () => void
  onTour: () => void
}

/** The signed-in user's menu. The list behind it is loaded by the first press. */
export function UserMenu({ isRail, ...props }: UserMenuProps) {
  const { user } = props
  const { Part: List, press } = usePressed(loadList)
  if (!List) return <WhoButton user={user} isRail={isRail} {...press} />
  return (
    <List {...props}>
      <WhoButton user={user} isRail={isRail} />
    </List>
  )
}

type WhoButtonProps = { user: User; isRail: boolean } & ButtonHTMLAttributes<HTMLButtonElement>

function WhoButton({ user, isRail, ...props }: WhoButtonProps) {
  return (
    <button
      type="button"
      {...props}
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
  )
}
