import { type ReactNode, useId, useMemo, useState } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Dialog, DialogBody, DiscardPrompt } from '../dialogs/Dialog.tsx'
import { useDiscardPrompt, useGuard } from '../dialogs/discard-prompt.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { EditConflict } from './EditConflict.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFooter } from './FormFooter.tsx'
import { FormPartsContext } from './form-context.ts'
import { useSaveForm } from './use-save-form.ts'
import { useWireForm } from './use-wire-form.ts'

/** What a save request has besides the body. */
export type Attempt = { idempotencyKey: string; ifMatch: number | undefined }

export type FormDialogProps<Values extends FieldValues, Wire extends FieldValues> = {
  title: string
  description?: string
  /** The schema of the request body, from the feature's contract. */
  schema: z.ZodMiniType<unknown, Wire>
  /** The initial field values. */
  values: Values
  /** Initial values of a new record; the next one (`another`) starts empty. */
  initialValues?: Partial<Values>
  /** Converts the form values to the request body. Must be a stable, module-level function. */
  toWire: (values: Values) => Wire
  submitLabel: string
  /** Sends the body; an error is shown in the form. */
  onSave: (body: Wire, attempt: Attempt) => Promise<unknown>
  onClose: () => void
  /** Offers `Save and add another`. */
  another?: boolean
  /** The values of the next record, if they differ from the initial ones. */
  again?: () => Values
  /** The version being edited, and how to reread the record after a version conflict. */
  version?: number
  reread?: () => Promise<{ values: Values; version: number }>
  /** `small` for fields below each other, `wide` for a table of lines. */
  size?: 'small' | 'form' | 'wide'
  /** Beside the buttons, always in sight: the totals of the lines. */
  summary?: ReactNode
  children: ReactNode
}

/**
 * A form in a dialog: validates on submit, sends one request even if pressed repeatedly, warns
 * before unsaved input is discarded, and shows a conflict if another user saved first.
 */
export function FormDialog<Values extends FieldValues, Wire extends FieldValues>(
  props: FormDialogProps<Values, Wire>,
) {
  const { title, submitLabel, another = false, size = 'form', summary } = props
  const formId = useId()
  const form = useWireForm(formId, props)
  const [labels] = useState(() => new Map<string, string>())
  const [awaited] = useState(() => new Set<Promise<unknown>>())
  const parts = useMemo(() => ({ formId, labels, awaited }), [formId, labels, awaited])
  const { asks, ask, keep, leave, discard } = useDiscardPrompt(props.onClose)
  const { isDirty } = form.formState
  const saving = useSaveForm({ ...props, onClose: leave, form, awaited })
  const { isSaving, submit } = saving
  useGuard(isDirty, ask, isSaving)
  const close = () => {
    if (isSaving) return
    if (asks) keep()
    else if (isDirty) ask()
    else leave()
  }
  useShortcut('submit', () => submit('close'))
  useShortcut('submitAndAdd', () => submit('another'), another)
  return (
    <Dialog
      title={title}
      description={props.description}
      place="Forms"
      size={size}
      onClose={close}
      closesOutside={!isDirty && !isSaving}
    >
      <FormPartsContext value={parts}>
        <FormProvider {...form}>
          <form
            id={formId}
            noValidate
            className="flex min-h-0 flex-1 flex-col"
            onSubmit={(event) => {
              event.preventDefault()
              // A form may be nested in another one's React tree.
              event.stopPropagation()
              submit('close')
            }}
          >
            <DialogBody>
              <ErrorSummary failure={saving.failure} attempt={saving.attempts} />
              {saving.conflict && <EditConflict {...saving.conflict} labels={labels} />}
              <fieldset disabled={isSaving}>{props.children}</fieldset>
            </DialogBody>
            {asks ? (
              <DiscardPrompt onDiscard={discard} onKeep={keep} />
            ) : (
              <FormFooter
                {...{ submitLabel, isSaving, another, submit, summary, onCancel: close }}
              />
            )}
          </form>
        </FormProvider>
      </FormPartsContext>
    </Dialog>
  )
}
