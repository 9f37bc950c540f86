import { Link } from '@tanstack/react-router'

/** The URL search for the journal entries of an account in a period. */
export function entriesOf(account: string, days: { from?: string; to: string }) {
  return {
    'f.account': account,
    ...(days.from && { 'f.from': days.from }),
    'f.to': days.to,
  }
}

type AccountLinkProps = { account: string; name: string; from?: string; to: string }

/** An account that links to its journal entries of these days. */
export function AccountLink({ account, name, ...days }: AccountLinkProps) {
  return (
    <Link to="/journal" search={entriesOf(account, days)}>
      {`${account} ${name}`}
    </Link>
  )
}
