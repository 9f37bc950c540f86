import { Alert } from '#platform/ui/notices/Alert.tsx'
import { LinesTable } from '#platform/ui/page/LinesTable.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { OrderValidation } from '../../contract.ts'
import { itemsOf, type OrderForm } from '../order-form.ts'
import { mayBeCreated } from '../order-form-store.ts'
import { differenceText } from './difference-texts.ts'

type OrderDifferencesProps = {
  validation: OrderValidation
  differences: NonNullable<OrderValidation['differences']>
  orderForm: OrderForm
}

/**
 * What is no longer as it was shown when the order was validated, field by field. Creating the
 * order again accepts it.
 */
export function OrderDifferences({ validation, differences, orderForm }: OrderDifferencesProps) {
  const codes = itemsOf(orderForm).map(({ sku }) => sku?.code ?? '')
  const texts = differences.map((each) => ({ ...each, ...differenceText(each, codes) }))
  return (
    <Alert tone="warning" title="Changed since you validated">
      <LinesTable
        label="Changed since validation"
        heads={['Field', 'Shown', 'Now']}
        className="min-w-56"
      >
        {texts.map(({ path, name, shown, now }) => (
          <tr key={path} className="border-b border-line align-top">
            <td className="px-2 py-1.5 font-medium">{name}</td>
            <td className="numbers px-2 py-1.5">{shown}</td>
            <td className="numbers px-2 py-1.5 font-semibold">{now}</td>
          </tr>
        ))}
      </LinesTable>
      {mayBeCreated(validation) && (
        <p className="text-table mt-2">
          <span className="pointer-coarse:hidden">
            {`Press ${keysOf('orderSubmit')} to create the order as it is now.`}
          </span>
          <span className="not-pointer-coarse:hidden">
            Create the order to accept it as it is now.
          </span>
        </p>
      )}
    </Alert>
  )
}
