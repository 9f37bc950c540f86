import type { ReactNode } from 'react'
import { Button } from '../buttons/Button.tsx'
import { DialogFooter } from '../dialogs/Dialog.tsx'
import { Tooltip } from '../buttons/Tooltip.tsx'
import { keysOf } from '../keyboard/shortcuts.ts'

type FormFooterProps = {
  submitLabel: string
  isSaving: boolean
  another: boolean
  submit: (then: 'close' | 'another') => void
  summary?: ReactNode
  onCancel: () => void
}

export function FormFooter(props: FormFooterProps) {
  const { submitLabel, isSaving, another, submit, summary, onCancel } = props
  return (
    <DialogFooter>
      {summary && <div className="min-w-0 flex-1 max-sm:basis-full">{summary}</div>}
      <Button onClick={onCancel} disabled={isSaving}>
        Cancel
      </Button>
      {another && (
        <Tooltip label="Save and start a new one" keys={keysOf('submitAndAdd')}>
          <Button
            disabled={isSaving}
            className="max-sm:order-first max-sm:w-full"
            onClick={() => submit('another')}
          >
            Save and add another
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
