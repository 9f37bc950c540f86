import { WarehouseExchange, TooLateAlert } from './WarehouseExchange.tsx'

type ReturnWarehouseTabProps = { goods: { id: number } }

/** The warehouse tab of a customer return. */
export function ReturnWarehouseTab({ goods }: ReturnWarehouseTabProps) {
  return (
    <WarehouseExchange kind="expected_return" id={goods.id}>
      <TooLateAlert
        title="The goods have arrived at the warehouse"
        text={tooLateReturn}
        returnRequest={false}
      />
    </WarehouseExchange>
  )
}

const tooLateReturn =
  'It was too late to refuse the goods, so the return is unchanged. The goods are received when ' +
  'their receipt arrives.'
