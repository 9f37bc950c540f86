import { StatusSteps } from '#features/audit/ui/parts/StatusSteps.tsx'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { OriginalLink, PartyLink, ReplacementLink, ReturnLink } from './ReturnLink.tsx'
import type { GoodsReturn } from '../contract.ts'
import { typeNames } from '../labels.ts'
import { holdAdviceOf } from '../rules.ts'

const stepsByType = {
  rma: ['pending', 'approved', 'received', 'completed'],
  rtv: ['pending', 'approved', 'shipped', 'completed'],
} as const

const cancellationRequested = 'Requested: cancelled when the warehouse confirms'

/** Overview of a return: its progress, then its fields. */
export function ReturnOverview({ goods }: { goods: GoodsReturn }) {
  const isSale = goods.type === 'rma'
  const holdAdvice = holdAdviceOf(goods)
  return (
    <div className="grid gap-6">
      <StatusSteps entity="return" record={goods} sequence={stepsByType[goods.type]} />
      <Facts
        items={[
          { name: 'Return Number', value: goods.returnNumber },
          { name: 'Type', value: typeNames[goods.type] },
          {
            name: 'Status',
            value: <StatusBadge status={goods.status} also={goods.displayStatus} />,
          },
          ...(goods.cancelRequest
            ? [{ name: 'Requested from warehouse', value: cancellationRequested }]
            : []),
          ...(goods.holdReason ? [{ name: 'Hold reason', value: goods.holdReason }] : []),
          ...(holdAdvice ? [{ name: 'To release', value: holdAdvice }] : []),
          { name: 'Total Amount', value: formatHidden(goods.totalAmount) },
          { name: 'Reason', value: goods.reason },
          { name: 'Created', value: formatMoment(goods.createdAt) },
          { name: 'Created by', value: goods.createdByName },
          { name: isSale ? 'Customer' : 'Vendor', value: <PartyLink goods={goods} isFact /> },
          { name: 'Original Order', value: <OriginalLink goods={goods} /> },
          ...linksOf(goods),
          ...(goods.notes ? [{ name: 'Notes', value: goods.notes }] : []),
        ]}
      />
      <MissingSenderNotice />
    </div>
  )
}

/** Facts about related documents and about units still waiting. */
function linksOf(goods: GoodsReturn) {
  const { sourceReturnNumber, replacementOrderNumber, toInspect, toVendor } = goods
  const units = (count: number) => counted(count, 'unit')
  return [
    ...(sourceReturnNumber
      ? [{ name: 'Customer’s Return', value: <ReturnLink returnNumber={sourceReturnNumber} /> }]
      : []),
    ...(replacementOrderNumber
      ? [{ name: 'Replacement', value: <ReplacementLink goods={goods} /> }]
      : []),
    ...(toInspect > 0 ? [{ name: 'Waiting for Inspection', value: units(toInspect) }] : []),
    ...(toVendor > 0 ? [{ name: 'Awaiting Return to Vendor', value: units(toVendor) }] : []),
  ]
}
