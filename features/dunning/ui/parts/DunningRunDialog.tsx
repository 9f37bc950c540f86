import { useRef, useState } from 'react'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { newIdempotencyKey, useRead } from '#platform/web/api-hooks.ts'
import { isKeyOfOther } from '#platform/web/api-client.ts'
import { type LetterDetails, type ProposedLetter, proposeReminders } from '../../contract.ts'
import { ProposedReminders } from '../ProposedReminders.tsx'
import { useCreateReminders } from '../use-create-reminders.ts'
import { CreatedReminders } from '../CreatedReminders.tsx'

/** Dialog that proposes the due reminders and, on confirmation, writes those still ticked. */
export function DunningRunDialog({ onClose }: { onClose: () => void }) {
  const read = useRead(proposeReminders)
  const [unselected, setUnselected] = useState<ReadonlySet<number>>(new Set())
  const [created, setCreated] = useState<readonly LetterDetails[]>()
  if (created) return <CreatedReminders letters={created} onClose={onClose} />
  const letters = read.data && withoutUnselected(read.data, unselected)
  return (
    <Dialog
      title="Send Reminders"
      description="Reminders due today. Clear the ones that you do not want to send."
      size="details"
      closesOutside={unselected.size === 0}
      onClose={onClose}
    >
      <DialogBody>
        {read.error && (
          <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
            {read.error.message}
          </Alert>
        )}
        {read.isPending && <Skeleton className="h-60" />}
        {read.data?.length === 0 && <p className="text-muted">No reminders are due today.</p>}
        {read.data && (
          <ProposedReminders
            letters={read.data}
            unselected={unselected}
            onUnselect={setUnselected}
          />
        )}
      </DialogBody>
      {letters && (
        <Confirm
          letters={letters}
          onClose={onClose}
          onCreated={(newLetters) => setCreated(newLetters)}
        />
      )}
    </Dialog>
  )
}

/** Returns the proposal without the unticked invoices. */
function withoutUnselected(letters: readonly ProposedLetter[], unselected: ReadonlySet<number>) {
  return letters.flatMap((letter) => {
    const invoices = letter.invoices.filter(({ invoiceId }) => !unselected.has(invoiceId))
    return invoices.length > 0 ? [{ ...letter, invoices }] : []
  })
}

type ConfirmProps = {
  letters: readonly ProposedLetter[]
  onClose: () => void
  onCreated: (letters: readonly LetterDetails[]) => void
}

function Confirm({ letters, onClose, onCreated }: ConfirmProps) {
  const creation = useCreateReminders()
  const key = useRef(newIdempotencyKey())
  const invoices = letters.flatMap((letter) => letter.invoices)
  const total = sum(invoices.map(({ openAmount }) => cents(openAmount)))
  const confirm = async () => {
    const body = {
      letters: letters.map(({ customerId, invoices: letterInvoices }) => {
        return { customerId, invoiceIds: letterInvoices.map(({ invoiceId }) => invoiceId) }
      }),
    }
    try {
      onCreated(await creation.run({ body, idempotencyKey: key.current }))
    } catch (error) {
      if (isKeyOfOther(error)) key.current = newIdempotencyKey()
    }
  }
  return (
    <DialogFooter>
      <p className="numbers mr-auto">
        {`${counted(letters.length, 'reminder')}, ${counted(invoices.length, 'invoice')}, `}
        <strong>{formatDecimal(decimal(total))}</strong>
      </p>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        kind="primary"
        whyNot={letters.length === 0 ? 'Select at least one reminder' : undefined}
        isBusy={creation.isPending}
        onClick={() => void confirm()}
      >
        Create reminders
      </Button>
    </DialogFooter>
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
