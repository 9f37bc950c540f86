import { AuthPage } from '#features/auth/ui/sign-in/AuthPage.tsx'
import { mount } from './mount.tsx'

// A document of its own: whoever signs in needs neither the router nor the frame until then, and
// whoever signs out leaves nothing of what was read in memory.
mount(<AuthPage onEntered={enter} />)

function enter(href: string): void {
  location.replace(href)
}
