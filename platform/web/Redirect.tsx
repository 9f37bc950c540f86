import { useEffect } from 'react'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'

/** Navigates to another document of the site, replacing this one in the browser history. */
export function Redirect({ href }: { href: string }) {
  useEffect(() => location.replace(href), [href])
  return <SpinnerPage label="Loading" />
}
