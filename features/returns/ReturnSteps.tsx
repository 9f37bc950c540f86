import {
  Ban,
  Check,
  CircleCheckBig,
  Copy,
  type LucideIcon,
  PackageCheck,
  Truck,
  X,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe, useWhyNot } from '#features/auth/me.ts'
import type { Permission } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { cents } from '#platform/kernel/money.ts'
import { copyText } from '#platform/ui/copy.ts'
import type { MenuItem } from '#platform/ui/Menu.tsx'
import { late } from '#platform/ui/Late.tsx'
import { useRead } from '#platform/web/api.ts'
import type { GoodsReturn } from './contract.ts'
import { refusalOf, type ReturnVerb, whyNotStep } from './rules.ts'
import { useReturnWrites } from './use-return-writes.ts'

const ReasonDialog = late(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
const ReceiveDialog = late(async () => (await import('./ReceiveDialog.tsx')).ReceiveDialog)

const CompleteDialog = late(async () => (await import('./CompleteDialog.tsx')).CompleteDialog)

type Asking = 'reject' | 'cancel' | 'receive' | 'complete'
type Asked = { verb: Asking; goods: GoodsReturn }
type Shown = { verb: ReturnVerb; label: string; icon: LucideIcon; right: Permission }

/** The steps in the order of a return's life; those that ask something first end in dots. */
const steps: readonly Shown[] = [
  { verb: 'approve', label: 'Approve', icon: Check, right: 'returns.approve' },
  { verb: 'reject', label: 'Reject…', icon: X, right: 'returns.approve' },
  { verb: 'receive', label: 'Receive…', icon: PackageCheck, right: 'returns.receive' },
  { verb: 'ship', label: 'Ship to vendor', icon: Truck, right: 'returns.receive' },
  { verb: 'complete', label: 'Complete…', icon: CircleCheckBig, right: 'returns.complete' },
  { verb: 'cancel', label: 'Cancel return…', icon: Ban, right: 'returns.create' },
]

/** What can be done with a return, from its row and from its details, and what it asks. */
export function useReturnSteps(): {
  itemsOf: (goods: GoodsReturn) => readonly MenuItem[]
  dialog: ReactNode
} {
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const { data: settings = defaultSettings } = useRead(readSettings)
  const writes = useReturnWrites()
  const [asked, setAsked] = useState<Asked>()
  const run = (verb: ReturnVerb, goods: GoodsReturn) => {
    const request = { params: { id: goods.id }, ifMatch: goods.version }
    const isOut = goods.type === 'rtv'
    if (verb === 'complete' && isOut) void writes.complete.tryRun({ ...request, body: {} })
    else if (verb === 'approve' || verb === 'ship') {
      void writes[verb].tryRun(request)
    } else setAsked({ verb, goods })
  }
  const refusedTo = (goods: GoodsReturn, verb: ReturnVerb) => {
    const { type, createdBy } = goods
    const decided = { type, createdBy, total: cents(goods.totalAmount) }
    const limit = cents(settings.returnApprovalLimit)
    return refusalOf(me ?? undefined, verb, { goods: decided, limit })?.message
  }
  const itemsOf = (goods: GoodsReturn): readonly MenuItem[] => [
    ...steps
      .filter(({ verb }) => verb !== (goods.type === 'rma' ? 'ship' : 'receive'))
      .map(({ verb, label, icon, right }, index) => ({
        label,
        icon,
        startsGroup: index === 0,
        whyNot: whyNotStep(goods, verb) ?? whyNot(right) ?? refusedTo(goods, verb),
        run: () => run(verb, goods),
      })),
    {
      label: 'Copy return number',
      icon: Copy,
      startsGroup: true,
      run: () => void copyText(goods.returnNumber),
    },
  ]
  const close = () => setAsked(undefined)
  const dialog = asked && <AskedDialog {...asked} onClose={close} />
  return { itemsOf, dialog }
}

function AskedDialog({ verb, goods, onClose }: Asked & { onClose: () => void }) {
  if (verb === 'receive') return <ReceiveDialog goods={goods} onClose={onClose} />
  if (verb === 'complete') return <CompleteDialog goods={goods} onClose={onClose} />
  return <ReasonDialog verb={verb} goods={goods} onClose={onClose} />
}
