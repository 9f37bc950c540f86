import { Inbox } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { useOpenCount } from '#features/intake/ui/parts/use-open-count.ts'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { sidebarLinkClass } from './sidebar-link-class.ts'

type IntakeLinkProps = { isRail: boolean; onGo: () => void }

/** The link to the intake inbox below the menu, with how many messages wait for a person. */
export function IntakeLink({ isRail, onGo }: IntakeLinkProps) {
  const mayRead = useMay()('intake.read')
  const open = useOpenCount()
  if (!mayRead) return null
  const count = open ? open.toLocaleString('en-US') : undefined
  const label = count ? `Intake, ${count} open` : 'Intake'
  return (
    <nav aria-label="Sales desk" className="mt-3">
      {!isRail && <h2 className="text-caption px-3 pb-1 text-sidebar-muted">Sales Desk</h2>}
      <Tooltip label={label}>
        <Link
          to="/intake"
          activeOptions={{ includeSearch: false }}
          onClick={onGo}
          aria-label={label}
          className={sidebarLinkClass}
        >
          <Inbox aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
          {!isRail && <span className="flex-1">Intake</span>} {/* Two words, as in the label. */}
          {!isRail && count && (
            <span className="numbers text-caption rounded-full bg-sidebar-active px-2">
              {count}
            </span>
          )}
        </Link>
      </Tooltip>
    </nav>
  )
}
