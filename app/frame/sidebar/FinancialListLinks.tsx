import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { financialLists } from './financial-lists.ts'
import { sidebarLinkClass } from './sidebar-link-class.ts'

type FinancialListLinksProps = { isRail: boolean; onGo: () => void }

/** Links below the menu to the lists of finance that the user may read; the current is in sight. */
export function FinancialListLinks({ isRail, onGo }: FinancialListLinksProps) {
  const may = useMay()
  const links = useRef<HTMLElement>(null)
  const place = useLocation({
    select: ({ pathname, searchStr }) => pathname + new URLSearchParams(searchStr).get('tab'),
  })
  useEffect(() => {
    links.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  const shown = financialLists.filter(({ permission }) => may(permission))
  if (shown.length === 0) return null
  return (
    <nav ref={links} aria-label="Money desk" className="mt-3">
      {!isRail && <h2 className="text-caption px-3 pb-1 text-sidebar-muted">Money Desk</h2>}
      <ul className="grid gap-0.5">
        {shown.map(({ label, icon: Icon, address }) => (
          <li key={label}>
            <Tooltip label={label}>
              <ScreenAddressLink
                address={address}
                onClick={onGo}
                aria-label={isRail ? label : undefined}
                className={sidebarLinkClass}
              >
                <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
                {!isRail && label}
              </ScreenAddressLink>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
