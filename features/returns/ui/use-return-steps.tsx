import {
  Ban,
  Check,
  CircleCheckBig,
  Copy,
  Factory,
  type LucideIcon,
  PackageCheck,
  PackageX,
  Pause,
  Play,
  Repeat,
  RotateCcw,
  SearchCheck,
  Truck,
  X,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import type { Permission } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { cents } from '#platform/kernel/money.ts'
import { copyText } from '#platform/ui/buttons/copy.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ReturnAction } from './ReturnActionDialog.tsx'
import { whyNotInspect, whyNotReplace, whyNotSend } from '../receipt-and-inspection-rules.ts'
import type { GoodsReturn } from '../contract.ts'
import { refusalOf, type ReturnVerb, whyNotStep } from '../rules.ts'
import { useReturnWrites } from './use-return-writes.ts'

const ReturnActionDialog = lazyPart(
  async () => (await import('./ReturnActionDialog.tsx')).ReturnActionDialog,
)

type RequestedTransition = { verb: ReturnAction; goods: GoodsReturn }
type TransitionButton = { verb: ReturnVerb; label: string; icon: LucideIcon; right: Permission }

/** The transitions that move a return on, as opposed to those that stop or reverse it. */
const nextSteps: readonly ReturnVerb[] = ['approve', 'receive', 'ship', 'complete', 'release']

/** Transitions in lifecycle order; a label ends in "…" if the action opens a dialog. */
const steps: readonly TransitionButton[] = [
  { verb: 'approve', label: 'Approve', icon: Check, right: 'returns.approve' },
  { verb: 'reject', label: 'Reject…', icon: X, right: 'returns.approve' },
  { verb: 'receive', label: 'Receive…', icon: PackageCheck, right: 'returns.receive' },
  { verb: 'close', label: 'Close remaining units…', icon: PackageX, right: 'returns.receive' },
  { verb: 'ship', label: 'Ship to vendor', icon: Truck, right: 'returns.receive' },
  { verb: 'complete', label: 'Complete…', icon: CircleCheckBig, right: 'returns.complete' },
  { verb: 'reopen', label: 'Reopen…', icon: RotateCcw, right: 'returns.complete' },
  { verb: 'hold', label: 'Put on hold…', icon: Pause, right: 'returns.approve' },
  { verb: 'release', label: 'Release hold…', icon: Play, right: 'returns.approve' },
  { verb: 'cancel', label: 'Cancel return…', icon: Ban, right: 'returns.create' },
]

type RowAction = {
  verb: 'inspect' | 'replace' | 'sendToVendor'
  label: string
  icon: LucideIcon
  right: Permission
  whyNot: (goods: GoodsReturn) => string | undefined
}

/** Actions on a customer's goods that are not transitions of the return. */
const rowActions: readonly RowAction[] = [
  {
    verb: 'inspect',
    label: 'Inspect…',
    icon: SearchCheck,
    right: 'returns.receive',
    whyNot: whyNotInspect,
  },
  {
    verb: 'sendToVendor',
    label: 'Send to vendor…',
    icon: Factory,
    right: 'returns.createRtv',
    whyNot: whyNotSend,
  },
  {
    verb: 'replace',
    label: 'Create replacement order…',
    icon: Repeat,
    right: 'returns.replace',
    whyNot: whyNotReplace,
  },
]

const outward: readonly ReturnVerb[] = ['ship']
const inward: readonly ReturnVerb[] = ['receive', 'close', 'reopen']

/** Returns the actions of a return, for its row and its details, and their dialog. */
export function useReturnSteps(): {
  itemsOf: (goods: GoodsReturn) => readonly MenuItem[]
  dialog: ReactNode
} {
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const { data: settings = defaultSettings } = useRead(readSettings)
  const writes = useReturnWrites()
  const [requested, setRequested] = useState<RequestedTransition>()
  const run = (verb: ReturnVerb, goods: GoodsReturn) => {
    const request = { params: { id: goods.id }, ifMatch: goods.version }
    const isOut = goods.type === 'rtv'
    if (verb === 'complete' && isOut) void writes.complete.tryRun({ ...request, body: {} })
    else if (verb === 'approve' || verb === 'ship') {
      void writes[verb].tryRun(request)
    } else setRequested({ verb, goods })
  }
  const refusedTo = (goods: GoodsReturn, verb: ReturnVerb) => {
    const { type, createdBy } = goods
    const decided = { type, createdBy, total: cents(goods.totalAmount ?? '0') }
    const limit = cents(settings.returnApprovalLimit)
    return refusalOf(me ?? undefined, verb, { goods: decided, limit })?.message
  }
  // A replacement has the same limit as an approval: sales may create it up to an amount.
  const overLimit = (goods: GoodsReturn, verb: RowAction['verb']) =>
    verb === 'replace' ? refusedTo(goods, 'approve') : undefined
  const itemsOf = (goods: GoodsReturn): readonly MenuItem[] => [
    ...steps
      .filter(({ verb }) => !(goods.type === 'rma' ? outward : inward).includes(verb))
      .map(({ verb, label, icon, right }, index) => ({
        label,
        icon,
        isNextStep: nextSteps.includes(verb),
        startsGroup: index === 0,
        whyNot: whyNotStep(goods, verb) ?? whyNot(right) ?? refusedTo(goods, verb),
        run: () => run(verb, goods),
      })),
    ...(goods.type === 'rma' ? rowActions : []).map(
      ({ verb, label, icon, right, ...act }, index) => ({
        label,
        icon,
        startsGroup: index === 0,
        whyNot: act.whyNot(goods) ?? whyNot(right) ?? overLimit(goods, verb),
        run: () => setRequested({ verb, goods }),
      }),
    ),
    {
      label: 'Copy return number',
      icon: Copy,
      startsGroup: true,
      isMenuOnly: true,
      run: () => void copyText(goods.returnNumber),
    },
  ]
  const close = () => setRequested(undefined)
  const dialog = requested && <ReturnActionDialog {...requested} onClose={close} />
  return { itemsOf, dialog }
}
