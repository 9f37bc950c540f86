import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportColumn, ImportOutcome } from '#platform/kernel/bulk.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { newIdempotencyKey, refresh } from '#platform/web/api.ts'
import { type ApiError, type Request, send } from '#platform/web/send.ts'
import { notify } from '../notices/toast.ts'
import { offerUndo } from '../notices/undo.ts'
import {
  badPlaces,
  dayReadingOf,
  type Draft,
  fileToSend,
  numberReadingOf,
  saveMapping,
} from './draft.ts'
import { useDraft } from './use-draft.ts'
import { useUndoImport } from './use-undo.ts'

/** What is imported, and by which calls. */
export type ImportOptions = {
  /** What staff call many of them: `Customers`. */
  nouns: string
  columns: readonly ImportColumn[]
  importing: Endpoint
  /** How an import is taken back, where it can be. */
  undoing?: Endpoint
  refreshes: readonly Endpoint[]
  /** What the call is always told beside the file, such as whose records it brings. */
  fixed?: object
  /** What else happens where records that are there are updated. */
  updating?: string
  /** What an import only makes, as one of them is called, where it leaves what is there alone. */
  makes?: string
  /** What an undo leaves; that they are as before, unless said. */
  undone?: string
  /** The call that lists the imports of this kind, and what it is asked. */
  recent?: { endpoint: Endpoint; query: object }
  /** A file to try: its address. */
  sample: string
}

export type Existing = 'skip' | 'update'
export type Step = 'file' | 'columns' | 'rows' | 'done'

/**
 * A check of the rows as they stood, and of what was to be done with records that are there; what
 * was changed since is checked again.
 */
type Checked = { outcome: ImportOutcome; draft: Draft; existing: Existing; key: string }

/** One import from the file to its undo: where it is, and what may be done now. */
export function useImport(options: ImportOptions) {
  const { columns, importing, makes, recent } = options
  const { path } = importing
  const [step, setStep] = useState<Step>('file')
  const [existing, setExisting] = useState<Existing>('skip')
  const [checked, setChecked] = useState<Checked>()
  const { draft, setDraft, problem, header, ...file } = useDraft({ columns, path })
  const calls = useCalls(options)
  const next = (found: Draft | undefined) => setStep(found ? 'columns' : 'file')
  const read = async (chosen: File | string) => next(await file.read(chosen))
  const chooseHeader = (row: number) => next(header.choose(row))
  const check = async (asked: Draft, how: Existing = existing) => {
    saveMapping(asked, path)
    const query = { ...queryOf(asked, how), dryRun: 'true' }
    const outcome = await calls.run({ text: fileToSend(asked), query })
    if (!outcome) return
    setChecked({ outcome, draft: asked, existing: how, key: newIdempotencyKey() })
    setStep('rows')
  }
  const queryOf = (asked: Draft, how: Existing) => ({
    ...(!makes && { existing: how }),
    ...factsOf(asked, { columns, fileName: recent && file.fileName }),
  })
  const bad = checked ? badPlaces(checked.draft, checked.outcome.errors) : new Set<number>()
  /** Writes what was checked, as it was checked. */
  const write = async () => {
    if (!checked) return
    // Of one check there is one import, however often its answer is lost.
    const { draft: asked, key, existing: how, outcome: found } = checked
    const { seen } = found
    const outcome = await calls.run({
      text: fileToSend(asked, bad),
      query: { ...queryOf(asked, how), ...(seen !== undefined && { seen }) },
      key,
    })
    if (!outcome) return
    setChecked({ ...checked, outcome })
    setStep('done')
    calls.tell(outcome)
  }
  return {
    step,
    setStep,
    draft,
    setDraft,
    existing,
    choose: (how: Existing) => {
      setExisting(how)
      if (draft) void check(draft, how)
    },
    checked,
    isChanged: checked?.draft !== draft || checked?.existing !== existing,
    bad,
    problem,
    header,
    chooseHeader,
    read,
    check,
    write,
    error: calls.error,
    isBusy: calls.isBusy,
    isWriting: calls.isWriting,
    undo: calls.undo,
    isUndone: calls.undoneId !== undefined && calls.undoneId === checked?.outcome.importId,
  }
}

export type Import = ReturnType<typeof useImport>

type Facts = Pick<ImportOptions, 'columns'> & { fileName: string | undefined }

/**
 * What goes beside the rows: how the numbers and days of all rows are read, as some of them might
 * not prove it, and what the file is called.
 */
function factsOf(draft: Draft, { columns, fileName }: Facts): object {
  const { decimal } = numberReadingOf(draft, columns)
  const { days } = dayReadingOf(draft, columns)
  const name = fileName && { fileName: fileName.slice(0, 255) }
  return { ...(decimal && { decimal }), ...(days && { days }), ...name }
}

type Call = { text: string; query: object; key?: string }

/** The calls of an import. Every import takes and answers the forms of the kernel. */
function useCalls(options: ImportOptions) {
  const { nouns, importing, undoing, fixed, undone, makes, recent } = options
  const refreshes = [...options.refreshes, ...(recent ? [recent.endpoint] : [])]
  const client = useQueryClient()
  const { undo, undoneId } = useUndoImport({
    undoing,
    refreshes,
    undone: undone ?? `${nouns} are as they were before the import`,
  })
  const sending = useMutation<ImportOutcome, ApiError, Call>({
    mutationFn: async ({ text, query, key }) => {
      const request: object = { body: text, query: { ...query, ...fixed }, idempotencyKey: key }
      return (await send(importing, request as Request<Endpoint>)) as unknown as ImportOutcome
    },
    onSuccess: (_, { key }) => (key ? refresh(client, refreshes) : undefined),
  })
  const tell = ({ importId, created, updated, waiting = 0 }: ImportOutcome) => {
    const counts = [`${created.toLocaleString('en-US')} created`]
    if (!makes) counts.push(`${updated.toLocaleString('en-US')} updated`)
    if (waiting > 0) counts.push(`${waiting.toLocaleString('en-US')} awaiting approval`)
    const text = counts.join(', ')
    const way = importId === null ? {} : { action: offerUndo(() => undo(importId)) }
    notify({ title: 'Success', text, ...way })
  }
  return {
    run: (call: Call) => sending.mutateAsync(call).catch(() => undefined),
    error: sending.error,
    isBusy: sending.isPending,
    // A check has no key.
    isWriting: sending.isPending && sending.variables.key !== undefined,
    undo,
    undoneId,
    tell,
  }
}
