import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'

type VendorLinkProps = { of: { vendorId: number; vendorCode: string; vendorName: string } }

/** The vendor of an order, bill or payment, as a link. */
export function VendorLink({ of }: VendorLinkProps) {
  return (
    <Link
      to="/vendors"
      search={{ open: of.vendorCode }}
      className="font-medium no-underline hover:underline"
    >
      <IdAndName id={`Vendor #${of.vendorId}`} name={of.vendorName} />
    </Link>
  )
}

/** The same as text, for files and phones. */
export function vendorText({ vendorId, vendorName }: VendorLinkProps['of']): string {
  return `Vendor #${vendorId} · ${vendorName}`
}
