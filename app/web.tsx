import { RouterProvider } from '@tanstack/react-router'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useSessionLost } from '#platform/web/session-loss.ts'
import { mount } from './mount.tsx'
import { router } from './router.tsx'

// Needed only after a session expires, so it loads after the first screen.
const SignInAgain = lazyPart(
  async () => (await import('#features/auth/ui/sign-in/SignInAgain.tsx')).SignInAgain,
)

function SessionGuard() {
  return useSessionLost() && <SignInAgain />
}

mount(
  <>
    <RouterProvider router={router} />
    <SessionGuard />
  </>,
)
