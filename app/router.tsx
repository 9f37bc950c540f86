import {
  type AnyRoute,
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { readAuthSearch } from '#features/auth/auth-search.ts'
import { SpinnerPage } from '#platform/ui/Spinner.tsx'
import { parseSearchText, readListSearch, searchText } from '#platform/web/list-search.ts'
import { furtherPages, pages } from './menu.tsx'

const rootRoute = createRootRoute({
  component: () => (
    <Suspense fallback={<SpinnerPage label="Loading" />}>
      <Outlet />
    </Suspense>
  ),
  errorComponent: lazyRouteComponent(() => import('./BrokenPage.tsx'), 'BrokenPage'),
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: readAuthSearch,
  component: lazyRouteComponent(() => import('#features/auth/AuthPage.tsx'), 'AuthPage'),
})

// Everything but the sign-in page stands inside the frame, which needs somebody signed in.
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
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
  component: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
})

/** Every address of the application. Searches are plain text: `?q=north&page=2`. */
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
