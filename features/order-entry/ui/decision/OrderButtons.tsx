import { Button } from '#platform/ui/buttons/Button.tsx'
import { reserveNoticeSpace } from '#platform/ui/notices/notice-position.ts'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { type OrderFormState, isApproved } from '../order-form-store.ts'
import { fieldIds } from '../focus.ts'
import type { useOrderFlow } from './use-order-flow.ts'

type OrderButtonsProps = { state: OrderFormState; flow: ReturnType<typeof useOrderFlow> }

/** Validate and Create; Create is enabled once the order is approved. */
export function OrderButtons({ state, flow }: OrderButtonsProps) {
  const mayCreate = isApproved(state)
  const { working } = state
  return (
    <div
      ref={reserveNoticeSpace}
      className="card order-buttons z-10 grid grid-cols-2 gap-x-3 gap-y-1 p-3"
    >
      <Button
        id={fieldIds.validate}
        kind={mayCreate ? 'secondary' : 'primary'}
        isBusy={working === 'validating'}
        disabled={working !== undefined}
        data-keys={mayCreate ? undefined : keysOf('orderSubmit')}
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
        data-keys={mayCreate ? keysOf('orderSubmit') : undefined}
        onClick={flow.create}
      >
        Create Order
      </Button>
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
