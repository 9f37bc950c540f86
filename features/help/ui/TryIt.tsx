import { Link, useRouter } from '@tanstack/react-router'
import type { HelpLink } from '../rules.ts'

/** A link into the program, with the state that shows what the topic tells of. */
export function TryIt({ link }: { link: HelpLink }) {
  const { routesByPath } = useRouter()
  // A screen that this program does not have cannot be tried.
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
