import { Archive, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { capitalize, counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useFocusAfterRemoval } from '#platform/ui/table/use-selection-and-focus-after-removal.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  documentKinds,
  type EmailProblem,
  listEmailProblems,
  retryAutomaticEmail,
  retrySending,
} from '../../contract.ts'

const SetAsideEmail = lazyPart(async () => (await import('../SetAsideEmail.tsx')).SetAsideEmail)

/** Card with the emails that need a person, for administrators. */
export function EmailProblemsCard() {
  const may = useMay()
  return may('health.check') ? <Card /> : null
}

const none: readonly EmailProblem[] = []

function Card() {
  const read = useRead(listEmailProblems, { everyMs: 60_000 })
  const card = useFocusAfterRemoval(read.data?.problems ?? none)
  return (
    <section
      ref={card}
      aria-labelledby="email-problems-title"
      className="card flex flex-col gap-3 p-4"
    >
      <h2 id="email-problems-title" className="text-card">
        Emails Not Delivered
      </h2>
      <p className="text-table text-muted">
        Retry sends a message again to the same address. To another address, send the document from
        its record. Set aside what needs no more attention.
      </p>
      <Loaded read={read}>
        {({ problems, waiting, whyNot }) => (
          <>
            {waiting > 0 && whyNot && (
              <p>
                {`${counted(waiting, 'document waits', 'documents wait')} to be sent. ${whyNot}.`}
              </p>
            )}
            {problems.length === 0 ? (
              <p>No emails need attention.</p>
            ) : (
              <ul aria-label="Emails not delivered" className="text-table flex flex-col">
                {problems.map((problem, place) => (
                  <Problem key={`${problem.kind} ${problem.id}`} problem={problem} place={place} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

const states = {
  failed: 'Failed',
  uncertain: 'May have been sent',
  refused: 'Not sent',
} as const

function Problem({ problem, place }: { problem: EmailProblem; place: number }) {
  const { kind, id, name, recordId, state, title, to, reason, at } = problem
  const options = {
    refreshes: [listEmailProblems],
    success: 'The email will be sent again',
    failure: 'Failed to retry email',
  }
  const sending = useWrite(retrySending, options)
  const automatic = useWrite(retryAutomaticEmail, options)
  const retry = kind === 'sending' ? sending : automatic
  const [isSettingAside, setIsSettingAside] = useState(false)
  const document = title || `${capitalize(documentKinds[name].name)} #${recordId}`
  return (
    <li
      data-row={place}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2"
    >
      <div className="min-w-0 flex-1 basis-72 break-words">
        <p className="font-medium">{[document, to].filter(Boolean).join(' · ')}</p>
        <p className="text-muted">
          {[`${states[state]}, ${formatMoment(at)}`, reason].filter(Boolean).join(': ')}
        </p>
      </div>
      <Button
        icon={RotateCcw}
        size="small"
        isOnce
        data-row-link
        isBusy={retry.isPending}
        aria-label={`Retry: ${document}`}
        onClick={() => void retry.tryRun({ params: { id } })}
      >
        Retry
      </Button>
      <Button
        icon={Archive}
        size="small"
        aria-label={`Set aside: ${document}`}
        onClick={() => setIsSettingAside(true)}
      >
        Set aside
      </Button>
      {isSettingAside && (
        <SetAsideEmail
          kind={kind}
          id={id}
          document={document}
          onClose={() => setIsSettingAside(false)}
        />
      )}
    </li>
  )
}
