import {
  Ban,
  Check,
  CopyPlus,
  Eye,
  History,
  type LucideIcon,
  PackageCheck,
  PackageX,
  Pencil,
  Send,
  Undo2,
  X,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { usePrintJob } from '#features/documents/ui/parts/use-print-job.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { send } from '#platform/web/api-client.ts'
import { type PurchaseOrder, readPurchaseOrder } from '../contract.ts'
import { type PurchaseVerb, whyNotStep } from '../rules.ts'
import { useOrderItems } from './use-order-menu-items.ts'
import { useStepWrites } from './use-purchase-step-writes.ts'

const ReasonDialog = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
const ReceiveDialog = lazyPart(
  async () => (await import('./receipts/ReceiveDialog.tsx')).ReceiveDialog,
)

type RequestedTransition = { verb: PurchaseVerb; order: PurchaseOrder }
type TransitionButton = {
  verb: PurchaseVerb
  label: string
  icon: LucideIcon
  hasDialog?: true
  isNextStep?: true
}

/** The steps in lifecycle order; a label ending in "…" opens a dialog first. */
const steps: readonly TransitionButton[] = [
  { verb: 'submit', label: 'Submit', icon: Send, isNextStep: true },
  { verb: 'approve', label: 'Approve', icon: Check, isNextStep: true },
  { verb: 'reject', label: 'Reject…', icon: X, hasDialog: true },
  { verb: 'withdraw', label: 'Withdraw', icon: Undo2 },
  {
    verb: 'receive',
    label: 'Receive…',
    icon: PackageCheck,
    hasDialog: true,
    isNextStep: true,
  },
  { verb: 'close', label: 'Close short…', icon: PackageX, hasDialog: true },
  { verb: 'cancel', label: 'Cancel order…', icon: Ban, hasDialog: true },
]

/** The actions of a purchase order for its row and its details, with their dialogs. */
export function usePurchaseSteps(list: ListState): {
  rowActions: (order: PurchaseOrder) => readonly RowAction[]
  detailActions: (order: PurchaseOrder) => readonly RowAction[]
  papers: ReturnType<typeof usePurchaseDocuments>
  dialog: ReactNode
} {
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const documents = usePurchaseDocuments()
  const moreActions = useOrderItems(documents.print)
  const writes = useStepWrites()
  const [requested, setRequested] = useState<RequestedTransition>()
  const runAtOnce = (verb: 'submit' | 'approve' | 'withdraw', { id, version }: PurchaseOrder) =>
    void writes[verb].tryRun({ params: { id }, ifMatch: version })
  const stepActions = (order: PurchaseOrder): RowAction[] =>
    steps.map(({ verb, label, icon, hasDialog, isNextStep = false }, index) => ({
      label,
      icon,
      isNextStep,
      startsGroup: index === 0,
      whyNot: whyNotStep(order, verb, me ?? undefined),
      run: () =>
        hasDialog ? setRequested({ verb, order }) : runAtOnce(verb as 'submit' | 'approve', order),
    }))
  const show = (order: PurchaseOrder, tab?: string) =>
    list.change({ open: order.orderNumber, tab }, 'push')
  const duplicate = ({ orderNumber }: PurchaseOrder): RowAction => ({
    label: 'Duplicate',
    icon: CopyPlus,
    whyNot: whyNot('purchaseOrders.create'),
    run: () => list.change({ open: undefined, tab: undefined, new: orderNumber }, 'push'),
  })
  const rowActions = (order: PurchaseOrder): RowAction[] => [
    { label: 'View', icon: Eye, isInline: true, run: () => show(order) },
    {
      label: 'Edit',
      icon: Pencil,
      shortcut: 'rowEdit',
      whyNot: whyNot('purchaseOrders.create'),
      run: () => list.change({ edit: order.orderNumber }, 'push'),
    },
    duplicate(order),
    ...stepActions(order),
    {
      label: 'View history',
      icon: History,
      startsGroup: true,
      run: () => show(order, 'timeline'),
    },
    ...moreActions(order),
  ]
  const dialog = requested && <StepDialog {...requested} onClose={() => setRequested(undefined)} />
  const detailActions = (order: PurchaseOrder) => [
    duplicate(order),
    ...stepActions(order),
    ...moreActions(order),
  ]
  return { rowActions, detailActions, papers: documents, dialog }
}

/** Prints purchase orders as one job. */
function usePurchaseDocuments() {
  const { printAll, job, endJob } = usePrintJob()
  const print = (orders: readonly PurchaseOrder[]) =>
    printAll(orders, async ({ id }) => {
      const { purchaseOrderDocument } = await import('../printed-documents.ts')
      const order = await send(readPurchaseOrder, { params: { id } })
      return (company) => purchaseOrderDocument(order, company)
    })
  return { print, job, endJob }
}

function StepDialog({ verb, order, onClose }: RequestedTransition & { onClose: () => void }) {
  if (verb === 'receive') return <ReceiveDialog order={order} onClose={onClose} />
  if (verb !== 'reject' && verb !== 'close' && verb !== 'cancel') return null
  return <ReasonDialog verb={verb} order={order} onClose={onClose} />
}
