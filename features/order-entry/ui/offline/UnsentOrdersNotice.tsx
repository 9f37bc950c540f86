import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudUpload } from 'lucide-react'
import { useEffect } from 'react'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { deviceUnlocked } from '#platform/web/offline/can-work-offline.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import { sendUnsentOrders } from './send-unsent-orders.ts'
import { isQueued } from './unsent-order.ts'
import { useUnsentOrders } from './use-unsent-orders.ts'

const retryEveryMs = 60_000

/** Sends the orders that wait whenever there is a connection, and shows how many are left. */
export function UnsentOrdersNotice() {
  const client = useQueryClient()
  const isLost = useConnectionLost()
  const { data } = useUnsentOrders()
  const orders = data?.orders ?? []
  const waiting = orders.filter(isQueued).length
  const left = orders.length + (data?.unreadable ?? 0)
  const mustSend = !isLost && waiting > 0
  useEffect(() => {
    if (!mustSend) return
    // The storage of the device may be full or refused; the next run tries again.
    const sendAll = () => void sendUnsentOrders(client).catch(() => undefined)
    sendAll()
    const timer = setInterval(sendAll, retryEveryMs)
    addEventListener(deviceUnlocked, sendAll)
    return () => {
      clearInterval(timer)
      removeEventListener(deviceUnlocked, sendAll)
    }
  }, [mustSend, waiting, client])
  if (left === 0) return null
  return (
    <p className="text-table flex items-center gap-2 bg-processing-bg px-4 py-2">
      <CloudUpload size={16} className="shrink-0 text-processing-fg" aria-hidden />
      <span className="text-processing-fg">
        {`${counted(left, 'order is', 'orders are')} only on this device. `}
        {left > waiting && `${counted(left - waiting, 'needs', 'need')} your decision. `}
        <Link to="/unsent-orders" className="underline">
          Open Unsent Orders
        </Link>
      </span>
    </p>
  )
}
