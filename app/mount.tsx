import './styles.css'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, StrictMode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { currentUser } from '#features/auth/session-contract.ts'
import { watchTheme } from '#platform/ui/preferences/preferences.ts'
import { useNotice } from '#platform/ui/notices/toast.ts'
import { ApiError, setUserOfTab } from '#platform/web/api-client.ts'

/** A rule may demand a second factor at any time: the user is read again, and the frame asks. */
function onError(error: Error): void {
  if (!(error instanceof ApiError) || error.code !== 'second-factor-missing') return
  void client.invalidateQueries({ queryKey: [currentUser.path] })
}

// Data is stale only after a write, nothing is retried automatically, and data that no screen uses
// is dropped after five minutes.
const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60 * 1000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

setUserOfTab(() => client.getQueryData<{ id: number } | null>([currentUser.path])?.id)

/**
 * Renders the page of `index.html` or `auth.html` with the shared parts: theme, queries, toasts.
 */
export function mount(page: ReactNode): void {
  const toasts = elementOf('toasts')
  watchTheme()
  createRoot(elementOf('root')).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        {page}
        <Notices into={toasts} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/**
 * Loads the toast code on the first user action: not before the first screen, and not only when a
 * toast is needed, because the connection may be down by then.
 */
function Notices({ into }: { into: HTMLElement }) {
  const [part, setPart] = useState<{ Toaster: ComponentType }>()
  const notice = useNotice()
  const hasNotice = notice !== undefined
  useEffect(() => {
    if (part) return
    // If loading fails, the next user action or toast tries again.
    const load = () =>
      void import('#platform/ui/notices/Toaster.tsx').then(setPart, () => undefined)
    if (hasNotice) load()
    addEventListener('pointerdown', load, { capture: true })
    addEventListener('keydown', load, { capture: true })
    return () => {
      removeEventListener('pointerdown', load, { capture: true })
      removeEventListener('keydown', load, { capture: true })
    }
  }, [part, hasNotice])
  return notice && part && createPortal(<part.Toaster />, into)
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no ${id}`)
  return element
}
