import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/Dialog.tsx'
import { Field } from '#platform/ui/Field.tsx'
import { FileStep } from '#platform/ui/import/FileStep.tsx'
import { ScrollRegion } from '#platform/ui/ScrollRegion.tsx'
import { type ImportedOrder, orderColumns } from './contract.ts'
import { isPlaced, type OrderImport, useOrderImport } from './use-order-import.ts'

const options = { nouns: 'Orders', columns: orderColumns, sample: '/samples/orders-multi.csv' }

/** Places the orders of a CSV file, each after the same checks as an order that is typed. */
export function OrderImportDialog({ onClose }: { onClose: () => void }) {
  const current = useOrderImport()
  const { orders, isDone } = current
  const says = isDone
    ? 'What became of the orders.'
    : 'Rows of one customer and one customer PO are one order. Importing a file again is safe.'
  return (
    <Dialog
      title="Import orders"
      description={says}
      size="details"
      onClose={onClose}
      closesOutside={!orders || isDone}
    >
      {orders ? (
        <Preview current={current} orders={orders} onClose={onClose} />
      ) : (
        <FileStep options={options} current={current} onClose={onClose} />
      )}
    </Dialog>
  )
}

type PreviewProps = {
  current: OrderImport
  orders: readonly ImportedOrder[]
  onClose: () => void
}

function Preview({ current, orders, onClose }: PreviewProps) {
  const { isDone, isBusy, wanted } = current
  const hasHeld = orders.some(({ fate }) => fate === 'hold')
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {current.error && <Alert>{current.error.message}</Alert>}
          <p role="status" className="text-body">
            {summaryOf(orders, isDone)}
          </p>
          {hasHeld && !isDone && <RefusedChoice current={current} />}
          <OrderTable current={current} orders={orders} />
        </div>
      </DialogBody>
      <DialogFooter>
        {isDone ? (
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind="primary"
              isBusy={isBusy}
              disabled={wanted.length === 0}
              onClick={() => void current.place()}
            >
              {wanted.length === 1 ? 'Create 1 order' : `Create ${wanted.length} orders`}
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  )
}

/** What is done with orders that the customer's credit does not cover. */
function RefusedChoice({ current }: { current: OrderImport }) {
  return (
    <Field label="Orders refused for credit">
      {(control) => (
        <select
          {...control}
          className="control max-w-96"
          value={current.refused}
          onChange={({ target }) => current.setRefused(target.value as 'skip' | 'hold')}
        >
          <option value="skip">Leave them out</option>
          <option value="hold">Keep them on hold, without stock or credit</option>
        </select>
      )}
    </Field>
  )
}

function OrderTable({ current, orders }: Pick<PreviewProps, 'current' | 'orders'>) {
  const { isDone, refused, left, choose } = current
  return (
    <ScrollRegion label="Orders">
      <table className="text-table numbers w-full">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {['Create', 'Customer', 'Customer PO', 'Lines', 'Total', 'Outcome'].map((head) => (
              <th key={head} scope="col" className="px-2 py-1.5">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.rows[0]} className="border-b border-line">
              <td className="px-2 py-2">
                <input
                  type="checkbox"
                  aria-label={`Create the order of row ${order.rows[0]}`}
                  checked={isPlaced(order, refused) && !left.has(order)}
                  disabled={isDone || !isPlaced(order, refused)}
                  onChange={({ target }) => choose(order, target.checked)}
                />
              </td>
              <th scope="row" className="px-2 py-2 text-left font-medium">
                {order.customerCode}
              </th>
              <td className="px-2 py-2">{order.customerPO ?? '—'}</td>
              <td className="px-2 py-2">{order.lines}</td>
              <td className="px-2 py-2">
                {order.total === null ? '—' : formatDecimal(order.total)}
              </td>
              <td className="px-2 py-2">
                <Outcome order={order} isDone={isDone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const before = {
  create: 'Approved',
  hold: 'Refused for credit',
  refused: 'Not enough stock',
  exists: 'There already',
  wrong: 'Has an error',
} as const
const after = { ...before, create: 'Created', hold: 'On hold', refused: 'Refused' } as const

function Outcome({ order, isDone }: { order: ImportedOrder; isDone: boolean }) {
  const { fate, says, orderNumber } = order
  const isBad = fate === 'wrong' || fate === 'refused'
  return (
    <>
      <span className={isBad ? 'font-medium text-danger' : 'font-medium'}>
        {(isDone ? after : before)[fate]}
      </span>
      {orderNumber && (
        <Link
          to="/sales-orders"
          search={{ open: orderNumber } as never}
          className="ml-2 font-medium"
        >
          {orderNumber}
        </Link>
      )}
      {says && <span className="block text-muted">{says}</span>}
    </>
  )
}

function summaryOf(orders: readonly ImportedOrder[], isDone: boolean): string {
  const count = (fate: ImportedOrder['fate']) => orders.filter((each) => each.fate === fate).length
  const words = isDone ? after : before
  const parts = Object.entries(words)
    .map(([fate, text]) => ({ text, found: count(fate as ImportedOrder['fate']) }))
    .filter(({ found }) => found > 0)
    .map(({ text, found }) => `${found} ${text.toLowerCase()}`)
  return `${orders.length === 1 ? '1 order' : `${orders.length} orders`}: ${parts.join(', ')}.`
}
