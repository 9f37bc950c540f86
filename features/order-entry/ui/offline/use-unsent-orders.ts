import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceUnlocked } from '#platform/web/offline/can-work-offline.ts'
import { listUnsentOrders, watchUnsentOrders } from './unsent-order-store.ts'

const queryKey = ['unsent-orders']

/** The orders that this device has not sent, kept up to date with other tabs. */
export function useUnsentOrders() {
  const client = useQueryClient()
  useEffect(() => {
    const reread = () => void client.invalidateQueries({ queryKey })
    const stop = watchUnsentOrders(reread)
    addEventListener(deviceUnlocked, reread)
    return () => {
      stop()
      removeEventListener(deviceUnlocked, reread)
    }
  }, [client])
  return useQuery({ queryKey, queryFn: listUnsentOrders })
}
