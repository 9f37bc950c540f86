import { Link } from '@tanstack/react-router'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { type PurchaseOrder, type Receipt, listReceipts } from './contract.ts'

/** What has arrived of an order, the latest first. */
export function ReceiptsTab({ order }: { order: PurchaseOrder }) {
  const read = useRead(listReceipts, { params: { id: order.id } })
  if (read.isPending) return <Skeleton className="h-40" />
  if (read.error) {
    return (
      <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
        {read.error.message}
      </Alert>
    )
  }
  if (read.data.length === 0) {
    const text = order.headerOnly
      ? 'This order has no lines, so nothing is counted when it arrives.'
      : 'Nothing has arrived yet.'
    return <p className="text-muted">{text}</p>
  }
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Receipts">
      <table className="text-table w-full min-w-120 border-collapse">
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            {['When', 'Line', 'SKU', 'Quantity', 'By'].map((text) => (
              <th
                key={text}
                scope="col"
                className={`px-2 py-2 font-medium ${text === 'Quantity' ? 'text-right' : ''}`}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {read.data.map((receipt) => (
            <Row key={receipt.id} receipt={receipt} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ receipt }: { receipt: Receipt }) {
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const { at, lineNo, sku, name, quantity, unitOfMeasure, by } = receipt
  return (
    <tr className="border-b border-line align-top">
      <td className="px-2 py-2 whitespace-nowrap">
        <time dateTime={at}>{moment.format(Date.parse(at))}</time>
      </td>
      <td className="numbers px-2 py-2">{lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: sku } as never} className="numbers font-medium">
          {sku}
        </Link>
        <span className="block text-muted">{name}</span>
      </td>
      <td className="numbers px-2 py-2 text-right font-semibold">
        {`${quantity.toLocaleString('en-US')} ${unitOfMeasure}`}
      </td>
      <td className="px-2 py-2">{by}</td>
    </tr>
  )
}
