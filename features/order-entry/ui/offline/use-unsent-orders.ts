import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { deviceUnlocked } from '#platform/web/offline/can-work-offline.ts'
import { watchUnsentOrders } from './stored-order-count.ts'
import { listUnsentOrders } from './unsent-order-store.ts'

const queryKey = ['unsent-orders']

/** The orders of this user that the device has not sent, kept up to date with other tabs. */
export function useUnsentOrders() {
  const client = useQueryClient()
  const userId = useMe().data?.id
  useEffect(() => {
    const reread = () => void client.invalidateQueries({ queryKey })
    const stop = watchUnsentOrders(reread)
    addEventListener(deviceUnlocked, reread)
    return () => {
      stop()
      removeEventListener(deviceUnlocked, reread)
    }
  }, [client])
  return useQuery({
    queryKey: [...queryKey, userId],
    queryFn: () => listUnsentOrders(userId),
    enabled: userId !== undefined,
  })
}
