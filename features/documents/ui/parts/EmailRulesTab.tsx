import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import {
  documentKinds,
  type EmailRule,
  type EmailRules,
  readCustomerEmails,
  readVendorEmails,
} from '../../contract.ts'
import type { EmailParty } from '../../rules.ts'

const EmailRulesForm = lazyPart(async () => (await import('../EmailRulesForm.tsx')).EmailRulesForm)

type EmailRulesTabProps = { party: EmailParty; id: number }

/** Which documents a customer or vendor gets by email without a person sending them, and where. */
export function EmailRulesTab({ party, id }: EmailRulesTabProps) {
  const read = useRead(party === 'customer' ? readCustomerEmails : readVendorEmails, {
    params: { id },
  })
  const [isEditing, setIsEditing] = useState(false)
  const whyNot = useWhyNot()(party === 'customer' ? 'receivables.send' : 'purchaseOrders.send')
  return (
    <Loaded read={read}>
      {(emails) => (
        <div className="grid gap-4">
          <Bounces emails={emails} />
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-table flex-1 text-muted">
              What Prizm emails by itself, and to whom. People who send a document see the same
              recipients.
            </p>
            <Button icon={Pencil} whyNot={whyNot} onClick={() => setIsEditing(true)}>
              Edit emails
            </Button>
          </div>
          <ul aria-label="Emails">
            {emails.rules.map((rule) => (
              <Rule key={rule.name} rule={rule} emails={emails} />
            ))}
          </ul>
          {isEditing && (
            <EmailRulesForm
              party={party}
              id={id}
              emails={emails}
              onClose={() => setIsEditing(false)}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

function Rule({ rule, emails }: { rule: EmailRule; emails: EmailRules }) {
  const [first] = emails.addresses
  const to = rule.to ?? first ?? 'No email address'
  const day = emails.statementDay ?? emails.companyStatementDay
  const onDay = rule.name === 'statement' ? ` on day ${day} of the month` : ''
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
      <span className="min-w-44 font-medium">{capitalize(documentKinds[rule.name].name)}</span>
      <span className="min-w-44">{`${choiceText(rule)}${onDay}`}</span>
      <span className="text-muted break-all">{to}</span>
    </li>
  )
}

function choiceText({ isSent, isSentByCompany }: EmailRule): string {
  if (isSent === null) return `Company setting: ${isSentByCompany ? 'sent' : 'not sent'}`
  return isSent ? 'Sent' : 'Not sent'
}

/** The addresses that a mail server refused or whose email bounced; the reason may also be ours. */
function Bounces({ emails }: { emails: EmailRules }) {
  return emails.bounces.map(({ address, reason, at, isReported }) => (
    <Alert
      key={address}
      tone="warning"
      title={isReported ? `Email to ${address} bounced` : `The mail server refused ${address}`}
    >
      {`${formatMoment(at)}: ${reason}. If the address is wrong, correct it, then send the ` +
        'document from its record: Retry uses the same address again.'}
    </Alert>
  ))
}
