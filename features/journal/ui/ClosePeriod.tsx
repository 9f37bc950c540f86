import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  type ClosingPoint,
  closePeriod,
  listPeriods,
  type Period,
  readClosing,
} from '../contract.ts'
import { type ClosingCheck, blocksClosing, periodName, closingItemText } from '../rules.ts'

/** The checklist before a month closes, with links to the open records and the close button. */
export function ClosePeriod({ period, onClose }: { period: Period; onClose: () => void }) {
  const { id, version } = period
  const name = periodName(id)
  const read = useRead(readClosing, { params: { id } })
  const close = useWrite(closePeriod, {
    refreshes: [listPeriods, readActivity],
    success: `${name} is closed`,
    failure: 'Failed to update period',
  })
  const isBlocked = read.data?.some((point) => point.count > 0 && blocksClosing(point.name)) ?? true
  const run = async () => {
    if (await close.isDone({ params: { id }, ifMatch: version })) onClose()
  }
  return (
    <Dialog
      title={`Close ${name}`}
      description="A closed month accepts no postings. Open items are recorded with the closing."
      onClose={onClose}
    >
      <DialogBody>
        <Loaded read={read}>
          {(items) => (
            <ul aria-label="Checks before closing" className="divide-y divide-line">
              {items.map((point) => (
                <ChecklistItem key={point.name} point={point} period={name} />
              ))}
            </ul>
          )}
        </Loaded>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          whyNot={isBlocked ? 'Resolve the failed checks above first' : undefined}
          isBusy={close.isPending}
          onClick={() => void run()}
        >
          Close Month
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The list that shows the open records of an item. */
const itemLinks: Partial<Record<ClosingCheck, string>> = {
  draftBills: '/ap-reports?tab=bills&f.status=draft',
  blockedBills: '/ap-reports?tab=bills&f.status=blocked',
  draftEntries: '/journal?tab=manual&f.status=draft',
  cash: '/ar-reports?tab=payments&f.unapplied=true',
  drift: '/wms-integration',
  exports: '/wms-integration',
}

function ChecklistItem({ point, period }: { point: ClosingPoint; period: string }) {
  const { name, count, amount, detail } = point
  const to = itemLinks[name]
  return (
    <li className="flex items-start gap-3 py-3">
      <ItemIcon point={point} />
      <div className="min-w-0 flex-1">
        <p>{closingItemText(point)}</p>
        <p className="text-table text-muted">
          {name === 'earlier' && count > 0 && `Close ${period} first`}
          {name === 'books' && detail}
          {amount && count > 0 && formatDecimal(amount)}
        </p>
      </div>
      {to && count > 0 && (
        <Link to={to} className="text-label shrink-0 text-link underline">
          Show
        </Link>
      )}
    </li>
  )
}

function ItemIcon({ point: { name, count } }: { point: ClosingPoint }) {
  const props = { size: 20, strokeWidth: 1.75 }
  if (count === 0) {
    return <CircleCheck aria-label="Done" {...props} className="mt-px shrink-0 text-success" />
  }
  if (blocksClosing(name)) {
    return <CircleX aria-label="Failed" {...props} className="mt-px shrink-0 text-danger" />
  }
  return <CircleAlert aria-label="Not done" {...props} className="mt-px shrink-0 text-warning" />
}
