import { WarehouseExchange, TooLateAlert } from './WarehouseExchange.tsx'

type OrderWarehouseTabProps = { id: number; orderNumber: string; status: string }

/** Shows the exports of a sales order, the warehouse's answers, and a return if it is too late. */
export function OrderWarehouseTab({ id, orderNumber, status }: OrderWarehouseTabProps) {
  const isShipped = status === 'shipped' || status === 'delivered'
  return (
    <WarehouseExchange kind="order" id={id}>
      <TooLateAlert
        title="The goods have left the warehouse"
        text={isShipped ? tooLateShipped : tooLateUnshipped}
        returnRequest={isShipped && `rma:${orderNumber}`}
      />
    </WarehouseExchange>
  )
}

const tooLateShipped =
  'It was too late to stop the shipment. Create a return for goods the customer sends back.'
const tooLateUnshipped =
  'It was too late to stop the shipment, so the order is unchanged. After the shipment is ' +
  'recorded, you can create a return.'
