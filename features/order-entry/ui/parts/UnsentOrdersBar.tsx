import { useSyncExternalStore } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { canWorkOffline, deviceUnlocked } from '#platform/web/offline/can-work-offline.ts'

const UnsentOrdersStatus = lazyPart(
  async () => (await import('../offline/UnsentOrdersStatus.tsx')).UnsentOrdersStatus,
)

/**
 * Sends the orders that were entered without a connection, on every screen, and tells how many this
 * device still has. Loads nothing where the program does not work without a connection.
 */
export function UnsentOrdersBar() {
  const mayCreate = useMay()('orders.create')
  const isReady = useSyncExternalStore(subscribe, canWorkOffline)
  return isReady && mayCreate ? <UnsentOrdersStatus /> : null
}

function subscribe(listener: () => void): () => void {
  addEventListener(deviceUnlocked, listener)
  return () => removeEventListener(deviceUnlocked, listener)
}
