import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'

type VendorLinkProps = { of: { vendorId: number; vendorCode: string; vendorName: string } }

/** Whose order, bill or payment it is: leads to the vendor. */
export function VendorLink({ of }: VendorLinkProps) {
  return (
    <Link
      to="/vendors"
      search={{ open: of.vendorCode } as never}
      className="font-medium no-underline hover:underline"
    >
      <IdAndName id={`Vendor #${of.vendorId}`} name={of.vendorName} />
    </Link>
  )
}

/** The same in words, for files and phones. */
export function vendorText({ vendorId, vendorName }: VendorLinkProps['of']): string {
  return `Vendor #${vendorId} · ${vendorName}`
}
