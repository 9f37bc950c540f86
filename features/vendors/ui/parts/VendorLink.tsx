import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'

type VendorLinkProps = {
  of: { vendorId: number; vendorCode: string; vendorName: string }
  /** Shows the code, as financial documents do, instead of the number. */
  byCode?: true
}

/** The vendor of an order, bill or payment, as a link. */
export function VendorLink({ of, byCode }: VendorLinkProps) {
  return (
    <Link
      to="/vendors"
      search={{ open: of.vendorCode }}
      className="font-medium no-underline hover:underline"
    >
      <IdAndName id={byCode ? of.vendorCode : `Vendor #${of.vendorId}`} name={of.vendorName} />
    </Link>
  )
}

/** The same as text, for files and phones. */
export function vendorText({ vendorId, vendorName }: VendorLinkProps['of']): string {
  return `Vendor #${vendorId} · ${vendorName}`
}

/** The vendor of a financial document as text: `V-204 · Pemberton`. */
export function vendorByCode({ vendorCode, vendorName }: VendorLinkProps['of']): string {
  return `${vendorCode} · ${vendorName}`
}
