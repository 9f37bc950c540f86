import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Button } from '../buttons/Button.tsx'
import { Tooltip } from '../buttons/Tooltip.tsx'
import { DiscardPrompt } from '../dialogs/Dialog.tsx'
import { useDiscardPrompt, useGuard } from '../dialogs/discard-prompt.ts'
import { keysOf, useShortcut } from '../keyboard/shortcuts.ts'
import { reserveNoticeSpace } from '../notices/notice-position.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import type { Attempt } from './FormDialog.tsx'
import { FormPartsContext } from './form-context.ts'
import { useSaveForm } from './use-save-form.ts'
import { useWireForm } from './use-wire-form.ts'

type PageFormProps<Values extends FieldValues, Wire extends FieldValues> = {
  /** The accessible name of the form. */
  label: string
  schema: z.ZodMiniType<unknown, Wire>
  /** The initial field values. */
  values: Values
  /** Converts the form values to the request body. Must be a stable, module-level function. */
  toWire: (values: Values) => Wire
  submitLabel: string
  onSave: (body: Wire, attempt: Attempt) => Promise<unknown>
  /** Shown read-only because the user's role may not edit it. */
  isReadOnly?: boolean
  children: ReactNode
}

/**
 * A form that is a page's content and stays open after saving. Warns before unsaved input is
 * discarded, as dialogs do.
 */
export function PageForm<Values extends FieldValues, Wire extends FieldValues>(
  props: PageFormProps<Values, Wire>,
) {
  const { label, submitLabel, isReadOnly = false } = props
  const formId = useId()
  const form = useWireForm(formId, props)
  const [labels] = useState(() => new Map<string, string>())
  const [awaited] = useState(() => new Set<Promise<unknown>>())
  const parts = useMemo(() => ({ formId, labels, awaited }), [formId, labels, awaited])
  // What was saved is the new base, so the form is clean again.
  const rebase = () => form.reset(form.getValues())
  const { isSaving, submit, failure, attempts } = useSaveForm({
    ...props,
    form,
    awaited,
    onClose: rebase,
  })
  const { history } = useRouter()
  // Without a destination the person went back.
  const { asks, ask, keep, discard } = useDiscardPrompt(() => history.back())
  const { isDirty } = form.formState
  useGuard(isDirty, ask, isSaving)
  useShortcut('submit', () => submit('close'), !isReadOnly)
  return (
    <FormPartsContext value={parts}>
      <FormProvider {...form}>
        <form
          id={formId}
          aria-label={label}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            submit('close')
          }}
        >
          <ErrorSummary failure={failure} attempt={attempts} />
          <fieldset disabled={isSaving || isReadOnly} className="flex flex-col gap-4">
            {props.children}
          </fieldset>
          {asks && <DiscardPrompt onDiscard={discard} onKeep={keep} />}
          {!isReadOnly && !asks && (
            <div
              ref={reserveNoticeSpace}
              className={clsx(
                'flex justify-end max-md:sticky max-md:bottom-(--bottom-bar) max-md:z-10',
                'max-md:border-t max-md:border-line max-md:bg-bg max-md:py-2',
              )}
            >
              <Tooltip label="Save" keys={keysOf('submit')}>
                <Button kind="primary" type="submit" isBusy={isSaving}>
                  {submitLabel}
                </Button>
              </Tooltip>
            </div>
          )}
        </form>
      </FormProvider>
    </FormPartsContext>
  )
}
