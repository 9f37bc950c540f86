import { Link } from '@tanstack/react-router'

type CustomerLinkProps = { of: { customerCode: string; customerName: string } }

/** Whose document it is: leads to the customer. */
export function CustomerLink({ of: { customerCode, customerName } }: CustomerLinkProps) {
  return (
    <Link
      to="/customers"
      search={{ open: customerCode } as never}
      className="font-medium no-underline hover:underline"
    >
      {`${customerCode} · ${customerName}`}
    </Link>
  )
}
