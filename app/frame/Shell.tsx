import { clsx } from 'clsx'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useState } from 'react'
import { type Me, useMe } from '#features/auth/ui/parts/current-user.ts'
import { useAccountPreferences } from '#features/auth/ui/use-account-preferences.ts'
import { countUnsentOrders } from '#features/order-entry/ui/parts/count-unsent-orders.ts'
import { UnsentOrdersBar } from '#features/order-entry/ui/parts/UnsentOrdersBar.tsx'
import { topicOfScreen } from '#features/help/screens.ts'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { RecordPageHost } from '#platform/ui/dialogs/record-page-host.ts'
import { HeaderTools } from '#platform/ui/page/PageHeader.tsx'
import { TooltipProvider } from '#platform/ui/buttons/Tooltip.tsx'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { changePreferences, usePreferences } from '#platform/ui/preferences/preferences.ts'
import { useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { TodayContext } from '#platform/ui/dates/today.ts'
import { bufferKeys } from '#platform/ui/keyboard/key-buffer.ts'
import { useMediaQuery } from '#platform/ui/page/use-media-query.ts'
import { undoLast } from '#platform/ui/notices/undo.ts'
import { Redirect } from '#platform/web/Redirect.tsx'
import type { ApiError } from '#platform/web/api-client.ts'
import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'
import { searchText } from '#platform/web/query-string.ts'
import { BackgroundEffects, useRereadOnReconnection } from './BackgroundEffects.tsx'
import { Bell } from './Bell.tsx'
import { StartTourContext } from '../tour/start-tour-context.ts'
import { ConnectionBar } from './ConnectionBar.tsx'
import { NewVersionBar } from '../offline/NewVersionBar.tsx'
import { HeaderSearch } from '../search/HeaderSearch.tsx'
import { Sidebar } from './Sidebar.tsx'
import { pages } from '../menu.tsx'
import { useHeldAlt } from './use-held-alt.ts'

const SecondFactorEnrollmentPage = lazyPart(
  async () =>
    (await import('#features/auth/ui/parts/SecondFactorEnrollmentPage.tsx'))
      .SecondFactorEnrollmentPage,
)
const Palette = lazyPart(async () => (await import('../search/Palette.tsx')).Palette)
const ShortcutsDialog = lazyPart(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
)
const ShortcutBadges = lazyPart(async () => (await import('./ShortcutBadges.tsx')).ShortcutBadges)
const BottomBar = lazyPart(async () => (await import('../bottom-bar/BottomBar.tsx')).BottomBar)
const Tour = lazyPart(async () => (await import('../tour/Tour.tsx')).Tour)

const lockedText = '. Until then this device is locked. Orders that are not sent yet are not lost.'

/** The frame of every page after sign-in. Waits for the user, or redirects to sign-in. */
export function Shell() {
  const me = useMe()
  const { href } = useLocation()
  if (me.isPending) return <SpinnerPage label="Loading" />
  if (me.error && me.data === undefined) {
    return <NoAnswer error={me.error} onRetry={() => void me.refetch()} />
  }
  if (!me.data) return <Redirect href={`/auth${searchText(href === '/' ? {} : { next: href })}`} />
  if (me.data.mustEnroll) {
    return (
      <SecondFactorEnrollmentPage username={me.data.username} countUnsent={countUnsentOrders} />
    )
  }
  return (
    <TodayContext value={useToday}>
      {/* What one user typed is not shown to the next one. */}
      <Touring key={me.data.id} user={me.data}>
        <Frame user={me.data} />
      </Touring>
    </TodayContext>
  )
}

/** Says that the user could not be read, which is tried again with the connection. */
function NoAnswer({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  useRereadOnReconnection()
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-6">
      <Alert
        title="The server did not respond"
        actions={<Button onClick={onRetry}>Try again</Button>}
      >
        {error.message}
        {error.status === 0 && canWorkOffline() && lockedText}
      </Alert>
    </main>
  )
}

/** Provides the tour to everything in the frame, so that any of it can start the tour. */
function Touring({ user, children }: { user: Me; children: ReactNode }) {
  const [isTouring, setIsTouring] = useState(false)
  const begin = useCallback(() => setIsTouring(true), [])
  return (
    <StartTourContext value={begin}>
      {children}
      {isTouring && <Tour role={user.role} onEnd={() => setIsTouring(false)} />}
    </StartTourContext>
  )
}

function Frame({ user }: { user: Me }) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [overlay, setOverlay] = useState<OverlayName>()
  const beginTour = use(StartTourContext)
  const sidebar = useSidebar()
  const isPhone = useMediaQuery(phoneScreen)
  useSidebarKey(sidebar, () => setIsDrawerOpen(true))
  useShortcut('undo', undoLast)
  useHelpKey()
  useAccountPreferences(user)
  const tools = useMemo(
    () => ({
      before: (
        <IconButton
          icon={MenuIcon}
          label="Open the menu"
          iconSize={20}
          className="lg:hidden"
          onClick={() => setIsDrawerOpen(true)}
        />
      ),
      after: (
        <>
          <HeaderSearch />
          <Bell />
        </>
      ),
    }),
    [],
  )
  return (
    <TooltipProvider>
      <HeaderTools value={tools}>
        <a
          href="#main"
          className={clsx(
            'no-print text-label fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent',
            'px-4 py-2 text-on-accent focus:translate-y-0',
          )}
        >
          Skip to content
        </a>
        {pages.map((page) => (
          <PageShortcut key={page.path} page={page} />
        ))}
        <div className="flex min-h-dvh">
          <Sidebar
            user={user}
            isRail={sidebar === 'rail'}
            isDrawerOpen={isDrawerOpen}
            onDrawer={setIsDrawerOpen}
            onShortcuts={() => setOverlay('keys')}
            onTour={() => {
              setIsDrawerOpen(false)
              beginTour()
            }}
          />
          <Main />
        </div>
        {isPhone && <BottomBar user={user} onSearch={() => setOverlay('palette')} />}
        <Overlay name={overlay} onShow={setOverlay} onTour={beginTour} />
        <BackgroundEffects user={user} />
      </HeaderTools>
    </TooltipProvider>
  )
}

/** The screen, which the page of a record hides while it is open. */
function Main() {
  const [host, setHost] = useState<HTMLElement | null>(null)
  return (
    <RecordPageHost value={host}>
      <main
        id="main"
        ref={setHost}
        tabIndex={-1}
        className="min-w-0 flex-1 pb-(--bottom-bar) outline-none"
      >
        <div className="no-print sticky top-0 z-30">
          <ConnectionBar />
          <NewVersionBar />
          <UnsentOrdersBar />
        </div>
        <div className="screen">
          <Suspense fallback={<SpinnerPage label="Loading" />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </RecordPageHost>
  )
}

type OverlayName = 'palette' | 'keys'
type OverlayProps = {
  name: OverlayName | undefined
  onShow: (name: OverlayName | undefined) => void
  onTour: () => void
}

/** What can open over any page: the palette or the shortcuts dialog. */
function Overlay({ name, onShow, onTour }: OverlayProps) {
  useShortcut('keySheet', () => onShow('keys'))
  useShortcut('palette', () => {
    bufferKeys()
    onShow('palette')
  })
  const isAltHeld = useHeldAlt()
  return (
    <>
      {isAltHeld && <ShortcutBadges />}
      {name === 'palette' && (
        <Palette onShortcuts={() => onShow('keys')} onClose={() => onShow(undefined)} />
      )}
      {name === 'keys' && (
        <ShortcutsDialog
          onClose={() => onShow(undefined)}
          onTour={() => {
            onShow(undefined)
            onTour()
          }}
        />
      )}
    </>
  )
}

/** From this width the sidebar is beside the page (`lg`); below it is a drawer. */
const wideScreen = '(min-width: 64rem)'

/** Below this width the main acts are at the bottom of the screen (`md`). */
const phoneScreen = '(width < 48rem)'

/** From this width there is room for the full sidebar beside a table. */
const labelsMediaQuery = '(min-width: 80rem)'

/** The sidebar's state beside the page: the user's preference, else by available width. */
function useSidebar(): 'open' | 'rail' {
  const { sidebar } = usePreferences()
  const hasRoom = useMediaQuery(labelsMediaQuery)
  return sidebar ?? (hasRoom ? 'open' : 'rail')
}

/**
 * Ctrl+B expands or collapses the sidebar, or opens the drawer on small screens. The drawer closes
 * on the same key.
 */
function useSidebarKey(sidebar: 'open' | 'rail', openDrawer: () => void): void {
  useShortcut('sidebar', () => {
    if (!matchMedia(wideScreen).matches) return openDrawer()
    changePreferences({ sidebar: sidebar === 'open' ? 'rail' : 'open' })
  })
}

/** F1 opens the help at the topic of the current screen. */
function useHelpKey(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useShortcut('help', ({ target }) => {
    const hash = topicOfScreen(pathname)
    // Keep unsaved typing in an open record: open the help in a new tab.
    if (isTypedInRecord(target)) window.open(`/help#${hash}`, '_blank', 'noopener')
    else void navigate({ to: '/help', hash })
  })
}

function isTypedInRecord(target: EventTarget | null): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && target.value !== '' && target.closest('[role=dialog]') !== null
}

function PageShortcut({ page }: { page: (typeof pages)[number] }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!page.shouldBufferKeys) return
    // Order entry clerks open this page many times a day and type right away, so the first key of
    // its shortcut preloads it.
    const warm = ({ key }: KeyboardEvent) => {
      if (key.toLowerCase() === 'g') void page.component.preload?.()
    }
    document.addEventListener('keydown', warm)
    return () => document.removeEventListener('keydown', warm)
  }, [page])
  useShortcut(page.shortcut, () => {
    if (page.shouldBufferKeys && pathname !== page.path) bufferKeys()
    void navigate({ to: page.path })
  })
  return null
}
