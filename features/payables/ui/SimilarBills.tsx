import { useFormContext, useWatch } from 'react-hook-form'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import type { BillValues } from './bill-values.ts'
import { listSimilarBills } from '../contract.ts'

/** Warns, before saving, about possible duplicates of the bill. */
export function SimilarBills({ exceptId }: { exceptId: number | undefined }) {
  const { control } = useFormContext<BillValues>()
  const [vendor, typed] = useWatch({ control, name: ['vendor', 'billNumber'] })
  const billNumber = typed.trim()
  const { data = [] } = useRead(listSimilarBills, {
    query: { vendorId: vendor?.id ?? 0, billNumber, ...(exceptId && { exceptId }) },
    enabled: vendor !== undefined && billNumber !== '',
  })
  if (!vendor || billNumber === '' || data.length === 0) return null
  return (
    <div className="md:col-span-2">
      <Alert tone="warning" title="This bill may already be entered">
        {data.join('. ')}
      </Alert>
    </div>
  )
}
