import { useFormContext, useWatch } from 'react-hook-form'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { listSimilarPayments } from '../../contract.ts'
import type { PaymentValues } from './payment-values.ts'

type Check = Pick<PaymentValues, 'customerId' | 'method' | 'reference'>

/** Warns about other checks of the customer with the same number, before recording the payment. */
export function SimilarChecks() {
  const { control } = useFormContext<Check>()
  const [customer, method, typed] = useWatch({
    control,
    name: ['customerId', 'method', 'reference'],
  })
  const reference = typed.trim()
  const shouldCheck = customer !== undefined && method === 'check' && reference !== ''
  const { data = [] } = useRead(listSimilarPayments, {
    query: { customerId: customer?.id ?? 0, reference },
    enabled: shouldCheck,
  })
  if (!shouldCheck || data.length === 0) return null
  return (
    <div className="md:col-span-2">
      <Alert tone="warning" title="This check may already be recorded">
        {data.join('. ')}
      </Alert>
    </div>
  )
}
