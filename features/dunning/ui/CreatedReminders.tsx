import { Mail, Printer, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Sending, SendingOutcome } from '#features/documents/contract.ts'
import { sendingLabel } from '#features/documents/rules.ts'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { DocumentTools, useSendingRefusal } from '#features/documents/ui/parts/DocumentTools.tsx'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import type { LetterDetails } from '../contract.ts'
import { reminderDocument } from '../printed-documents.ts'
import { levelNames } from '../rules.ts'
import { useSendLetters, useSentLetters } from './use-send-reminders.ts'

type CreatedRemindersProps = { letters: readonly LetterDetails[]; onClose: () => void }

/** Shows the letters just written, with their sending status; prints or emails all of them. */
export function CreatedReminders({ letters, onClose }: CreatedRemindersProps) {
  const ids = letters.map(({ id }) => id)
  const whyNot = useSendingRefusal('dunning-letter')
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const { sent, error, refetch } = useSentLetters(ids, whyNot === undefined)
  const sending = useSendLetters()
  const failed = ids.filter((id) => sent.get(id)?.status === 'failed')
  const unsent = ids.filter((id) => !sent.has(id))
  const sendAll = async () => {
    const body = { name: 'dunning-letter' as const, ids: failed.length > 0 ? failed : ids }
    const outcomes = await sending.tryRun({ body })
    if (outcomes) setRefusals(refusalsIn(outcomes))
  }
  const isDone = failed.length === 0 && unsent.length === 0
  return (
    <Dialog title="Reminders created" onClose={onClose}>
      <DialogBody>
        <div className="grid gap-4">
          {error && (
            <Alert actions={<Button onClick={() => void refetch()}>Try again</Button>}>
              {error.message}
            </Alert>
          )}
          <MissingSenderNotice />
          <ul className="grid gap-2">
            {letters.map((letter) => (
              <CreatedLetter
                key={letter.id}
                letter={letter}
                sending={sent.get(letter.id)}
                refusal={refusals.get(letter.id)}
              />
            ))}
          </ul>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button icon={Printer} onClick={() => window.print()}>
          Print reminders
        </Button>
        <Tooltip label={whyNot ?? 'To the customers’ email addresses'}>
          <Button
            kind="primary"
            icon={failed.length > 0 ? RotateCw : Mail}
            disabled={isDone}
            isBusy={sending.isPending}
            aria-disabled={whyNot !== undefined}
            onClick={() => whyNot === undefined && void sendAll()}
          >
            {failed.length > 0 ? `Retry ${failed.length}` : 'Send all'}
          </Button>
        </Tooltip>
      </DialogFooter>
      <DocumentSheet
        documents={letters.map((letter) => (company) => reminderDocument(letter, company))}
      />
    </Dialog>
  )
}

function refusalsIn(outcomes: readonly SendingOutcome[]): Map<number, string> {
  return new Map(outcomes.flatMap(({ recordId, says }) => (says ? [[recordId, says]] : [])))
}

type CreatedLetterProps = {
  letter: LetterDetails
  sending: Sending | undefined
  /** Why the letter could not be sent. */
  refusal: string | undefined
}

function CreatedLetter({ letter, sending, refusal }: CreatedLetterProps) {
  const { id, letterNumber, level, customerName, total } = letter
  const isDelivered = sending?.status === 'sent' && sending.bouncedAt === null
  const sentence = isDelivered ? null : (sending?.lastError ?? refusal)
  return (
    <li className="grid gap-1 border-b border-line pb-2">
      <div className="flex flex-wrap items-center gap-x-4">
        <span className="numbers font-medium">{letterNumber}</span>
        <span>{customerName}</span>
        <span className="text-muted">{levelNames[level]}</span>
        {sending && <StatusBadge status={sendingLabel(sending)} />}
        <span className="numbers ml-auto">{formatDecimal(total)}</span>
        <span role="group" aria-label={letterNumber} className="inline-flex">
          <DocumentTools name="dunning-letter" id={id} />
        </span>
      </div>
      {sentence && <p className="text-table break-words text-danger">{sentence}</p>}
    </li>
  )
}
