import { clsx } from 'clsx'
import { Mail } from 'lucide-react'
import { useId, useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { useRead } from '#platform/web/api.ts'
import { paperKinds, readMail, type Sendable } from '../../contract.ts'
import { PdfLink } from '../PdfLink.tsx'
import { SendDialog, type SentDocument } from '../SendDialog.tsx'

/** What can be had of a record's document beside its print: the PDF, and a message with it. */
export function PaperTools({ name, id }: SentDocument) {
  const [isOpen, setIsOpen] = useState(false)
  const whyNot = useWhyNoSending(name)
  const reasonId = useId()
  return (
    <>
      <PdfLink name={name} id={id} />
      <Tooltip label={whyNot ?? 'Send by e-mail'}>
        <button
          type="button"
          aria-label="Send by e-mail"
          // It stays reachable, so that its reason is heard.
          aria-disabled={whyNot !== undefined}
          aria-describedby={whyNot && reasonId}
          onClick={() => whyNot === undefined && setIsOpen(true)}
          className={clsx(
            'inline-grid size-8 shrink-0 place-items-center rounded-control text-muted',
            'hover:bg-hover hover:text-ink aria-disabled:opacity-50 pointer-coarse:size-11',
          )}
        >
          <Mail aria-hidden size={16} strokeWidth={1.75} />
        </button>
      </Tooltip>
      {whyNot && (
        <span id={reasonId} hidden>
          {whyNot}
        </span>
      )}
      {isOpen && <SendDialog name={name} id={id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type SendButtonProps = SentDocument & {
  label: string
  /** The document it sends, where several are offered at once; then it is smaller. */
  what?: string
}

/** The same as a button with words, for documents that are no record of their own. */
export function SendButton({ label, what, ...sent }: SendButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const whyNot = useWhyNoSending(sent.name)
  const reasonId = useId()
  return (
    <>
      <Tooltip label={whyNot ?? label}>
        <Button
          icon={Mail}
          {...(what && { size: 'small', 'aria-label': `${label} ${what}` })}
          aria-disabled={whyNot !== undefined}
          aria-describedby={whyNot && reasonId}
          onClick={() => whyNot === undefined && setIsOpen(true)}
        >
          {label}
        </Button>
      </Tooltip>
      {whyNot && (
        <span id={reasonId} hidden>
          {whyNot}
        </span>
      )}
      {isOpen && <SendDialog {...sent} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Why a document cannot be sent by this user now; undefined where it can. */
export function useWhyNoSending(name: Sendable): string | undefined {
  const denied = useWhyNot()(paperKinds[name].send)
  const mail = useRead(readMail, { enabled: denied === undefined })
  if (denied) return denied
  if (mail.error) return mail.error.sentence
  return mail.data ? (mail.data.whyNot ?? undefined) : 'One moment'
}
