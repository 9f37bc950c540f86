import type { ReactNode } from 'react'
import { Alert } from '#platform/ui/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/Dialog.tsx'
import { late } from '#platform/ui/Late.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useFresh } from '#platform/web/api.ts'
import { type GoodsReturn, readReturn, type ReturnDetails } from './contract.ts'

const ReasonDialog = late(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
const ReceiveDialog = late(async () => (await import('./ReceiveDialog.tsx')).ReceiveDialog)
const CompleteDialog = late(async () => (await import('./CompleteDialog.tsx')).CompleteDialog)
const InspectDialog = late(async () => (await import('./InspectDialog.tsx')).InspectDialog)
const ReplaceDialog = late(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)
const SendToVendorDialog = late(
  async () => (await import('./SendToVendorDialog.tsx')).SendToVendorDialog,
)

/** The acts that ask something first. */
export type Asking =
  | 'reject'
  | 'cancel'
  | 'close'
  | 'hold'
  | 'release'
  | 'receive'
  | 'inspect'
  | 'replace'
  | 'sendToVendor'
  | 'complete'

type AskedDialogProps = { verb: Asking; goods: GoodsReturn; onClose: () => void }

/** What an act asks before it is done. */
export function AskedDialog({ verb, goods, onClose }: AskedDialogProps) {
  if (verb === 'complete') return <CompleteDialog goods={goods} onClose={onClose} />
  if (verb === 'replace') return <ReplaceDialog goods={goods} onClose={onClose} />
  if (verb === 'receive' || verb === 'inspect' || verb === 'sendToVendor') {
    const dialogOf = (read: ReturnDetails) => {
      if (verb === 'receive') return <ReceiveDialog goods={read} onClose={onClose} />
      if (verb === 'inspect') return <InspectDialog goods={read} onClose={onClose} />
      return <SendToVendorDialog goods={read} onClose={onClose} />
    }
    return (
      <WithLines goods={goods} onClose={onClose}>
        {dialogOf}
      </WithLines>
    )
  }
  return <ReasonDialog verb={verb} goods={goods} onClose={onClose} />
}

type WithLinesProps = {
  goods: GoodsReturn
  onClose: () => void
  children: (read: ReturnDetails) => ReactNode
}

/** A dialog on the lines of a return, which the list does not have. */
function WithLines({ goods, onClose, children }: WithLinesProps) {
  const { data, error } = useFresh(readReturn, { params: { id: goods.id } })
  if (data) return children(data)
  return (
    <Dialog title={goods.returnNumber} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}
