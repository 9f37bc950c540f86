import { useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { newIdempotencyKey } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/send.ts'
import type { ConflictProps } from './Conflict.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import type { FormParts } from './form-parts.ts'

type Then = 'close' | 'another'
type Theirs<Values> = { values: Values; version: number }

type SavingProps<Values extends FieldValues, Wire extends FieldValues> = Pick<
  FormDialogProps<Values, Wire>,
  'values' | 'again' | 'version' | 'reread' | 'onSave' | 'onClose'
> & { form: UseFormReturn<Values, unknown, Wire>; awaited: FormParts['awaited'] }

/** Saving a form once, and what to show where it was refused. */
export function useSaving<Values extends FieldValues, Wire extends FieldValues>(
  props: SavingProps<Values, Wire>,
) {
  const { form, awaited, onSave, onClose, reread } = props
  const [isSaving, setIsSaving] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<ApiError>()
  const [theirs, setTheirs] = useState<Theirs<Values>>()
  const [version, setVersion] = useState(props.version)
  const key = useRef<string>(undefined)
  const inFlight = useRef(false)

  async function save(body: Wire, then: Then) {
    // A second press before the screen has changed is the same press.
    if (inFlight.current) return
    inFlight.current = true
    setIsSaving(true)
    setFailure(undefined)
    try {
      key.current ??= newIdempotencyKey()
      await onSave(body, { idempotencyKey: key.current, ifMatch: version })
      key.current = undefined
      if (then === 'close') return onClose()
      form.reset((props.again?.() ?? props.values) as never)
      setTimeout(() => form.setFocus(firstField(props.values) as Path<Values>))
    } catch (error) {
      await explain(error)
    } finally {
      inFlight.current = false
      setIsSaving(false)
    }
  }

  async function explain(error: unknown) {
    const known = error instanceof ApiError ? error : new ApiError(0, String(error))
    if (known.code === 'idempotency-key-reused') key.current = undefined
    if (known.status === 412 && reread) {
      // Somebody saved first: a new attempt at the newer version is a new request.
      key.current = undefined
      const fresh = await reread().catch(() => undefined)
      if (fresh) return setTheirs(fresh)
    }
    for (const field of known.fields) {
      form.setError(field.path as Path<Values>, { message: field.message })
    }
    setFailure(known)
    setAttempts((count) => count + 1)
  }

  const submit = (then: Then) => {
    const refuse = () => setAttempts((count) => count + 1)
    setFailure(undefined)
    const send = form.handleSubmit((body) => save(body, then), refuse)
    void (awaited.size > 0 ? allHere(awaited, setIsSaving).then(() => send()) : send())
  }
  const settle = (merged: Values, from: Theirs<Values>) => {
    form.reset(from.values as never)
    form.reset(merged as never, { keepDefaultValues: true })
    setVersion(from.version)
    setTheirs(undefined)
  }
  return {
    isSaving,
    attempts,
    failure,
    submit,
    conflict: theirs && conflictOf({ before: props.values, form, theirs, settle }),
  }
}

/** Who types a code and sends at once means the record that is still being looked up. */
async function allHere(awaited: FormParts['awaited'], setIsBusy: (isBusy: boolean) => void) {
  setIsBusy(true)
  while (awaited.size > 0) await Promise.all(awaited)
  setIsBusy(false)
}

type Parts<Values extends FieldValues, Wire extends FieldValues> = {
  before: Values
  form: UseFormReturn<Values, unknown, Wire>
  theirs: Theirs<Values>
  settle: (merged: Values, from: Theirs<Values>) => void
}

/** The fields both changed, and the two ways out. Mine wins only where I changed something. */
function conflictOf<Values extends FieldValues, Wire extends FieldValues>(
  parts: Parts<Values, Wire>,
): Omit<ConflictProps, 'labels'> {
  const { before, form, theirs, settle } = parts
  const mine = form.getValues()
  const names = Object.keys(theirs.values)
  const isMine = (name: string) => String(mine[name]) !== String(before[name])
  const differs = (name: string) => String(mine[name]) !== String(theirs.values[name])
  const merged = { ...theirs.values } as Record<string, unknown>
  for (const name of names.filter(isMine)) merged[name] = mine[name]
  return {
    rows: names
      .filter((name) => differs(name) && String(before[name]) !== String(theirs.values[name]))
      .map((name) => ({
        name,
        theirs: String(theirs.values[name] ?? ''),
        mine: String((isMine(name) ? mine[name] : before[name]) ?? ''),
      })),
    onTakeTheirs: () => settle(theirs.values, theirs),
    onKeepMine: () => settle(merged as Values, theirs),
  }
}

function firstField(values: object): string {
  return Object.keys(values)[0] ?? ''
}
