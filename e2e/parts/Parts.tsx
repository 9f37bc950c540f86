import {
  Outlet,
  RouterProvider,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ComponentType } from 'react'
import { mount } from '#app/mount.tsx'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { HeaderTools, PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { TooltipProvider } from '#platform/ui/buttons/Tooltip.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { TodayContext } from '#platform/ui/dates/today.ts'
import { readListSearch } from '#platform/web/list-state.ts'
import { parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { parseSearchText, searchText } from '#platform/web/query-string.ts'
import { ButtonParts } from './ButtonParts.tsx'
import { DialogParts } from './DialogParts.tsx'
import { FieldParts } from './FieldParts.tsx'
import { FigureParts } from './FigureParts.tsx'
import { ImportParts } from './ImportParts.tsx'
import { LineParts } from './LineParts.tsx'
import { TableParts } from './TableParts.tsx'

// Shows every control of platform/ui once, inside the program's own frame, so that a change of a
// shared component is tested here and not on every screen. The data comes from the real API.

const groups: Record<string, ComponentType> = {
  buttons: ButtonParts,
  fields: FieldParts,
  table: TableParts,
  lines: LineParts,
  figures: FigureParts,
  dialogs: DialogParts,
  import: ImportParts,
}

const tools = {
  after: (
    <IconButton
      icon={Search}
      label="Search"
      onClick={() => notify({ title: 'Search', text: 'What the frame puts beside a heading' })}
    />
  ),
}

function Frame() {
  return (
    <TodayContext value={useToday}>
      <TooltipProvider>
        <HeaderTools value={tools}>
          <main id="main" tabIndex={-1} className="min-w-0 outline-none">
            <Outlet />
          </main>
        </HeaderTools>
      </TooltipProvider>
    </TodayContext>
  )
}

/** Target of the links, because the program's own screens are not part of this page. */
function OtherScreen() {
  return (
    <>
      <PageHeader title="Another screen" />
      <PageContent>
        <ul className="list-inside list-disc">
          {Object.keys(groups).map((name) => (
            <li key={name}>
              <ScreenAddressLink address={parseAddress(`/${name}`)}>{name}</ScreenAddressLink>
            </li>
          ))}
        </ul>
      </PageContent>
    </>
  )
}

const rootRoute = createRootRoute({ component: Frame })
const routes = Object.entries({ ...groups, $: OtherScreen }).map(([path, component]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: readListSearch,
    component,
  }),
)
const router = createRouter({
  basepath: '/parts',
  routeTree: rootRoute.addChildren(routes),
  parseSearch: (text) => parseSearchText(text),
  stringifySearch: (search) => searchText(search),
})

mount(<RouterProvider router={router} />)
