import {
  Ban,
  Check,
  Copy,
  CopyPlus,
  Eye,
  type LucideIcon,
  PackageX,
  Pencil,
  Send,
  ShoppingBag,
  Undo2,
  X,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { copyText } from '#platform/ui/buttons/copy.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import type { Requisition } from '../contract.ts'
import { type RequisitionVerb, whyNotStep } from '../rules.ts'
import { useRequisitionWrites } from './use-requisition-writes.ts'

const RequisitionReasonDialog = lazyPart(
  async () => (await import('./RequisitionReasonDialog.tsx')).RequisitionReasonDialog,
)
const OrderRequisition = lazyPart(
  async () => (await import('./OrderRequisition.tsx')).OrderRequisition,
)

type RequestedTransition = { verb: RequisitionVerb; requisition: Requisition }
type TransitionButton = {
  verb: RequisitionVerb
  label: string
  icon: LucideIcon
  isNextStep?: true
}

/** The steps in the order of a requisition's life; those that open a dialog end in an ellipsis. */
const steps: readonly TransitionButton[] = [
  { verb: 'submit', label: 'Submit', icon: Send, isNextStep: true },
  { verb: 'approve', label: 'Approve', icon: Check, isNextStep: true },
  { verb: 'reject', label: 'Reject…', icon: X },
  { verb: 'withdraw', label: 'Withdraw', icon: Undo2 },
  { verb: 'order', label: 'Order…', icon: ShoppingBag, isNextStep: true },
  { verb: 'close', label: 'Close…', icon: PackageX },
  { verb: 'cancel', label: 'Cancel requisition…', icon: Ban },
]

/** The actions of a requisition, for its row and details, and the dialog they open. */
export function useRequisitionSteps(list: ListState): {
  rowActions: (requisition: Requisition) => readonly RowAction[]
  stepActions: (requisition: Requisition) => readonly RowAction[]
  dialog: ReactNode
} {
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const writes = useRequisitionWrites()
  const [requested, setRequested] = useState<RequestedTransition>()
  const run = (verb: RequisitionVerb, requisition: Requisition) => {
    if (verb !== 'submit' && verb !== 'approve' && verb !== 'withdraw') {
      setRequested({ verb, requisition })
      return
    }
    const { id, version } = requisition
    void writes[verb].tryRun({ params: { id }, ifMatch: version })
  }
  const stepActions = (requisition: Requisition): RowAction[] =>
    steps.map(({ verb, label, icon, isNextStep = false }, index) => ({
      label,
      icon,
      isNextStep,
      startsGroup: index === 0,
      whyNot: whyNotStep(requisition, verb, me ?? undefined),
      run: () => run(verb, requisition),
    }))
  const rowActions = (requisition: Requisition): RowAction[] => {
    const code = requisition.requisitionNumber
    return [
      {
        label: 'View',
        icon: Eye,
        isInline: true,
        run: () => list.openRecord(code),
      },
      {
        label: 'Edit',
        icon: Pencil,
        shortcut: 'rowEdit',
        whyNot: whyNotEdit(requisition, me?.id),
        run: () => list.change({ edit: code }, 'push'),
      },
      {
        label: 'Duplicate',
        icon: CopyPlus,
        whyNot: whyNot('requisitions.create'),
        run: () => list.change({ new: code }, 'push'),
      },
      ...stepActions(requisition),
      {
        label: 'Copy requisition number',
        icon: Copy,
        startsGroup: true,
        isMenuOnly: true,
        run: () => void copyText(code),
      },
    ]
  }
  const close = () => setRequested(undefined)
  const dialog = requested && <StepDialog {...requested} onClose={close} />
  return { rowActions, stepActions, dialog }
}

/** Why a requisition cannot be edited; undefined if it can. */
export function whyNotEdit(
  { status, createdBy }: Requisition,
  userId: number | undefined,
): string | undefined {
  if (status !== 'draft') return 'Only a draft can be changed'
  return createdBy === userId ? undefined : 'Only its creator may change it'
}

function StepDialog({ verb, requisition, onClose }: RequestedTransition & { onClose: () => void }) {
  if (verb === 'order') return <OrderRequisition requisition={requisition} onClose={onClose} />
  if (verb !== 'reject' && verb !== 'close' && verb !== 'cancel') return null
  return <RequisitionReasonDialog verb={verb} requisition={requisition} onClose={onClose} />
}
