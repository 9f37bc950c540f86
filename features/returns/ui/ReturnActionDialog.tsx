import type { ComponentType } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useCurrentRecord } from '#platform/web/api-hooks.ts'
import type { ReadDialogProps } from './dialogs/return-dialog-props.ts'
import { type GoodsReturn, readReturn } from '../contract.ts'

const ReasonDialog = lazyPart(async () => (await import('./dialogs/ReasonDialog.tsx')).ReasonDialog)
const ReceiveDialog = lazyPart(
  async () => (await import('./dialogs/ReceiveDialog.tsx')).ReceiveDialog,
)
const CompleteDialog = lazyPart(
  async () => (await import('./dialogs/CompleteDialog.tsx')).CompleteDialog,
)
const InspectDialog = lazyPart(
  async () => (await import('./dialogs/InspectDialog.tsx')).InspectDialog,
)
const ReplaceDialog = lazyPart(
  async () => (await import('./dialogs/ReplaceDialog.tsx')).ReplaceDialog,
)
const SendToVendorDialog = lazyPart(
  async () => (await import('./dialogs/SendToVendorDialog.tsx')).SendToVendorDialog,
)

type ReasonVerb = 'reject' | 'cancel' | 'close' | 'reopen' | 'hold' | 'release'
type ReadVerb = 'receive' | 'inspect' | 'replace' | 'sendToVendor'

/** Actions that open a dialog first. */
export type ReturnAction = ReasonVerb | ReadVerb | 'complete'

const onRead: Partial<Record<ReturnAction, ComponentType<ReadDialogProps>>> = {
  receive: ReceiveDialog,
  inspect: InspectDialog,
  replace: ReplaceDialog,
  sendToVendor: SendToVendorDialog,
}

type ReturnActionDialogProps = { verb: ReturnAction; goods: GoodsReturn; onClose: () => void }

/** Renders the dialog of an action. */
export function ReturnActionDialog({ verb, goods, onClose }: ReturnActionDialogProps) {
  if (verb === 'complete') return <CompleteDialog goods={goods} onClose={onClose} />
  const ReadDialog = onRead[verb]
  if (ReadDialog) return <OnRead goods={goods} onClose={onClose} dialog={ReadDialog} />
  return <ReasonDialog verb={verb as ReasonVerb} goods={goods} onClose={onClose} />
}

type OnReadProps = Omit<ReturnActionDialogProps, 'verb'> & {
  dialog: ComponentType<ReadDialogProps>
}

/** Loads the return with its lines, which the list does not include, then opens the dialog. */
function OnRead({ goods, onClose, dialog: ReadDialog }: OnReadProps) {
  const { data, error, again } = useCurrentRecord(readReturn, { params: { id: goods.id } })
  if (data) return <ReadDialog goods={data} again={again} onClose={onClose} />
  return (
    <Dialog title={goods.returnNumber} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}
