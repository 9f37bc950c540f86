import { useFormContext, useWatch } from 'react-hook-form'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { listSimilarCredits } from '../../contract.ts'

type Values = { vendorId: Choice | undefined; creditNumber: string }

/** Warns, before saving, about possible duplicates of the credit. */
export function SimilarCredits() {
  const { control } = useFormContext<Values>()
  const [vendor, typed] = useWatch({ control, name: ['vendorId', 'creditNumber'] })
  const creditNumber = typed.trim()
  const { data = [] } = useRead(listSimilarCredits, {
    query: { vendorId: vendor?.id ?? 0, creditNumber },
    enabled: vendor !== undefined && creditNumber !== '',
  })
  if (!vendor || creditNumber === '' || data.length === 0) return null
  return (
    <div className="md:col-span-2">
      <Alert tone="warning" title="This credit may already be entered">
        {data.join('. ')}
      </Alert>
    </div>
  )
}
