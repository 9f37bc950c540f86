import { Settings } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { sidebarLinkClass } from './sidebar-link-class.ts'

type SettingsLinkProps = { isRail: boolean; onGo: () => void }

/** The link to the settings, under the system's screens, for those who may change them. */
export function SettingsLink({ isRail, onGo }: SettingsLinkProps) {
  const may = useMay()
  if (!may('settings.manage')) return null
  return (
    <nav aria-label="Administration" className="mt-0.5">
      <Tooltip label="Settings">
        <Link
          to="/settings"
          activeOptions={{ includeSearch: false }}
          onClick={onGo}
          aria-label={isRail ? 'Settings' : undefined}
          className={sidebarLinkClass}
        >
          <Settings aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
          {!isRail && 'Settings'}
        </Link>
      </Tooltip>
    </nav>
  )
}
