import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import { discardUnreadable } from './unsent-order-actions.ts'
import { sendUnsentOrders } from './send-unsent-orders.ts'
import { isQueued } from './unsent-order.ts'
import { UnsentOrderCard } from './UnsentOrderCard.tsx'
import { useUnsentOrders } from './use-unsent-orders.ts'

/** The orders that were entered without a connection and are not sent yet. */
export function UnsentOrdersPage() {
  const mayCreate = useMay()('orders.create')
  return (
    <>
      <PageHeader title="Unsent Orders" subtitle="Orders that are only on this device" />
      <PageContent>
        {!mayCreate && (
          <Alert tone="info" title="Your role cannot enter orders">
            An administrator can change that.
          </Alert>
        )}
        {mayCreate && !canWorkOffline() && (
          <Alert tone="info" title="This browser does not store orders">
            To enter orders offline, open the program over HTTPS in a regular window of a current
            browser, and allow it to store data. Then reload this page.
          </Alert>
        )}
        {mayCreate && canWorkOffline() && <Orders />}
      </PageContent>
    </>
  )
}

const notSent = {
  title: 'Error',
  text: 'This device cannot read or change its orders now. They are not lost. Try again later',
  tone: 'danger',
} as const

const notRead = new ApiError(
  0,
  'This browser does not let the program read what is stored. Allow it, then try again',
)

function Orders() {
  const client = useQueryClient()
  const isLost = useConnectionLost()
  const read = useUnsentOrders()
  const [isSending, setIsSending] = useState(false)
  const sendNow = async () => {
    setIsSending(true)
    await sendUnsentOrders(client).catch(() => notify(notSent))
    setIsSending(false)
  }
  return (
    <Loaded read={{ ...read, error: read.error && notRead }}>
      {({ orders, unreadable, isLocked }) => (
        <>
          {unreadable > 0 && (
            <Alert
              tone="warning"
              title={`${counted(unreadable, 'order')} cannot be shown`}
              actions={
                <Button size="small" onClick={() => void discardUnreadable()}>
                  Discard them
                </Button>
              }
            >
              This version of the program cannot read them. Load the newest version. If they are
              still here then, enter them again and discard these.
            </Alert>
          )}
          {isLocked && (
            <Alert tone="warning" title="Your session on this device has ended">
              Orders that wait here are not lost. Sign in again to see and send them.
            </Alert>
          )}
          {orders.length === 0 && !isLocked && (
            <p className="card p-4 text-muted">No orders wait to be sent.</p>
          )}
          {orders.some(isQueued) && (
            <div>
              <Button
                kind="primary"
                icon={Send}
                isBusy={isSending}
                whyNot={isLost ? 'No connection to the server' : undefined}
                onClick={() => void sendNow()}
              >
                Send Now
              </Button>
            </div>
          )}
          {orders.length > 0 && (
            <ul aria-label="Unsent orders" className="grid gap-3">
              {orders.map((order) => (
                <UnsentOrderCard key={order.id} order={order} />
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  )
}
