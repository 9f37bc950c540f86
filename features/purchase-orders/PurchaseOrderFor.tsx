import { readVendor } from '#features/vendors/contract.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/Dialog.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { PurchaseOrderForm } from './PurchaseOrderForm.tsx'

type PurchaseOrderForProps = { vendorId: number; onClose: () => void }

/** The form of a new order, with its vendor chosen. */
export function PurchaseOrderFor({ vendorId, onClose }: PurchaseOrderForProps) {
  const { data, error } = useRead(readVendor, { params: { id: vendorId } })
  if (data) return <PurchaseOrderForm vendor={data} onClose={onClose} />
  return (
    <Dialog title="Create Purchase Order" onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-60" />}
      </DialogBody>
    </Dialog>
  )
}
