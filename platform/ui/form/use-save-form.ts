import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { newIdempotencyKey } from '#platform/web/api-hooks.ts'
import { ApiError, isKeyOfOther } from '#platform/web/api-client.ts'
import type { Side } from './EditConflict.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import type { FormParts } from './form-context.ts'
import { type BothChanged, isObject, isSame, mergeOf } from './merge-edits.ts'
import { inForm } from './line-index-map.ts'

type AfterSave = 'close' | 'another'

/** The fields that both users changed, and the choices so far. */
type ConflictChoices = { rows: readonly BothChanged[]; chosen: Readonly<Record<string, Side>> }

type SavingProps<Values extends FieldValues, Wire extends FieldValues> = Pick<
  FormDialogProps<Values, Wire>,
  'values' | 'again' | 'version' | 'reread' | 'onSave' | 'onClose'
> & { form: UseFormReturn<Values, unknown, Wire>; awaited: FormParts['awaited'] }

/** Saves a form once per submit, and returns what to show after an error. */
export function useSaveForm<Values extends FieldValues, Wire extends FieldValues>(
  props: SavingProps<Values, Wire>,
) {
  const { form, awaited, onSave, onClose } = props
  const [isSaving, setIsSaving] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<ApiError>()
  const conflictMerge = useConflictMerge(props)
  const key = useRef<string>(undefined)
  const inFlight = useRef(false)

  async function save(body: Wire, then: AfterSave) {
    // Ignores a second press before the screen updates.
    if (inFlight.current) return
    inFlight.current = true
    setIsSaving(true)
    setFailure(undefined)
    try {
      key.current ??= newIdempotencyKey()
      await onSave(body, { idempotencyKey: key.current, ifMatch: conflictMerge.version() })
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
    if (isKeyOfOther(known)) key.current = undefined
    if (known.status === 412) {
      // Another user saved first: the retry on the newer version is a new request.
      key.current = undefined
      if (await conflictMerge.meet(known)) return
    }
    for (const field of known.fields) {
      form.setError(inForm(body, field.path) as Path<Values>, { message: field.message })
    }
    setFailure(known)
    setAttempts((count) => count + 1)
  }

  const submit = (then: AfterSave) => {
    const refuse = () => setAttempts((count) => count + 1)
    setFailure(undefined)
    if (conflictMerge.isOpen()) return
    const send = form.handleSubmit((body) => save(body, then), refuse)
    void (awaited.size > 0 ? waitForLookups(awaited, setIsSaving).then(() => send()) : send())
  }
  return { isSaving, attempts, failure, submit, conflict: conflictMerge.conflict }
}

/** The `reread` function of a form: reads the record again and returns its form values. */
export function rereadBy<Read extends { version: number }, Values>(
  again: () => Promise<Read>,
  valuesOf: (read: Read) => Values,
) {
  return async () => {
    const fresh = await again()
    return { values: valuesOf(fresh), version: fresh.version }
  }
}

/** Resolves an edit conflict: merges the changes, and returns the fields that both changed. */
function useConflictMerge<Values extends FieldValues, Wire extends FieldValues>(
  props: SavingProps<Values, Wire>,
) {
  const { form, reread } = props
  const client = useQueryClient()
  const [base, setBase] = useState({ values: props.values, version: props.version })
  const [theirs, setTheirs] = useState<Values>()
  const [conflicts, setConflicts] = useState<ConflictChoices>()
  const [submitCount, setSubmitCount] = useState(0)
  const resolveConflict = async (refusal: ApiError) => {
    const fresh = await reread?.().catch(() => undefined)
    if (!fresh) {
      // A form that shows no record data retries on the current version, after everything is
      // reread.
      const currentVersion = reread ? undefined : versionIn(refusal)
      if (currentVersion !== undefined)
        setBase(({ values }) => ({ values, version: currentVersion }))
      void client.invalidateQueries()
      return false
    }
    const mine = form.getValues()
    const { merged, both } = mergeOf({ before: base.values, mine, theirs: fresh.values })
    form.reset(fresh.values as never)
    form.reset(merged as never, { keepDefaultValues: true })
    setBase(fresh)
    setTheirs(fresh.values)
    setConflicts({ rows: both, chosen: {} })
    setSubmitCount((count) => count + 1)
    return true
  }
  const choose = (name: string, side: Side) => {
    const path = name as Path<Values>
    // My value is the current field value, unless theirs replaced it.
    const stored =
      conflicts?.chosen[name] === 'theirs' ? ownValueOf(conflicts, name) : form.getValues(path)
    const value = side === 'mine' ? stored : theirs?.[name]
    form.setValue(path, value as never, { shouldDirty: true })
    const rowOf = (row: BothChanged) => (row.name === name ? { ...row, mine: stored } : row)
    setConflicts(
      (now) => now && { rows: now.rows.map(rowOf), chosen: { ...now.chosen, [name]: side } },
    )
  }
  /**
   * The version to send. A form without reread uses the newer of the shown and the conflicting one.
   */
  const version = () => {
    const isPlain = !reread && isSame(props.values, base.values)
    const { version: displayedVersion } = props
    if (!isPlain || displayedVersion === undefined) return base.version
    return Math.max(displayedVersion, base.version ?? displayedVersion)
  }
  /** True if a choice is still missing; then moves the focus to the conflict. */
  const isOpen = () => {
    const hasUnresolvedConflict =
      conflicts?.rows.some(({ name }) => !conflicts.chosen[name]) ?? false
    if (hasUnresolvedConflict) setSubmitCount((count) => count + 1)
    return hasUnresolvedConflict
  }
  return {
    meet: resolveConflict,
    version,
    isOpen,
    conflict: conflicts && { ...conflicts, submitCount, onChoose: choose },
  }
}

/** Waits for pending lookups, if a user typed a code and submitted at once. */
async function waitForLookups(awaited: FormParts['awaited'], setIsBusy: (isBusy: boolean) => void) {
  setIsBusy(true)
  while (awaited.size > 0) await Promise.all(awaited)
  // The browser says nothing about numbers in disabled inputs, so they are enabled first.
  flushSync(() => setIsBusy(false))
}

/** The current version of the record, from the extras of the 412 response. */
function versionIn({ extras }: ApiError): number | undefined {
  const { current } = extras
  const version = isObject(current) ? current['version'] : undefined
  return typeof version === 'number' ? version : undefined
}

function ownValueOf({ rows }: ConflictChoices, name: string): unknown {
  return rows.find((row) => row.name === name)?.mine
}

function firstField(values: object): string {
  return Object.keys(values)[0] ?? ''
}
