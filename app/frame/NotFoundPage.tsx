import { Link, useLocation } from '@tanstack/react-router'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import type { Permission } from '#features/auth/rules.ts'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { SearchField } from '../search/HeaderSearch.tsx'
import { furtherPages, pages } from '../menu.tsx'
import { mostUsedScreens, visitCounts } from '../search/most-used-screens.ts'

const maxSuggestions = 4
const first = ['/', '/order-entry', '/sales-orders', '/customers']

/** The permission without which a screen is useless. */
const needs: Readonly<Record<string, Permission>> = {
  '/order-entry': 'orders.create',
  '/unsent-orders': 'orders.create',
  '/ap-reports': 'reports.payables',
  '/ar-reports': 'reports.receivables',
  '/journal': 'ledger.read',
  '/edi': 'edi.read',
  '/intake': 'intake.read',
  '/settings': 'settings.manage',
  '/company-profile': 'settings.manage',
}

/** The 404 page: shows the requested address and links to continue. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title="404 Page Not Found" />
      <PageContent>
        <div className="card grid max-w-3xl justify-items-start gap-4 p-6">
          <p>
            There is no page at <code className="font-semibold break-all">{pathname}</code>.
          </p>
          <p className="text-caption text-muted">Did you forget to add the page to the router?</p>
          <search className="w-full max-w-md">
            <SearchField label="Search for a page or record" />
          </search>
          <MostUsed />
        </div>
      </PageContent>
    </>
  )
}

/** The screens the user opens most; a new user gets the usual ones. */
function MostUsed() {
  const { data: me } = useMe()
  const may = useMay()
  const all: readonly { path: string; label: string }[] = [...pages, ...furtherPages]
  const candidates = [...new Set([...first, ...all.map(({ path }) => path)])]
  const isFor = (path: string) => {
    const needed = needs[path]
    return needed === undefined || may(needed)
  }
  const paths = mostUsedScreens(me ? visitCounts(me.id) : {}, {
    usual: candidates,
    isFor,
    limit: maxSuggestions,
  })
  return (
    <ul aria-label="Screens" className="flex flex-wrap gap-x-4 gap-y-2">
      {paths.map((path) => (
        <li key={path}>
          <Link to={path} className="inline-flex min-h-6 items-center">
            {all.find((page) => page.path === path)?.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
