import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Combobox } from '#platform/ui/fields/Combobox.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { Returnable } from '../../contract.ts'
import { findOrders, findParties } from './find-orders-and-parties.ts'
import type { Draft } from './return-draft.ts'

type ChooseOrderStepProps = {
  draft: Draft
  order: Choice | undefined
  change: (patch: Partial<Draft>) => void
  read: { data: Returnable | undefined; error: Error | null; isFetching: boolean }
}

/** Step 1: the original order, or the customer or vendor if the order is unknown. */
export function ChooseOrderStep({ draft, order, change, read }: ChooseOrderStepProps) {
  const { type, isWithoutOrder } = draft
  const isSale = type === 'rma'
  return (
    <div className="grid gap-4">
      {!isWithoutOrder && (
        <Field
          label="Original Order *"
          hint={
            isSale
              ? 'Search shipped orders by number, customer PO, customer or SKU'
              : 'Search approved and received orders by number, vendor or SKU'
          }
        >
          {(control) => (
            <Combobox
              {...control}
              name={`return-orders-${type}`}
              value={order}
              onChange={(chosen) => change({ order: chosen, lines: [] })}
              search={(text, signal) => findOrders(type, text, signal)}
              scanTarget="original order"
              placeholder="Type a number or a name"
            />
          )}
        </Field>
      )}
      <label className="inline-flex min-h-9 w-fit items-center gap-3 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isWithoutOrder}
          onChange={({ target }) => change({ isWithoutOrder: target.checked, lines: [] })}
          className="size-4 accent-(--accent)"
        />
        <span className="text-label">Without an original order</span>
      </label>
      {isWithoutOrder ? (
        <Field label={isSale ? 'Customer *' : 'Vendor *'}>
          {(control) => (
            <Combobox
              {...control}
              name={`return-parties-${type}`}
              value={draft.party}
              onChange={(party) => change({ party })}
              search={(text, signal) => findParties(type, text, signal)}
              placeholder="Type a code or a name"
            />
          )}
        </Field>
      ) : (
        order && <Found read={read} />
      )}
    </div>
  )
}

function Found({ read }: Pick<ChooseOrderStepProps, 'read'>) {
  const { data, error } = read
  if (error) return <Alert>{error.message}</Alert>
  if (!data) return <Skeleton className="h-12" />
  if (data.whyNot) return <Alert>{data.whyNot}</Alert>
  const lines = data.items.filter(({ returnable }) => returnable > 0).length
  return (
    <>
      {data.warning && <Alert tone="warning">{data.warning}</Alert>}
      <p className="text-table text-muted">
        {`${data.partyName} · ${lines} ${lines === 1 ? 'line' : 'lines'} can be returned`}
      </p>
    </>
  )
}
