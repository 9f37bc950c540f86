import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Settings, readActiveAccounts } from '../contract.ts'
import { recommendsEnforce } from '../rules.ts'

/** Recommends blocking for separation of duties if there are enough active accounts. */
export function SeparationOfDutiesAdvice() {
  const sodMode = useWatch({ name: 'sodMode' }) as Settings['sodMode']
  const { data } = useRead(readActiveAccounts)
  if (!data || !recommendsEnforce({ sodMode, ...data })) return null
  return (
    <div className="md:col-span-2">
      <Alert tone="info" title="Recommended: Block">
        <p>
          {`${data.activeAccounts.toLocaleString('en-US')} accounts are active, so another ` +
            'person can always decide. See '}
          <Link
            to="/"
            search={{ report: 'separation-of-duties' }}
            target="_blank"
            className="underline"
          >
            the exceptions so far
          </Link>
          {' (opens in a new tab).'}
        </p>
      </Alert>
    </div>
  )
}
