import { useRouter } from '@tanstack/react-router'
import { parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { searchText } from '#platform/web/query-string.ts'
import type { HelpLink } from '../rules.ts'

/** A link to a screen, in the state that the topic describes. */
export function TopicScreenLink({ link }: { link: HelpLink }) {
  const { routesByPath } = useRouter()
  // Show no link to a screen that does not exist.
  if (!Object.hasOwn(routesByPath, link.to)) return null
  return (
    <ScreenAddressLink
      address={parseAddress(link.to + searchText(link.search ?? {}))}
      className="text-label inline-flex min-h-6 items-center gap-1"
    >
      {link.label}
      <span aria-hidden>→</span>
    </ScreenAddressLink>
  )
}
