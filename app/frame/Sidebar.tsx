import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link, useLocation } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { User } from '#features/auth/contract.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { changePreferences } from '#platform/ui/preferences/preferences.ts'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { FinancialListLinks } from './sidebar/FinancialListLinks.tsx'
import { isFinancialList } from './sidebar/financial-lists.ts'
import { IntakeLink } from './sidebar/IntakeLink.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { SettingsLink } from './sidebar/SettingsLink.tsx'
import { sidebarLinkClass } from './sidebar/sidebar-link-class.ts'
import { UserMenu } from './UserMenu.tsx'
import { menu } from '../menu.tsx'
import { isInMenu } from '../screen-permissions.ts'

// Only small screens load it.
const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)

type SidebarProps = {
  user: User
  isRail: boolean
  isDrawerOpen: boolean
  onDrawer: (isOpen: boolean) => void
  onShortcuts: () => void
  onTour: () => void
}

/** The menu beside the page: wide, as a rail of icons, or as a drawer on small screens. */
export function Sidebar(props: SidebarProps) {
  const { isRail, isDrawerOpen, onDrawer } = props
  const width = isRail ? 'w-14' : 'w-58'
  return (
    <>
      <aside
        aria-label="Sidebar"
        className={clsx(
          'no-print sticky top-0 hidden h-dvh shrink-0 bg-sidebar text-sidebar-text lg:flex',
          width,
        )}
      >
        <Inside {...props} />
      </aside>
      {isDrawerOpen && (
        <MenuDrawer onClose={() => onDrawer(false)}>
          <Inside {...props} isRail={false} />
        </MenuDrawer>
      )}
    </>
  )
}

function Inside({ user, isRail, onDrawer, onShortcuts, onTour }: SidebarProps) {
  const Toggle = isRail ? PanelLeftOpen : PanelLeftClose
  const toggleName = isRail ? 'Widen the sidebar' : 'Narrow the sidebar'
  return (
    <div className="sidebar flex min-w-0 flex-1 flex-col">
      <div className="flex h-14 shrink-0 items-center gap-2 px-3">
        {!isRail && (
          <span className="text-card flex flex-1 items-center gap-2">
            <img src="/favicon.svg" alt="" width="28" height="28" />
            Prizm
          </span>
        )}
        <Tooltip label={toggleName} keys={keysOf('sidebar')}>
          <button
            type="button"
            aria-label={toggleName}
            onClick={() => changePreferences({ sidebar: isRail ? 'open' : 'rail' })}
            className={clsx(
              'hidden size-8 place-items-center rounded-control text-sidebar-muted',
              'hover:bg-sidebar-active lg:grid',
            )}
          >
            <Toggle aria-hidden size={20} strokeWidth={1.75} />
          </button>
        </Tooltip>
      </div>
      <div className="flex-1 overflow-y-auto px-2 pb-4">
        <nav aria-label="Main">
          {menusOf(user).map(({ group, items }) => (
            <Group
              key={group}
              name={group}
              items={items}
              isRail={isRail}
              onGo={() => onDrawer(false)}
            />
          ))}
        </nav>
        <SettingsLink isRail={isRail} onGo={() => onDrawer(false)} />
        <IntakeLink isRail={isRail} onGo={() => onDrawer(false)} />
        <FinancialListLinks isRail={isRail} onGo={() => onDrawer(false)} />
      </div>
      <div
        className={clsx(
          'flex items-center gap-1 border-t border-sidebar-active p-2',
          isRail ? 'flex-col' : '',
        )}
      >
        <UserMenu user={user} isRail={isRail} onShortcuts={onShortcuts} onTour={onTour} />
        <LogoutButton isRail={isRail} />
      </div>
    </div>
  )
}

/** The groups of the menu with the screens that the user's role shows. */
function menusOf(user: User) {
  return menu
    .map(({ group, items }) => ({ group, items: items.filter(({ path }) => isInMenu(user, path)) }))
    .filter(({ items }) => items.length > 0)
}

type GroupProps = {
  name: string
  items: (typeof menu)[number]['items']
  isRail: boolean
  onGo: () => void
}

function Group({ name, items, isRail, onGo }: GroupProps) {
  const client = useQueryClient()
  const may = useMay()
  const tab = useLocation({
    select: ({ searchStr }) => new URLSearchParams(searchStr).get('tab'),
  })
  const isAlone = items.length === 1 && items[0]?.label === name
  const open = (path: string) => {
    onGo()
    // Selecting the menu item of the current screen refreshes its data.
    if (location.pathname === path && location.search === '') void client.invalidateQueries()
  }
  return (
    <section aria-label={name} className="mt-3 first:mt-1">
      {!isRail && (
        <h2 className={`text-caption px-3 pb-1 text-sidebar-muted ${isAlone ? 'sr-only' : ''}`}>
          {name}
        </h2>
      )}
      <ul className="grid gap-0.5">
        {items.map(({ path, label, icon: Icon, shortcut }) => (
          <li key={path}>
            <Tooltip label={label} keys={keysOf(shortcut)}>
              <Link
                to={path}
                activeOptions={activeOptionsOf(path, isFinancialList(path, tab, may))}
                onClick={() => open(path)}
                aria-label={isRail ? label : undefined}
                className={sidebarLinkClass}
              >
                <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
                {!isRail && label}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * When the link of a screen is the current one: on the dashboard only there, and on other screens
 * whatever they show, unless it is a list that has a link of its own.
 */
function activeOptionsOf(path: string, isList: boolean) {
  return { exact: path === '/' || isList, includeSearch: isList }
}
