import type { Vendor } from '#features/vendors/contract.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { listCertificates } from '../contract.ts'

/** The vendor's certificates that have expired and were not renewed; nothing without one. */
export function ExpiredCertificates({ vendor }: { vendor: Vendor }) {
  const { data = [], error } = useRead(listCertificates, {
    query: { vendorId: vendor.id, limit: 100 },
  })
  if (error) return <Alert tone="warning" title="The certificates could not be read" />
  const expired = data.filter(({ state }) => state === 'expired')
  if (expired.length === 0) return null
  const title = expired.length === 1 ? 'A certificate has expired' : 'Certificates have expired'
  return (
    <Alert tone="warning" title={title}>
      <ul className="list-disc pl-5">
        {expired.map(({ id, name, category, expiresOn }) => (
          <li key={id}>
            {`${name}${category ? ` for ${category}` : ''} expired on ${formatDay(expiresOn)}`}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
