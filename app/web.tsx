import './styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { late } from '#platform/ui/Late.tsx'
import { watchTheme } from '#platform/ui/preferences.ts'
import { useNotice } from '#platform/ui/toast.ts'
import { useSessionLost } from '#platform/web/session-loss.ts'
import { router } from './router.tsx'

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

// Both wait for something to happen, so they come after the first screen.
const Toaster = late(async () => (await import('#platform/ui/Toaster.tsx')).Toaster)
const SignInAgain = late(async () => (await import('#features/auth/SignInAgain.tsx')).SignInAgain)

const root = elementOf('root')
const toasts = elementOf('toasts')

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`index.html has no ${id}`)
  return element
}

function Notices() {
  return useNotice() && createPortal(<Toaster />, toasts)
}

function SessionGuard() {
  return useSessionLost() && <SignInAgain />
}

watchTheme()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <SessionGuard />
      <Notices />
    </QueryClientProvider>
  </StrictMode>,
)
