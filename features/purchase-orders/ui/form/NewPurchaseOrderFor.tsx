import { readSku } from '#features/skus/contract.ts'
import { readVendor } from '#features/vendors/contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { PurchaseOrderForm } from './PurchaseOrderForm.tsx'

type NewPurchaseOrderForProps = {
  /** The vendor or SKU that the new order starts with. */
  of: { kind: 'vendor' | 'sku'; id: number }
  onClose: () => void
}

/** The form for a new order with a preselected vendor or first SKU. */
export function NewPurchaseOrderFor({ of: { kind, id }, onClose }: NewPurchaseOrderForProps) {
  const params = { id }
  const vendor = useRead(readVendor, { params, enabled: kind === 'vendor' })
  const sku = useRead(readSku, { params, enabled: kind === 'sku' })
  if (vendor.data) return <PurchaseOrderForm vendor={vendor.data} onClose={onClose} />
  if (sku.data) return <PurchaseOrderForm sku={sku.data} onClose={onClose} />
  const error = vendor.error ?? sku.error
  return (
    <Dialog title="Create Purchase Order" onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-60" />}
      </DialogBody>
    </Dialog>
  )
}
