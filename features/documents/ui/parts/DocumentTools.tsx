import { clsx } from 'clsx'
import { Mail } from 'lucide-react'
import { useId, useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { useRead } from '#platform/web/api.ts'
import { documentKinds, readMail, type Sendable } from '../../contract.ts'
import { PdfLink } from '../PdfLink.tsx'
import { SendDialog, type SentDocument } from '../SendDialog.tsx'

/** The PDF and email buttons of a record's document, beside its print button. */
export function DocumentTools({ name, id }: SentDocument) {
  const [isOpen, setIsOpen] = useState(false)
  const whyNot = useSendingRefusal(name)
  const reasonId = useId()
  return (
    <>
      <PdfLink name={name} id={id} />
      <Tooltip label={whyNot ?? 'Send by email'}>
        <button
          type="button"
          aria-label="Send by email"
          // Stays focusable, so that screen readers announce the reason.
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
  /** The document it sends, if there are several; renders a smaller button. */
  documentTitle?: string
}

/** The same as a text button, for documents without a record of their own. */
export function SendButton({ label, documentTitle, ...sent }: SendButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const whyNot = useSendingRefusal(sent.name)
  const reasonId = useId()
  return (
    <>
      <Tooltip label={whyNot ?? label}>
        <Button
          icon={Mail}
          {...(documentTitle && { size: 'small', 'aria-label': `${label} ${documentTitle}` })}
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

/** Why this user cannot send the document now; undefined if they can. */
export function useSendingRefusal(name: Sendable): string | undefined {
  const permissionRefusal = useWhyNot()(documentKinds[name].send)
  const mail = useRead(readMail, { enabled: permissionRefusal === undefined })
  if (permissionRefusal) return permissionRefusal
  if (mail.error) return mail.error.sentence
  return mail.data ? (mail.data.whyNot ?? undefined) : 'Preparing'
}
