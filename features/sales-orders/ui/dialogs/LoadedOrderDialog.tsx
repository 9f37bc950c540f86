import type { ReactNode } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useCurrentRecord } from '#platform/web/api-hooks.ts'
import { readSalesOrder, type SalesOrder, type SalesOrderDetails } from '../../contract.ts'

type LoadedOrderDialogProps = {
  order: SalesOrder
  title: string
  onClose: () => void
  children: (order: SalesOrderDetails, again: () => Promise<SalesOrderDetails>) => ReactNode
}

/** A dialog that loads the order with its lines before rendering its content. */
export function LoadedOrderDialog({ order, title, onClose, children }: LoadedOrderDialogProps) {
  const { data, error, again } = useCurrentRecord(readSalesOrder, { params: { id: order.id } })
  if (data) return children(data, again)
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}
