import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { now } from '#platform/web/clock.ts'
import { ageText } from '#platform/web/offline/age-text.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import { titleOf } from '../drafts/parse-stored-draft.ts'
import {
  acceptUnsentOrder,
  checkAgain,
  discardUnsentOrder,
  editUnsentOrder,
  handOverToIntake,
  sendAsNewOrder,
} from './unsent-order-actions.ts'
import {
  canAccept,
  canCheckAgain,
  canEdit,
  canHandOver,
  mayBeHandedOverSentence,
  type UnsentOrder,
  unsentStateNames,
} from './unsent-order.ts'

/** One order that this device has not sent: what it is, why it waits, and what can be done. */
export function UnsentOrderCard({ order }: { order: UnsentOrder }) {
  const { seen, state, reasons = [], validation } = order
  return (
    <li className="card grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-card min-w-0 break-words">{titleOf(order.orderForm)}</h2>
        <StatusBadge status={unsentStateNames[state]} />
      </div>
      <p className="text-table numbers text-muted">
        {`Entered ${formatMoment(order.enteredAt)}, `}
        {`${formatDecimal(seen.subtotal)} before tax and shipping`}
        {seen.asOf !== undefined &&
          `. Its prices and stock were ${ageText(seen.asOf, order.enteredAt)} then`}
        {now().getTime() < order.enteredAt &&
          '. The clock of this device has changed since then, so the time may be wrong'}
      </p>
      {reasons.length > 0 && (
        <ul className="text-body grid list-disc gap-1 pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {order.isHandedOver && <p className="text-body">{mayBeHandedOverSentence}</p>}
      {validation && (
        <p className="text-table numbers">
          {`As it is now, the order comes to ${formatDecimal(validation.pricing.total)}.`}
        </p>
      )}
      <Actions order={order} />
    </li>
  )
}

function Actions({ order }: { order: UnsentOrder }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const isLost = useConnectionLost()
  const { data: me } = useMe()
  const edit = async () => {
    if (me && (await editUnsentOrder(order, me.id))) void navigate({ to: '/order-entry' })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {canAccept(order) && (
        <Button size="small" kind="primary" onClick={() => void acceptUnsentOrder(order)}>
          Accept and Send
        </Button>
      )}
      {canCheckAgain(order) && (
        <Button size="small" onClick={() => void checkAgain(order)}>
          Check Again
        </Button>
      )}
      {order.state === 'unclear' && (
        <Button size="small" onClick={() => void sendAsNewOrder(order)}>
          Send as New Order
        </Button>
      )}
      <Button
        size="small"
        whyNot={canEdit(order) ? undefined : mayExist(order)}
        onClick={() => void edit()}
      >
        Edit
      </Button>
      {canHandOver(order) && (
        <Button
          size="small"
          whyNot={isLost ? 'No connection to the server' : undefined}
          onClick={() => void handOverToIntake(order, client)}
        >
          Move to Intake
        </Button>
      )}
      <Button size="small" kind="ghost" onClick={() => void discardUnsentOrder(order)}>
        Discard
      </Button>
    </div>
  )
}

/** Why an order cannot be changed. */
function mayExist({ isHandedOver = false }: UnsentOrder): string {
  return isHandedOver
    ? 'This order may already be in Intake. Move it there again'
    : 'This order may already exist. Check Sales Orders first'
}
