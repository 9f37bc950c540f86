import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { newIdempotencyKey } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/send.ts'
import type { Side } from './Conflict.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import type { FormParts } from './form-parts.ts'
import { type BothChanged, isObject, isSame, mergeOf } from './merge.ts'
import { inForm } from './sent-lines.ts'

type Then = 'close' | 'another'

/** The fields both changed, and what was chosen of each so far. */
type ConflictChoices = { rows: readonly BothChanged[]; chosen: Readonly<Record<string, Side>> }

type SavingProps<Values extends FieldValues, Wire extends FieldValues> = Pick<
  FormDialogProps<Values, Wire>,
  'values' | 'again' | 'version' | 'reread' | 'onSave' | 'onClose'
> & { form: UseFormReturn<Values, unknown, Wire>; awaited: FormParts['awaited'] }

/** Saving a form once, and what to show where it was refused. */
export function useSaving<Values extends FieldValues, Wire extends FieldValues>(
  props: SavingProps<Values, Wire>,
) {
  const { form, awaited, onSave, onClose } = props
  const [isSaving, setIsSaving] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<ApiError>()
  const meeting = useMeeting(props)
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
      await onSave(body, { idempotencyKey: key.current, ifMatch: meeting.version() })
      key.current = undefined
      if (then === 'close') return onClose()
      form.reset((props.again?.() ?? props.values) as never)
      setTimeout(() => form.setFocus(firstField(props.values) as Path<Values>))
    } catch (error) {
      await explain(error, body)
    } finally {
      inFlight.current = false
      setIsSaving(false)
    }
  }

  async function explain(error: unknown, body: Wire) {
    const known = error instanceof ApiError ? error : new ApiError(0, String(error))
    if (known.code === 'idempotency-key-reused') key.current = undefined
    if (known.status === 412) {
      // Somebody saved first: a new attempt at the newer version is a new request.
      key.current = undefined
      if (await meeting.meet(known)) return
    }
    for (const field of known.fields) {
      form.setError(inForm(body, field.path) as Path<Values>, { message: field.message })
    }
    setFailure(known)
    setAttempts((count) => count + 1)
  }

  const submit = (then: Then) => {
    const refuse = () => setAttempts((count) => count + 1)
    setFailure(undefined)
    if (meeting.isOpen()) return
    const send = form.handleSubmit((body) => save(body, then), refuse)
    void (awaited.size > 0 ? allHere(awaited, setIsSaving).then(() => send()) : send())
  }
  return { isSaving, attempts, failure, submit, conflict: meeting.conflict }
}

/** How a form on a record that was read before it opened reads it again: as its values of it. */
export function rereadBy<Read extends { version: number }, Values>(
  again: () => Promise<Read>,
  valuesOf: (read: Read) => Values,
) {
  return async () => {
    const fresh = await again()
    return { values: valuesOf(fresh), version: fresh.version }
  }
}

/** Meeting somebody who changed the same record: what both did is merged, or asked about. */
function useMeeting<Values extends FieldValues, Wire extends FieldValues>(
  props: SavingProps<Values, Wire>,
) {
  const { form, reread } = props
  const client = useQueryClient()
  const [base, setBase] = useState({ values: props.values, version: props.version })
  const [theirs, setTheirs] = useState<Values>()
  const [told, setTold] = useState<ConflictChoices>()
  const [asked, setAsked] = useState(0)
  const meet = async (refusal: ApiError) => {
    const fresh = await reread?.().catch(() => undefined)
    if (!fresh) {
      // An act that shows nothing of the record goes on with it as all that is shown is read again.
      const met = reread ? undefined : versionIn(refusal)
      if (met !== undefined) setBase(({ values }) => ({ values, version: met }))
      void client.invalidateQueries()
      return false
    }
    const mine = form.getValues()
    const { merged, both } = mergeOf({ before: base.values, mine, theirs: fresh.values })
    form.reset(fresh.values as never)
    form.reset(merged as never, { keepDefaultValues: true })
    setBase(fresh)
    setTheirs(fresh.values)
    setTold({ rows: both, chosen: {} })
    setAsked((count) => count + 1)
    return true
  }
  const choose = (name: string, side: Side) => {
    const path = name as Path<Values>
    // What is mine is what stands in the field by now, unless theirs took its place.
    const kept = told?.chosen[name] === 'theirs' ? mineOf(told, name) : form.getValues(path)
    const value = side === 'mine' ? kept : theirs?.[name]
    form.setValue(path, value as never, { shouldDirty: true })
    const rowOf = (row: BothChanged) => (row.name === name ? { ...row, mine: kept } : row)
    setTold((now) => now && { rows: now.rows.map(rowOf), chosen: { ...now.chosen, [name]: side } })
  }
  /** The version that is sent: of an act on a record, as that is shown or was met by now. */
  const version = () => {
    const isPlain = !reread && isSame(props.values, base.values)
    const { version: shown } = props
    if (!isPlain || shown === undefined) return base.version
    return Math.max(shown, base.version ?? shown)
  }
  /** Whether something is still to be chosen; then the focus goes there. */
  const isOpen = () => {
    const isIt = told?.rows.some(({ name }) => !told.chosen[name]) ?? false
    if (isIt) setAsked((count) => count + 1)
    return isIt
  }
  return { meet, version, isOpen, conflict: told && { ...told, asked, onChoose: choose } }
}

/** Who types a code and sends at once means the record that is still being looked up. */
async function allHere(awaited: FormParts['awaited'], setIsBusy: (isBusy: boolean) => void) {
  setIsBusy(true)
  while (awaited.size > 0) await Promise.all(awaited)
  setIsBusy(false)
}

/** The version of the record as it is now, which the refusal of an older one carries. */
function versionIn({ extras }: ApiError): number | undefined {
  const { current } = extras
  const version = isObject(current) ? current['version'] : undefined
  return typeof version === 'number' ? version : undefined
}

function mineOf({ rows }: ConflictChoices, name: string): unknown {
  return rows.find((row) => row.name === name)?.mine
}

function firstField(values: object): string {
  return Object.keys(values)[0] ?? ''
}
