import { Link, useLocation } from '@tanstack/react-router'
import { PageContent, PageHeader } from '#platform/ui/PageHeader.tsx'
import { SearchField } from './HeaderSearch.tsx'
import { pages } from './menu.tsx'

/** An address that leads nowhere: what was asked for, and the way on. */
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
            <SearchField label="Search for what you meant" />
          </search>
          <ul className="flex flex-wrap gap-x-4 gap-y-2">
            {pages.slice(0, 4).map(({ path, label }) => (
              <li key={path}>
                <Link to={path} className="inline-flex min-h-6 items-center">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </PageContent>
    </>
  )
}
