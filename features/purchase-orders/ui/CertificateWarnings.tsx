import { Link } from '@tanstack/react-router'
import { formatDay } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type PurchaseOrder, readPurchaseOrder } from '../contract.ts'

/** Warns about the vendor's expired or expiring certificates, with the SKUs of the order. */
export function CertificateWarnings({ order }: { order: PurchaseOrder }) {
  const { data } = useRead(readPurchaseOrder, { params: { id: order.id } })
  if (!data || data.certificates.length === 0) return null
  const isAnyExpired = data.certificates.some(({ isExpired }) => isExpired)
  return (
    <Alert
      tone="warning"
      title={isAnyExpired ? 'A certificate has expired' : 'A certificate expires soon'}
      actions={
        <Link
          to="/vendors"
          search={{ open: order.vendorCode, tab: 'certificates' }}
          className="font-medium"
        >
          Certificates of the vendor
        </Link>
      }
    >
      <ul className="list-disc pl-5">
        {data.certificates.map(({ id, name, category, expiresOn, isExpired, skus }) => (
          <li key={id}>
            {`${name}${category ? ` for ${category}` : ''} `}
            {`${isExpired ? 'expired' : 'expires'} on ${formatDay(expiresOn)}: `}
            {skus.join(', ')}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
