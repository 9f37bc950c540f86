import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { reserveNoticeSpace } from '#platform/ui/notices/notice-position.ts'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { type OrderFormState, isApproved } from '../order-form-store.ts'
import { fieldIds } from '../focus.ts'
import type { useOrderFlow } from './use-order-flow.ts'

const QueueOrder = lazyPart(async () => (await import('../offline/QueueOrder.tsx')).QueueOrder)

type OrderButtonsProps = {
  state: OrderFormState
  flow: ReturnType<typeof useOrderFlow>
  /** Stores the order on this device; only without a connection. */
  queue: (() => void) | undefined
}

/**
 * Validate and Create; Create is enabled once the order is approved. Without a connection the order
 * is stored on this device instead.
 */
export function OrderButtons({ state, flow, queue }: OrderButtonsProps) {
  const mayCreate = isApproved(state)
  const { working } = state
  return (
    <div
      ref={reserveNoticeSpace}
      className="card order-buttons z-10 grid grid-cols-2 gap-x-3 gap-y-1 p-3"
    >
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
        <span className="pointer-coarse:hidden">
          {mayCreate
            ? `${keysOf('orderSubmit')} to create`
            : `${keysOf('orderSubmit')} to validate, then again to create`}
        </span>
        <span className="not-pointer-coarse:hidden">
          {mayCreate ? 'The order can be created' : 'Validate first, then create'}
        </span>
      </p>
    </div>
  )
}
