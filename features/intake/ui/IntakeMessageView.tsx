import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { IntakeMessageDetails } from '../contract.ts'
import { channelLabels } from '../labels.ts'
import { isOpen } from '../rules.ts'
import { UnknownParts } from './corrections/UnknownParts.tsx'
import { UnknownUnits } from './corrections/UnknownUnits.tsx'
import { ValuesToCorrect } from './corrections/ValuesToCorrect.tsx'
import { IntakeMessageActions } from './IntakeMessageActions.tsx'
import { IntakeProblems } from './IntakeProblems.tsx'
import { RawText } from './RawText.tsx'
import { RepeatedOrders } from './RepeatedOrders.tsx'
import { useIntakeWrites } from './use-intake-writes.ts'

type IntakeMessageViewProps = { message: IntakeMessageDetails; onClose: () => void }

/**
 * A message without a form to change: one that is run again as it was received, or one that was
 * settled.
 */
export function IntakeMessageView({ message, onClose }: IntakeMessageViewProps) {
  const { id, channel, sender, subject, state, text, marks, problems } = message
  return (
    <Dialog
      title={`Message #${id}`}
      titleSuffix={<StatusBadge status={state} />}
      description={`${channelLabels[channel]} · ${sender || 'Unknown sender'} · ${subject}`}
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <div className="grid gap-4 lg:grid-cols-2">
          <div className="grid content-start gap-3">
            {isOpen(state) ? (
              <IntakeMessageActions message={message} onClose={onClose} />
            ) : (
              <ReopenButton message={message} />
            )}
            <RawText text={text} marks={marks} />
          </div>
          <div className="grid content-start gap-4">
            {isOpen(state) && <IntakeProblems problems={problems} />}
            {isOpen(state) && <UnknownParts problems={problems} />}
            {isOpen(state) && <UnknownUnits problems={problems} />}
            {isOpen(state) && <ValuesToCorrect message={message} />}
            {isOpen(state) && <RepeatedOrders message={message} />}
            <MessageFacts message={message} />
          </div>
        </div>
      </DialogBody>
    </Dialog>
  )
}

function ReopenButton({ message }: Pick<IntakeMessageViewProps, 'message'>) {
  const { id, version, state } = message
  const whyNot = useWhyNot()('intake.work')
  const { reopen } = useIntakeWrites()
  if (state === 'placed') return null
  return (
    <div>
      <Button
        size="small"
        icon={RotateCcw}
        whyNot={whyNot}
        isBusy={reopen.isPending}
        onClick={() => void reopen.tryRun({ params: { id }, ifMatch: version })}
      >
        Reopen
      </Button>
    </div>
  )
}

function MessageFacts({ message }: Pick<IntakeMessageViewProps, 'message'>) {
  const { receivedAt, customerCode, customerPO, reason, duplicateOf, arrivals } = message
  const { orders, cells } = message
  const corrected = cells.map(({ label, value }) => `${label}: ${value || '(empty)'}`).join(', ')
  return (
    <Facts
      items={[
        { name: 'Received', value: formatMoment(receivedAt) },
        { name: 'Customer', value: customerCode ?? '—' },
        { name: 'Customer PO', value: customerPO ?? '—' },
        { name: 'Orders', value: <Orders orders={orders} /> },
        { name: 'Reason', value: reason ?? '—' },
        { name: 'Corrected', value: corrected || '—' },
        { name: 'Duplicate of', value: duplicateOf === null ? '—' : `#${duplicateOf}` },
        { name: 'Arrived', value: arrivals === 1 ? 'Once' : `${arrivals} times` },
        { name: 'SHA-256', value: message.sha256 },
      ]}
    />
  )
}

function Orders({ orders }: Pick<IntakeMessageDetails, 'orders'>) {
  if (orders.length === 0) return '—'
  return (
    <span className="numbers flex flex-wrap gap-x-3">
      {orders.map(({ id, orderNumber }) => (
        <Link key={id} to="/sales-orders" search={{ open: orderNumber }}>
          {orderNumber}
        </Link>
      ))}
    </span>
  )
}
