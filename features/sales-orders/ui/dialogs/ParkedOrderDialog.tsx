import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { onHoldText } from '#features/decisions/hold-labels.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  decideParkedOrder,
  type ParkedOrder,
  type ParkingDecision,
  readParkedOrder,
  type SalesOrder,
  type SalesOrderDetails,
} from '../../contract.ts'
import { sourceNames } from '../../labels.ts'
import { comparedLines } from '../../parking-rules.ts'
import { whyNotCancel } from '../../rules.ts'
import { orderReads } from '../use-order-steps.ts'

type ParkedOrderDialogProps = { order: SalesOrder; onClose: () => void }

/** A parked order beside the one that it resembles, and the decision on it. */
export function ParkedOrderDialog({ order, onClose }: ParkedOrderDialogProps) {
  const { id, orderNumber } = order
  const read = useRead(readParkedOrder, { params: { id } })
  const { decide, isPending } = useDecision()
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const run = async (decision: ParkingDecision) => {
    const { version } = read.data?.order ?? order
    const at = { params: { id }, body: { decision }, ifMatch: version }
    if (await decide(at)) onClose()
  }
  const whyNotCancelled = (each: SalesOrder | undefined) =>
    whyNot('salesOrders.cancel') ?? (each && whyNotCancel(me ?? undefined, each))
  const isWaiting = read.data === undefined ? 'The orders are not loaded yet' : undefined
  return (
    <Dialog
      title={`Decide on ${orderNumber}`}
      description={order.holdNote ?? 'A possible duplicate of an earlier order of this customer.'}
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <Loaded read={read}>{(found) => <SideBySide found={found} />}</Loaded>
      </DialogBody>
      <DialogFooter>
        <Button
          isBusy={isPending}
          whyNot={isWaiting ?? whyNotCancelled(order)}
          onClick={() => void run('discard')}
        >
          Discard
        </Button>
        <Button
          isBusy={isPending}
          whyNot={isWaiting ?? read.data?.whyNotReplace ?? whyNotCancelled(read.data?.resembles)}
          onClick={() => void run('replace')}
        >
          It replaces the first
        </Button>
        <Button
          kind="primary"
          isBusy={isPending}
          whyNot={isWaiting}
          onClick={() => void run('place-both')}
        >
          Place both
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function useDecision() {
  const write = useWrite(decideParkedOrder, {
    refreshes: orderReads,
    success: (order) => ({ title: 'Success', text: outcomeText(order) }),
    failure: 'Failed to update sales order',
  })
  return { decide: write.isDone, isPending: write.isPending }
}

function outcomeText({ orderNumber, status, holdReason }: SalesOrderDetails): string {
  if (status === 'cancelled') return `${orderNumber} is cancelled`
  return `${orderNumber} is ${holdReason ? `now ${onHoldText(holdReason)}` : 'released'}`
}

function SideBySide({ found: { order, resembles } }: { found: ParkedOrder }) {
  const lines = comparedLines(order.items, resembles.items)
  return (
    <div className="grid grid-cols-1 gap-6">
      <LinesTable
        label="Both orders"
        heads={[{ text: 'Field', isHidden: true }, order.orderNumber, resembles.orderNumber]}
        className="min-w-120"
      >
        {comparedFacts.map(({ name, valueOf }) => (
          <FactRow key={name} name={name} one={valueOf(order)} other={valueOf(resembles)} />
        ))}
      </LinesTable>
      <LinesTable
        label="Lines of both orders"
        heads={[
          'SKU',
          'Name',
          rightAligned(order.orderNumber),
          rightAligned(resembles.orderNumber),
        ]}
        className="min-w-120"
      >
        {lines.map(({ skuId, sku, name, units, resembledUnits }) => (
          <Row key={skuId} differs={units !== resembledUnits}>
            <td className="px-2 py-2">{sku}</td>
            <td className="px-2 py-2">{name}</td>
            <td className="numbers px-2 py-2 text-right">{units}</td>
            <td className="numbers px-2 py-2 text-right">{resembledUnits}</td>
          </Row>
        ))}
      </LinesTable>
    </div>
  )
}

const comparedFacts: readonly { name: string; valueOf: (order: SalesOrderDetails) => string }[] = [
  { name: 'Customer PO', valueOf: ({ customerPO }) => customerPO ?? '—' },
  { name: 'Entered', valueOf: ({ createdAt }) => formatMoment(createdAt) },
  {
    name: 'By',
    valueOf: ({ createdByName, orderSource }) => `${createdByName}, ${sourceNames[orderSource]}`,
  },
  { name: 'Status', valueOf: ({ displayStatus }) => displayStatus },
  {
    name: 'Requested ship date',
    valueOf: ({ shipDate }) => (shipDate === null ? '—' : formatDay(shipDate)),
  },
  { name: 'Ship to', valueOf: ({ shippingAddress }) => shippingAddress ?? '—' },
  { name: 'Total', valueOf: ({ totalAmount }) => formatDecimal(totalAmount) },
]

function FactRow({ name, one, other }: { name: string; one: string; other: string }) {
  return (
    <Row differs={one !== other}>
      <th scope="row" className="px-2 py-2 text-left font-normal text-muted">
        {name}
      </th>
      <td className="px-2 py-2 whitespace-pre-line">{one}</td>
      <td className="px-2 py-2 whitespace-pre-line">{other}</td>
    </Row>
  )
}

/** A row whose values are in bold if the orders differ. */
function Row({ differs, children }: { differs: boolean; children: ReactNode }) {
  return <tr className={clsx('border-b border-line', differs && 'font-semibold')}>{children}</tr>
}
