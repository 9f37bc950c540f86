import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Mail } from 'lucide-react'
import { useId, useState } from 'react'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { documentKinds, type MailState, readMail, type Sendable } from '../../contract.ts'
import { PdfLink } from '../PdfLink.tsx'
import { EmailDocumentDialog, type SentDocument } from '../EmailDocumentDialog.tsx'

/** The PDF and email buttons of a record's document, beside its print button. */
export function DocumentTools({ name, id }: SentDocument) {
  const { isOpen, close, reasonId, reason, label, control } = useSendControl(name)
  return (
    <>
      <PdfLink name={name} id={id} />
      <Tooltip label={label}>
        <button
          type="button"
          aria-label="Send by email"
          {...control}
          className={clsx(
            'inline-grid size-8 shrink-0 place-items-center rounded-control text-muted',
            'hover:bg-hover hover:text-ink aria-disabled:opacity-50 pointer-coarse:size-11',
          )}
        >
          <Mail aria-hidden size={16} strokeWidth={1.75} />
        </button>
      </Tooltip>
      <Reason id={reasonId} text={reason} />
      {isOpen && <EmailDocumentDialog name={name} id={id} onClose={close} />}
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
  const { isOpen, close, reasonId, reason, label: tip, control } = useSendControl(sent.name, label)
  return (
    <>
      <Tooltip label={tip}>
        <Button
          icon={Mail}
          {...(documentTitle && { size: 'small', 'aria-label': `${label} ${documentTitle}` })}
          {...control}
        >
          {label}
        </Button>
      </Tooltip>
      <Reason id={reasonId} text={reason} />
      {isOpen && <EmailDocumentDialog {...sent} onClose={close} />}
    </>
  )
}

function Reason({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <span id={id} hidden>
      {text}
    </span>
  ) : null
}

/**
 * A button that opens the email dialog. If the company profile is incomplete, it leads an
 * administrator there; otherwise it is disabled with the reason.
 */
function useSendControl(name: Sendable, openLabel = 'Send by email') {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  const mayComplete = useMay()('settings.manage')
  const reasonId = useId()
  const { whyNot, fixedIn } = useSendingState(name)
  const leads = fixedIn !== null && mayComplete
  const press = () => {
    if (leads) void navigate({ to: '/company-profile' })
    else if (whyNot === undefined) setIsOpen(true)
  }
  const control = {
    // Stays focusable, so that screen readers announce the reason.
    'aria-disabled': whyNot !== undefined && !leads,
    'aria-describedby': whyNot && reasonId,
    onClick: press,
  }
  const reason = leads ? 'Complete the company profile to send by email' : whyNot
  return {
    isOpen,
    close: () => setIsOpen(false),
    reasonId,
    reason,
    label: reason ?? openLabel,
    control,
  }
}

type SendingState = { whyNot: string | undefined; fixedIn: MailState['fixedIn'] }

/** Whether this user can send the document now, and where an obstacle can be removed. */
function useSendingState(name: Sendable): SendingState {
  const permissionRefusal = useWhyNot()(documentKinds[name].send)
  const mail = useRead(readMail, { enabled: permissionRefusal === undefined })
  const never = { fixedIn: null }
  if (permissionRefusal) return { whyNot: permissionRefusal, ...never }
  if (mail.error) return { whyNot: mail.error.sentence, ...never }
  if (!mail.data) return { whyNot: 'Preparing', ...never }
  return { ...mail.data, whyNot: mail.data.whyNot ?? undefined }
}

/** Why this user cannot send the document now; undefined if they can. */
export function useSendingRefusal(name: Sendable): string | undefined {
  return useSendingState(name).whyNot
}
