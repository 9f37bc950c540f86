import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkOutcome, ImportColumn, ImportOutcome } from '#platform/kernel/bulk.ts'
import { readCsv, textOfFile } from '#platform/kernel/csv.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { newIdempotencyKey, refresh } from '#platform/web/api.ts'
import { type ApiError, type Request, send } from '#platform/web/send.ts'
import { notify } from '../toast.ts'
import { offerUndo } from '../undo.ts'
import { badPlaces, type Draft, draftOf, fileToSend, keepMatches } from './draft.ts'

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
  const { columns, importing, makes } = options
  const { path } = importing
  const [step, setStep] = useState<Step>('file')
  const [draft, setDraft] = useState<Draft>()
  const [existing, setExisting] = useState<Existing>('skip')
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<string>()
  const calls = useCalls(options)
  const read = (file: File | string) =>
    textFrom(file).then(
      (text) => {
        setDraft(draftOf(readCsv(text), { columns, path }))
        setProblem(undefined)
        setStep('columns')
      },
      (failure: Error) => setProblem(failure.message),
    )
  const check = async (asked: Draft, how: Existing = existing) => {
    keepMatches(asked, path)
    const query = { ...(!makes && { existing: how }), dryRun: 'true' }
    const outcome = await calls.run({ text: fileToSend(asked), query })
    if (!outcome) return
    setChecked({ outcome, draft: asked, existing: how, key: newIdempotencyKey() })
    setStep('rows')
  }
  const bad = checked ? badPlaces(checked.draft, checked.outcome.errors) : new Set<number>()
  /** Writes what was checked, as it was checked. */
  const write = async () => {
    if (!checked) return
    // Of one check there is one import, however often its answer is lost.
    const { draft: asked, key, existing: how, outcome: found } = checked
    const { seen } = found
    const outcome = await calls.run({
      text: fileToSend(asked, bad),
      query: { ...(!makes && { existing: how }), ...(seen !== undefined && { seen }) },
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
    read,
    check,
    write,
    error: calls.error,
    isBusy: calls.isBusy,
    isWriting: calls.isWriting,
    undo: calls.undo,
    isUndone: calls.isUndone,
  }
}

export type Import = ReturnType<typeof useImport>

type Call = { text: string; query: object; key?: string }

/** The calls of an import. Every import takes and answers the forms of the kernel. */
function useCalls(options: ImportOptions) {
  const { nouns, importing, undoing, refreshes, fixed, undone, makes } = options
  const client = useQueryClient()
  const [isUndone, setIsUndone] = useState(false)
  const sending = useMutation<ImportOutcome, ApiError, Call>({
    mutationFn: async ({ text, query, key }) => {
      const request: object = { body: text, query: { ...query, ...fixed }, idempotencyKey: key }
      return (await send(importing, request as Request<Endpoint>)) as unknown as ImportOutcome
    },
    onSuccess: (_, { key }) => (key ? refresh(client, refreshes) : undefined),
  })
  const undo = async (id: number) => {
    if (!undoing) return
    try {
      const request = { params: { id }, idempotencyKey: newIdempotencyKey() }
      const answer = (await send(undoing, request)) as unknown as BulkOutcome
      await refresh(client, refreshes)
      setIsUndone(true)
      const kept = answer.kept.slice(0, 3).map(({ reason }) => reason)
      const text = undone ?? `${nouns} are as they were before the import`
      const some = `${answer.kept.length.toLocaleString('en-US')} were kept`
      notify({
        title: 'Import undone',
        text: kept.length === 0 ? text : some,
        ...(kept.length > 0 && { detail: kept.join(' · ') }),
      })
    } catch (failure) {
      const detail = (failure as ApiError).sentence
      notify({ title: 'Error', text: 'Failed to undo the import', tone: 'danger', detail })
    }
  }
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
    isUndone,
    tell,
  }
}

/** The text of a chosen or pasted file; rejects what is no CSV, in words. */
export async function textFrom(file: File | string): Promise<string> {
  if (typeof file === 'string') return file
  return textOfFile(new Uint8Array(await file.arrayBuffer()))
}
