import {
  type AnyRoute,
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'
import { Redirect } from '#platform/web/Redirect.tsx'
import { readListSearch } from '#platform/web/list-search.ts'
import { parseSearchText, searchText } from '#platform/web/search-text.ts'
import { BrokenPage } from './frame/BrokenPage.tsx'
import { furtherPages, pages } from './menu.tsx'

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

const pageRoutes: AnyRoute[] = [...pages, ...furtherPages].map(({ path, search, component }) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: search ?? readListSearch,
    component,
  }),
)

const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./frame/NotFoundPage.tsx'), 'NotFoundPage'),
})

/** All addresses of the application. Search parameters are plain text: `?q=north&page=2`. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    authRoute,
    shellRoute.addChildren([...pageRoutes, notFoundRoute]),
  ]),
  parseSearch: (text) => parseSearchText(text),
  stringifySearch: (search) => searchText(search),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <SpinnerPage label="Loading" />,
  scrollRestoration: true,
})
