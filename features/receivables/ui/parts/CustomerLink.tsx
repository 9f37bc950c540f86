import { Link } from '@tanstack/react-router'

type CustomerLinkProps = { of: { customerCode: string; customerName: string } }

/** Link to the customer of a document. */
export function CustomerLink({ of: { customerCode, customerName } }: CustomerLinkProps) {
  return (
    <Link
      to="/customers"
      search={{ open: customerCode }}
      className="font-medium no-underline hover:underline"
    >
      {`${customerCode} · ${customerName}`}
    </Link>
  )
}
