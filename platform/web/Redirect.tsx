import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SpinnerPage } from '#platform/ui/Spinner.tsx'

/** Goes to another address of the application, once, in place of the one shown. */
export function Redirect({ href }: { href: string }) {
  const { history } = useRouter()
  // While the router is on its way this is drawn again, by then with another address.
  const [target] = useState(href)
  useEffect(() => history.replace(target), [history, target])
  return <SpinnerPage label="Loading" />
}
