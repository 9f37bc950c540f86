import { useEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { DialogFooter } from '../Dialog.tsx'
import { Tooltip } from '../Tooltip.tsx'
import { keysOf } from '../shortcuts.ts'

type FormFooterProps = {
  submitLabel: string
  isSaving: boolean
  another: boolean
  submit: (then: 'close' | 'another') => void
  onCancel: () => void
}

export function FormFooter(props: FormFooterProps) {
  const { submitLabel, isSaving, another, submit, onCancel } = props
  return (
    <DialogFooter>
      <Button onClick={onCancel} disabled={isSaving}>
        Cancel
      </Button>
      {another && (
        <Tooltip label="Save and keep the form" keys={keysOf('submitAndAdd')}>
          <Button
            disabled={isSaving}
            className="max-sm:order-first max-sm:w-full"
            onClick={() => submit('another')}
          >
            {`${submitLabel} and add another`}
          </Button>
        </Tooltip>
      )}
      <Tooltip label="Save" keys={keysOf('submit')}>
        <Button kind="primary" type="submit" isBusy={isSaving}>
          {submitLabel}
        </Button>
      </Tooltip>
    </DialogFooter>
  )
}

type DiscardPromptProps = { onDiscard: () => void; onKeep: () => void }

/** In the footer's place when something typed would be lost. */
export function DiscardPrompt({ onDiscard, onKeep }: DiscardPromptProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <DialogFooter>
      <p role="alert" className="text-label flex-1">
        Discard changes?
      </p>
      <Button kind="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={keep} onClick={onKeep}>
        Keep editing
      </Button>
    </DialogFooter>
  )
}
