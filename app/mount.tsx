import './styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { late } from '#platform/ui/Late.tsx'
import { watchTheme } from '#platform/ui/preferences.ts'
import { useNotice } from '#platform/ui/toast.ts'

// Nothing is stale until a write says so, nothing is tried again by itself, and what no screen
// shows is kept for five minutes.
const client = new QueryClient({
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

// It waits for something to happen, so it comes after the first screen.
const Toaster = late(async () => (await import('#platform/ui/Toaster.tsx')).Toaster)

/** Draws the page of `index.html` or `auth.html`, with what both have: theme, calls, toasts. */
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

function Notices({ into }: { into: HTMLElement }) {
  return useNotice() && createPortal(<Toaster />, into)
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no ${id}`)
  return element
}
