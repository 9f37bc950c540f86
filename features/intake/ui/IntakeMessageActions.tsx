import { CopyX, Download, RotateCw, UserCheck, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { pathOf } from '#platform/kernel/endpoint.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { downloadIntakeMessage, type IntakeMessageDetails } from '../contract.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

const AssignMessagesDialog = lazyPart(
  async () => (await import('./AssignMessagesDialog.tsx')).AssignMessagesDialog,
)
const MarkDuplicateDialog = lazyPart(
  async () => (await import('./MarkDuplicateDialog.tsx')).MarkDuplicateDialog,
)
const RejectMessagesDialog = lazyPart(
  async () => (await import('./RejectMessagesDialog.tsx')).RejectMessagesDialog,
)

type IntakeMessageActionsProps = {
  message: IntakeMessageDetails
  /** Why the message cannot be run again now. */
  whyNotRun?: string | undefined
  /** Called after it was run again. */
  onRun?: () => void
  onClose: () => void
}

/** What may be done with an open message besides placing it. */
export function IntakeMessageActions(props: IntakeMessageActionsProps) {
  const { message, whyNotRun, onRun, onClose } = props
  const { id, version, isRawStored, ownerName } = message
  const whyNot = useWhyNot()('intake.work')
  const { change } = useIntakeWrites()
  const [asked, setAsked] = useState<'assign' | 'reject' | 'duplicate'>()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RunAgainButton id={id} version={version} whyNot={whyNot ?? whyNotRun} onRun={onRun} />
      <Button
        size="small"
        icon={UserCheck}
        whyNot={whyNot}
        isBusy={change.isPending}
        onClick={() => void change.tryRun({ body: { action: 'assign', ids: [id] } })}
      >
        Assign to me
      </Button>
      <Button size="small" icon={UserPlus} whyNot={whyNot} onClick={() => setAsked('assign')}>
        Assign…
      </Button>
      <Button size="small" icon={X} whyNot={whyNot} onClick={() => setAsked('reject')}>
        Reject…
      </Button>
      <Button size="small" icon={CopyX} whyNot={whyNot} onClick={() => setAsked('duplicate')}>
        Mark as duplicate…
      </Button>
      {isRawStored && (
        <a
          href={pathOf(downloadIntakeMessage.path, { id })}
          download
          className="text-table inline-flex min-h-6 items-center gap-1"
        >
          <Download aria-hidden size={16} strokeWidth={1.75} />
          Download original
        </a>
      )}
      <span className="text-caption font-normal text-muted">
        {ownerName ? `Owner: ${ownerName}` : 'Unassigned'}
      </span>
      {asked === 'assign' && (
        <AssignMessagesDialog messages={[message]} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'reject' && (
        <RejectMessagesDialog
          messages={[message]}
          onClose={() => setAsked(undefined)}
          onDone={onClose}
        />
      )}
      {asked === 'duplicate' && (
        <MarkDuplicateDialog
          message={message}
          onClose={() => setAsked(undefined)}
          onDone={onClose}
        />
      )}
    </div>
  )
}

type RunAgainButtonProps = {
  id: number
  version: number
  whyNot: string | undefined
  onRun: (() => void) | undefined
}

/** Reads the message again, as its customer's corrections say by now. */
function RunAgainButton({ id, version, whyNot, onRun }: RunAgainButtonProps) {
  const { run } = useIntakeWrites()
  const runAgain = async () => {
    if (await run.isDone({ params: { id }, ifMatch: version })) onRun?.()
  }
  return (
    <Button
      size="small"
      icon={RotateCw}
      whyNot={whyNot}
      isBusy={run.isPending}
      onClick={() => void runAgain()}
    >
      Run again
    </Button>
  )
}
