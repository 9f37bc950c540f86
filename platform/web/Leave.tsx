import { useEffect } from 'react'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'

/** Leaves this document for another of the site, which takes its place in the history. */
export function Leave({ href }: { href: string }) {
  useEffect(() => location.replace(href), [href])
  return <SpinnerPage label="Loading" />
}
