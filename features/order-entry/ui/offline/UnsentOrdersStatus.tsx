import { useEffect, useState } from 'react'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { countStoredOrders, watchUnsentOrders } from './stored-order-count.ts'

const UnsentOrdersNotice = lazyPart(
  async () => (await import('./UnsentOrdersNotice.tsx')).UnsentOrdersNotice,
)

/** The place of the notice of unsent orders; the notice is loaded once this device has any. */
export function UnsentOrdersStatus() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    // If the storage of the device refuses, nothing can be sent from it either.
    const recount = () => void countStoredOrders().then(setCount, () => undefined)
    recount()
    return watchUnsentOrders(recount)
  }, [])
  return (
    <div role="status" className="no-print">
      {count > 0 && <UnsentOrdersNotice />}
    </div>
  )
}
