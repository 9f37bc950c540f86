import { Link, useRouter } from '@tanstack/react-router'
import type { HelpLink } from '../rules.ts'

/** A link to a screen, in the state that the topic describes. */
export function TryIt({ link }: { link: HelpLink }) {
  const { routesByPath } = useRouter()
  // Show no link to a screen that does not exist.
  if (!Object.hasOwn(routesByPath, link.to)) return null
  return (
    <Link
      to={link.to}
      search={(link.search ?? {}) as never}
      className="text-label inline-flex min-h-6 items-center gap-1"
    >
      {link.label}
      <span aria-hidden>→</span>
    </Link>
  )
}
