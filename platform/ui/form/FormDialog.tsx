import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Dialog, DialogBody, DiscardPrompt } from '../dialogs/Dialog.tsx'
import { useDiscarding, useGuard } from '../dialogs/discarding.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { Conflict } from './Conflict.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFooter } from './FormFooter.tsx'
import { FormPartsContext } from './form-parts.ts'
import { useSaving } from './saving.ts'
import { errorsInForm } from './sent-lines.ts'

/** What one attempt at saving carries besides the body. */
export type Attempt = { idempotencyKey: string; ifMatch: number | undefined }

export type FormDialogProps<Values extends FieldValues, Wire extends FieldValues> = {
  title: string
  description?: string
  /** The schema of the body, from the room's contract. */
  schema: z.ZodMiniType<unknown, Wire>
  /** What the fields show at first. */
  values: Values
  /** What is known of a new record already; the one after it (`another`) begins empty. */
  begun?: Partial<Values>
  /** The typed values in wire form. A function of the module, not of the render. */
  toWire: (values: Values) => Wire
  submitLabel: string
  /** Sends the body; a rejection is shown in the form. */
  onSave: (body: Wire, attempt: Attempt) => Promise<unknown>
  onClose: () => void
  /** Offers `Save and add another`. */
  another?: boolean
  /** What another one begins with, where that is not what this one did. */
  again?: () => Values
  /** The version that is edited, and how to read it again when someone else was faster. */
  version?: number
  reread?: () => Promise<{ values: Values; version: number }>
  children: ReactNode
}

/**
 * A form in a dialog: it validates on submit, sends once however often it is pressed, keeps what
 * is typed until it is saved or given up, and shows a conflict where someone else was faster.
 */
export function FormDialog<Values extends FieldValues, Wire extends FieldValues>(
  props: FormDialogProps<Values, Wire>,
) {
  const { title, submitLabel, another = false } = props
  const form = useWireForm(props)
  const formId = useId()
  const [labels] = useState(() => new Map<string, string>())
  const [awaited] = useState(() => new Set<Promise<unknown>>())
  const parts = useMemo(() => ({ formId, labels, awaited }), [formId, labels, awaited])
  const { asks, ask, keep, leave, discard } = useDiscarding(props.onClose)
  const { isDirty } = form.formState
  const saving = useSaving({ ...props, onClose: leave, form, awaited })
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
              // A form may stand inside another one's tree.
              event.stopPropagation()
              submit('close')
            }}
          >
            <DialogBody>
              <ErrorSummary failure={saving.failure} attempt={saving.attempts} />
              {saving.conflict && <Conflict {...saving.conflict} labels={labels} />}
              <fieldset disabled={isSaving}>{props.children}</fieldset>
            </DialogBody>
            {asks ? (
              <DiscardPrompt onDiscard={discard} onKeep={keep} />
            ) : (
              <FormFooter {...{ submitLabel, isSaving, another, submit, onCancel: close }} />
            )}
          </form>
        </FormProvider>
      </FormPartsContext>
    </Dialog>
  )
}

/** A form whose fields hold what is typed, and whose check is that of the body to be sent. */
function useWireForm<Values extends FieldValues, Wire extends FieldValues>(
  props: FormDialogProps<Values, Wire>,
) {
  const { schema, toWire, values, begun } = props
  const resolver = useMemo(() => {
    const check = standardSchemaResolver<Wire, unknown, unknown>(schema, undefined, { raw: true })
    // The library types a resolver by what the fields hold; this one answers the body.
    return (async (typed: Values, context: unknown, options: never) => {
      const body = toWire(typed)
      const checked = await check(body, context, options)
      return { ...checked, errors: errorsInForm(body, checked.errors) }
    }) as never
  }, [schema, toWire])
  return useForm<Values, unknown, Wire>({
    defaultValues: { ...values, ...begun } as DefaultValues<Values>,
    resolver,
    shouldFocusError: false,
  })
}
