import { Download } from 'lucide-react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { invalidRowIndexes, type Draft, fileOfErrors } from '#platform/ui/import/import-draft.ts'
import { ImportRowsTable } from '#platform/ui/import/ImportRowsTable.tsx'
import { useUnsaved } from '#platform/ui/dialogs/unsaved-input-context.ts'
import type { ImportedOrder } from '../../contract.ts'
import { resultLabels, ImportedOrdersTable, labelOf } from './ImportedOrdersTable.tsx'
import { canBeCreated, type OrderImport } from './use-order-import.ts'
import { download } from '#platform/ui/table/export/build-file.ts'

type ImportedOrdersProps = {
  current: OrderImport
  draft: Draft
  orders: readonly ImportedOrder[]
  /** Whether rows were corrected since the check. */
  hasCorrections: boolean
  onClose: () => void
}

/** The result of the check per order; rows with errors can be corrected here. */
export function ImportedOrders(props: ImportedOrdersProps) {
  const { current, draft, orders, hasCorrections, onClose } = props
  const isDone = current.step === 'done'
  // Asks before discarding choices and corrections.
  useUnsaved(!isDone, () => current.setStep('file'), { isBusy: current.isPlacing })
  const errors = orders.flatMap((order) => order.errors)
  const isCorrecting = !isDone && errors.length > 0
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-4">
          {current.error && <Alert>{current.error.message}</Alert>}
          <p role="status" className="text-body">
            {hasCorrections
              ? 'The rows have changed. Check them again.'
              : summaryOf(orders, isDone)}
          </p>
          {!isDone && !hasCorrections && <AcceptAllHeld current={current} orders={orders} />}
          {!isDone && !hasCorrections && <RepeatAll current={current} orders={orders} />}
          <ImportedOrdersTable current={current} orders={orders} />
          {isCorrecting && (
            <section className="grid grid-cols-1 gap-2" aria-label="Rows with errors">
              <h3 className="text-card">Rows with errors</h3>
              <ImportRowsTable
                draft={draft}
                errors={errors}
                only={invalidRowIndexes(draft, errors)}
                labelOf={labelOf}
                onCorrect={current.setDraft}
              />
            </section>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        {isDone ? (
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Steps {...{ current, draft, orders, errors, hasCorrections }} />
        )}
      </DialogFooter>
    </>
  )
}

type StepsProps = Omit<ImportedOrdersProps, 'onClose'> & {
  errors: ImportedOrder['errors']
}

/** The actions after the check: back to the columns, download the errors, create the orders. */
function Steps({ current, draft, orders, errors, hasCorrections }: StepsProps) {
  const open = orders.filter(canBeCreated)
  const selectedCount = open.filter((order) => current.choiceOf(order) !== 'leave').length
  const disabledReason =
    open.length > 0 ? 'All orders are skipped' : 'None of these orders can be created'
  const save = () => {
    const text = fileOfErrors(draft, errors, labelOf)
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'Orders-errors.csv')
  }
  return (
    <>
      <Button disabled={current.isPlacing} onClick={() => current.setStep('columns')}>
        Back
      </Button>
      {errors.length > 0 && (
        <Button icon={Download} onClick={save}>
          Download rows with errors
        </Button>
      )}
      {hasCorrections ? (
        <Button kind="primary" isBusy={current.isBusy} onClick={() => void current.check(draft)}>
          Check again
        </Button>
      ) : (
        <Button
          kind="primary"
          isBusy={current.isBusy}
          whyNot={selectedCount === 0 ? disabledReason : undefined}
          onClick={() => void current.place()}
        >
          {selectedCount === 1 ? 'Create 1 order' : `Create ${selectedCount} orders`}
        </Button>
      )}
    </>
  )
}

/** Accepts all orders over the credit limit at once (on hold), or none of them. */
function AcceptAllHeld({ current, orders }: Pick<ImportedOrdersProps, 'current' | 'orders'>) {
  const held = orders.filter(({ fate }) => fate === 'hold')
  if (held.length === 0) return null
  const label =
    held.length === 1
      ? 'Create the order that exceeds the credit limit, on hold and without stock'
      : `Create all ${held.length} orders that exceed the credit limit, on hold and without stock`
  return (
    <label className="text-body flex min-h-9 items-center gap-2">
      <input
        type="checkbox"
        checked={held.every((order) => current.choiceOf(order) !== 'leave')}
        onChange={({ target }) => current.choose(held, target.checked ? 'accept' : 'leave')}
      />
      {label}
    </label>
  )
}

/** Creates all orders again that equal an order of an earlier day, or none of them. */
function RepeatAll({ current, orders }: Pick<ImportedOrdersProps, 'current' | 'orders'>) {
  const repeated = orders.filter(({ fate }) => fate === 'repeat')
  if (repeated.length === 0) return null
  const count =
    repeated.length === 1 ? 'the order that repeats' : `all ${repeated.length} that repeat`
  return (
    <label className="text-body flex min-h-9 items-center gap-2">
      <input
        type="checkbox"
        checked={repeated.every((order) => current.choiceOf(order) === 'again')}
        onChange={({ target }) => current.choose(repeated, target.checked ? 'again' : 'leave')}
      />
      {`Create ${count} an order of an earlier day`}
    </label>
  )
}

function summaryOf(orders: readonly ImportedOrder[], isDone: boolean): string {
  const count = (fate: ImportedOrder['fate']) => orders.filter((each) => each.fate === fate).length
  const parts = Object.entries(resultLabels(isDone))
    .map(([fate, text]) => ({ fate, text, found: count(fate as ImportedOrder['fate']) }))
    .filter(({ found }) => found > 0)
    .map(({ fate, text, found }) => {
      // Every other label stays the same for several orders.
      const isPlural = fate === 'repeat' && found > 1
      return `${found} ${text.toLowerCase()}${isPlural ? 's' : ''}`
    })
  return `${orders.length === 1 ? '1 order' : `${orders.length} orders`}: ${parts.join(', ')}.`
}
