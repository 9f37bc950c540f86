import { AuthPage } from '#features/auth/ui/sign-in/AuthPage.tsx'
import { mount } from './mount.tsx'

// A separate document: signing in needs neither the router nor the frame, and signing out leaves no
// data in memory.
mount(<AuthPage onEntered={enter} />)

function enter(href: string): void {
  location.replace(href)
}
