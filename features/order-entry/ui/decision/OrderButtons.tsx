import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { reserveNoticeSpace } from '#platform/ui/notices/notice-position.ts'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { type OrderFormState, isApproved } from '../order-form-store.ts'
import { fieldIds } from '../focus.ts'
import { Estimate } from './Estimate.tsx'
import type { useValidateAndCreate } from './use-validate-and-create.ts'
import type { Preview } from './use-order-preview.ts'

const QueueOrder = lazyPart(async () => (await import('../offline/QueueOrder.tsx')).QueueOrder)

type OrderButtonsProps = {
  state: OrderFormState
  flow: ReturnType<typeof useValidateAndCreate>
  preview: Preview
  /** Stores the order on this device; only without a connection. */
  queue: (() => void) | undefined
}

/**
 * The totals, Validate and Create; Create is enabled once the order is approved. They are always in
 * sight, however many lines the order has. Without a connection the order is stored on this device
 * instead.
 */
export function OrderButtons({ state, flow, preview, queue }: OrderButtonsProps) {
  const mayCreate = isApproved(state)
  const { working } = state
  return (
    <div
      ref={reserveNoticeSpace}
      className="card order-buttons z-10 grid grid-cols-2 gap-x-3 gap-y-1 p-3"
    >
      {/* Reserves the height of the totals, to avoid a layout shift when they arrive. */}
      <div className="col-span-2 min-h-5">
        <Estimate preview={preview} />
      </div>
      <Button
        id={fieldIds.validate}
        kind={mayCreate || queue ? 'secondary' : 'primary'}
        isBusy={working === 'validating'}
        disabled={working !== undefined}
        data-keys={mayCreate || queue ? undefined : keysOf('orderSubmit')}
        onClick={flow.validate}
      >
        Validate Order
      </Button>
      <Button
        id={fieldIds.create}
        kind={mayCreate ? 'primary' : 'secondary'}
        isBusy={working === 'creating'}
        disabled={!mayCreate || working !== undefined}
        aria-describedby="order-create-hint"
        data-keys={mayCreate && !queue ? keysOf('orderSubmit') : undefined}
        onClick={flow.create}
      >
        Create Order
      </Button>
      {queue && <QueueOrder isBusy={working !== undefined} onQueue={queue} />}
      <p id="order-create-hint" className="text-caption col-span-2 text-center text-muted">
        <span className="pointer-coarse:hidden">{hintOf(state, true)}</span>
        <span className="not-pointer-coarse:hidden">{hintOf(state, false)}</span>
      </p>
    </div>
  )
}

/** What the user can do next, with the keys unless the screen is touched. */
function hintOf(state: OrderFormState, hasKeys: boolean): string {
  if (isApproved(state)) {
    return hasKeys ? `${keysOf('orderSubmit')} to create` : 'The order can be created'
  }
  if (state.outcome.kind === 'current') return 'The order cannot be created yet. See why below'
  return hasKeys
    ? `${keysOf('orderSubmit')} to validate, then again to create`
    : 'Validate first, then create'
}
