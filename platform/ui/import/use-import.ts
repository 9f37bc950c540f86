import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { newIdempotencyKey, refresh } from '#platform/web/api-hooks.ts'
import { type ApiError, type Request, send } from '#platform/web/api-client.ts'
import { notify } from '../notices/toast.ts'
import { offerUndo } from '../notices/undo.ts'
import {
  invalidRowIndexes,
  dayReadingOf,
  type Draft,
  fileToSend,
  numberReadingOf,
  saveMapping,
} from './import-draft.ts'
import { useDraft } from './use-import-draft.ts'
import { useUndoImport } from './use-undo-import.ts'
import type { ImportColumn, ImportOutcome } from '#platform/kernel/import.ts'

/** The kind of import and its endpoints. */
export type ImportOptions = {
  /** The plural in the UI: `Customers`. */
  nouns: string
  columns: readonly ImportColumn[]
  importing: Endpoint
  /** The endpoint that undoes an import, if there is one. */
  undoing?: Endpoint
  refreshes: readonly Endpoint[]
  /** Query parameters of every request, such as the customer of a price list. */
  fixed?: object
  /** A hint about further effects of updating existing records. */
  updating?: string
  /** The singular of created records, for an import that only creates and never updates. */
  makes?: string
  /** The message after an undo; default: the records are as before the import. */
  undone?: string
  /** The endpoint that lists recent imports of this kind, and its query. */
  recent?: { endpoint: Endpoint; query: object }
  /** The URL of a sample file. */
  sample: string
}

export type DuplicateMode = 'skip' | 'update'
export type Step = 'file' | 'columns' | 'rows' | 'done'

/**
 * The result of a dry run, with the draft and the mode it checked; after a change it is stale and a
 * new check is needed.
 */
type Checked = { outcome: ImportOutcome; draft: Draft; existing: DuplicateMode; key: string }

/** The state and actions of one import, from the file to its undo. */
export function useImport(options: ImportOptions) {
  const { columns, importing, makes, recent } = options
  const { path } = importing
  const [step, setStep] = useState<Step>('file')
  const [existing, setExisting] = useState<DuplicateMode>('skip')
  const [checked, setChecked] = useState<Checked>()
  const { draft, setDraft, problem, header, ...file } = useDraft({ columns, path })
  const calls = useCalls(options)
  const next = (found: Draft | undefined) => {
    calls.reset()
    setStep(found ? 'columns' : 'file')
  }
  const read = async (chosen: File | string) => next(await file.read(chosen))
  const chooseHeader = (row: number) => next(header.choose(row))
  const check = async (draftToSend: Draft, how: DuplicateMode = existing) => {
    saveMapping(draftToSend, path)
    const query = { ...queryOf(draftToSend, how), dryRun: 'true' }
    const outcome = await calls.run({ text: fileToSend(draftToSend), query })
    if (!outcome) return
    setChecked({ outcome, draft: draftToSend, existing: how, key: newIdempotencyKey() })
    setStep('rows')
  }
  const queryOf = (draftToSend: Draft, how: DuplicateMode) => ({
    ...(!makes && { existing: how }),
    ...factsOf(draftToSend, { columns, fileName: recent && file.fileName }),
  })
  const bad = checked ? invalidRowIndexes(checked.draft, checked.outcome.errors) : new Set<number>()
  /** Imports exactly what was checked. */
  const write = async () => {
    if (!checked) return
    // One check has one idempotency key, so a lost response cannot import twice.
    const { draft: draftToSend, key, existing: how, outcome: found } = checked
    const { seen } = found
    const outcome = await calls.run({
      text: fileToSend(draftToSend, bad),
      query: { ...queryOf(draftToSend, how), ...(seen !== undefined && { seen }) },
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
    choose: (how: DuplicateMode) => {
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
 * The query parameters besides the rows: the separator and date order of all rows, which a subset
 * may not determine, and the file name.
 */
function factsOf(draft: Draft, { columns, fileName }: Facts): object {
  const { decimal } = numberReadingOf(draft, columns)
  const { days } = dayReadingOf(draft, columns)
  const name = fileName && { fileName: fileName.slice(0, 255) }
  return { ...(decimal && { decimal }), ...(days && { days }), ...name }
}

type Call = { text: string; query: object; key?: string }

/** The requests of an import. Every import has the kernel's request and response types. */
function useCalls(options: ImportOptions) {
  const { nouns, importing, undoing, fixed, undone, makes, recent } = options
  const refreshes = [...options.refreshes, ...(recent ? [recent.endpoint] : [])]
  const client = useQueryClient()
  const { undo, undoneId } = useUndoImport({
    undoing,
    refreshes,
    undone: undone ?? `The changes to ${nouns} were undone`,
  })
  const sending = useMutation<ImportOutcome, ApiError, Call>({
    mutationFn: async ({ text, query, key }) => {
      const request: object = { body: text, query: { ...query, ...fixed }, idempotencyKey: key }
      return (await send(importing, request as Request<Endpoint>)) as unknown as ImportOutcome
    },
    onSuccess: (_, { key }) => (key ? refresh(client, refreshes) : undefined),
  })
  const notifyOfOutcome = ({ importId, created, updated, waiting = 0 }: ImportOutcome) => {
    const counts = [`${created.toLocaleString('en-US')} created`]
    if (!makes) counts.push(`${updated.toLocaleString('en-US')} updated`)
    if (waiting > 0) counts.push(`${waiting.toLocaleString('en-US')} awaiting approval`)
    const text = counts.join(', ')
    const undoAction = importId === null ? {} : { action: offerUndo(() => undo(importId)) }
    notify({ title: 'Success', text, ...undoAction })
  }
  return {
    run: (call: Call) => sending.mutateAsync(call).catch(() => undefined),
    error: sending.error,
    reset: sending.reset,
    isBusy: sending.isPending,
    // A check (dry run) has no key.
    isWriting: sending.isPending && sending.variables.key !== undefined,
    undo,
    undoneId,
    tell: notifyOfOutcome,
  }
}
