import { RotateCw } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  type AutomaticEmail,
  documentKinds,
  listAutomaticEmails,
  listSendings,
  retryAutomaticEmail,
  type Sendable,
} from '../contract.ts'
import { type AutomaticName, automaticNames } from '../rules.ts'

type AutomaticEmailNoticesProps = { name: Sendable; id: number }

/** Says of a document that it could not be emailed by itself, and why; nothing otherwise. */
export function AutomaticEmailNotices({ name, id }: AutomaticEmailNoticesProps) {
  const known = automaticNames.find((automatic) => automatic === name)
  return known ? <Notices name={known} id={id} /> : null
}

function Notices({ name, id }: { name: AutomaticName; id: number }) {
  const read = useRead(listAutomaticEmails, { query: { name, ids: String(id) } })
  const refused = (read.data ?? []).filter(({ state }) => state === 'refused')
  return refused.map((email) => <Refused key={email.id} email={email} />)
}

function Refused({ email }: { email: AutomaticEmail }) {
  const { id, name, reason } = email
  const whyNot = useWhyNot()(documentKinds[name].send)
  const retry = useWrite(retryAutomaticEmail, {
    refreshes: [listAutomaticEmails, listSendings[name]],
    success: 'The email will be sent',
    failure: 'Failed to retry email',
  })
  return (
    <Alert
      tone="warning"
      title={`The ${documentKinds[name].name} was not emailed`}
      actions={
        !whyNot && (
          <Button
            size="small"
            icon={RotateCw}
            isBusy={retry.isPending}
            onClick={() => void retry.tryRun({ params: { id } })}
          >
            Retry
          </Button>
        )
      }
    >
      {`${reason ?? 'Unknown reason'}.`}
    </Alert>
  )
}
