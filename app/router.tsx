import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'
import { Redirect } from '#platform/web/Redirect.tsx'
import { readListSearch } from '#platform/web/list-state.ts'
import { parseSearchText, searchText } from '#platform/web/query-string.ts'
import { BrokenPage } from './frame/BrokenPage.tsx'
import { furtherPages, pages } from './menu.tsx'
import type { ScreenPath, ScreenSearches } from './screen-search-params.ts'

const rootRoute = createRootRoute({
  component: () => (
    <Suspense fallback={<SpinnerPage label="Loading" />}>
      <Outlet />
    </Suspense>
  ),
  errorComponent: BrokenPage,
})

// The sign-in page is a separate document, so a link to it leaves this one.
const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  component: () => <Redirect href={location.href} />,
})

// All other pages are inside the frame, which requires a signed-in user.
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./frame/Shell.tsx'), 'Shell'),
})

/** The route of a page in the menu, or of a further page. */
function pageRoute<const Path extends ScreenPath>(path: Path) {
  const page = [...pages, ...furtherPages].find((each) => each.path === path)
  if (!page) throw new Error(`The menu has no page ${path}`)
  const { search = readListSearch, component } = page
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    // The pages check filters when they read them: an unknown one is shown and can be removed.
    validateSearch: search as (raw: Record<string, unknown>) => ScreenSearches[Path],
    component,
  })
}

const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./frame/NotFoundPage.tsx'), 'NotFoundPage'),
})

/** All addresses of the application. Search parameters are plain text: `?q=north&page=2`. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    authRoute,
    shellRoute.addChildren([
      pageRoute('/'),
      pageRoute('/customers'),
      pageRoute('/vendors'),
      pageRoute('/skus'),
      pageRoute('/order-entry'),
      pageRoute('/purchase-orders'),
      pageRoute('/sales-orders'),
      pageRoute('/returns'),
      pageRoute('/ap-reports'),
      pageRoute('/ar-reports'),
      pageRoute('/wms-integration'),
      pageRoute('/system-health'),
      pageRoute('/help'),
      pageRoute('/requisitions'),
      pageRoute('/purchase-proposals'),
      pageRoute('/journal'),
      pageRoute('/edi'),
      pageRoute('/intake'),
      pageRoute('/settings'),
      pageRoute('/company-profile'),
      pageRoute('/unsent-orders'),
      notFoundRoute,
    ]),
  ]),
  parseSearch: (text) => parseSearchText(text),
  stringifySearch: (search) => searchText(search),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <SpinnerPage label="Loading" />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  // Declared as an interface by the library; links and navigation are typed by these routes.
  interface Register {
    router: typeof router
  }
}
