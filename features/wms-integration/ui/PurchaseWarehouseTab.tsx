import { WarehouseExchange, TooLateAlert } from './WarehouseExchange.tsx'

type PurchaseWarehouseTabProps = { order: { id: number; orderNumber: string; status: string } }

/** The warehouse tab of a purchase order. */
export function PurchaseWarehouseTab({ order }: PurchaseWarehouseTabProps) {
  const { id, orderNumber, status } = order
  const isReceived = status === 'received'
  return (
    <WarehouseExchange kind="expected_receipt" id={id}>
      <TooLateAlert
        title="The goods have arrived at the warehouse"
        text={isReceived ? tooLateReceived : tooLateExpected}
        returnRequest={isReceived && `rtv:${orderNumber}`}
      />
    </WarehouseExchange>
  )
}

const tooLateReceived =
  'It was too late to refuse the delivery. Create a return to the vendor for unwanted goods.'

const tooLateExpected =
  'It was too late to refuse the delivery, so the order is unchanged. After the receipt is ' +
  'recorded, you can create a return to the vendor.'
