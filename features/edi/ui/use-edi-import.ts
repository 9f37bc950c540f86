import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderChoice } from '#features/order-entry/imported-order-choice.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { refresh } from '#platform/web/api-hooks.ts'
import { type ApiError, send } from '#platform/web/api-client.ts'
import {
  type EdiImportResult,
  listEdiDocuments,
  listEdiInterchanges,
  importEdi,
} from '../contract.ts'

type Call = { text: string; query: { dryRun: 'true' | 'false'; hold?: string; leave?: string } }
/** The user's choices for new orders, by their places in the file; others are accepted. */
type Choices = ReadonlyMap<string, OrderChoice>
const readsAfterImport = [listSalesOrders, listEdiInterchanges, listEdiDocuments]
const maxBytes = 10 * 1024 * 1024

/** State of an X12 import: the preview by a dry run, then the result. */
export function useEdiImport() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [text, setText] = useState<string>()
  const [results, setResults] = useState<readonly EdiImportResult[]>()
  const [isDone, setIsDone] = useState(false)
  const [choices, setChoices] = useState<Choices>(new Map())
  const sending = useMutation<{ interchanges: EdiImportResult[] }, ApiError, Call>({
    mutationFn: ({ text: body, query }) => send(importEdi, { body, query }),
    // A failed import may still have stored some interchanges.
    onSettled: (_answer, _failure, { query }) =>
      query.dryRun === 'true' ? undefined : refresh(client, readsAfterImport),
  })
  const read = async (chosen: File | string) => {
    try {
      const content = typeof chosen === 'string' ? chosen : await textOf(chosen)
      const response = await sending.mutateAsync({ text: content, query: { dryRun: 'true' } })
      setText(content)
      setChoices(new Map())
      setResults(response.interchanges)
      setProblem(undefined)
    } catch (failure) {
      setProblem((failure as Error).message)
    }
  }
  const importFile = async () => {
    if (text === undefined) return
    const query = { dryRun: 'false', ...choiceParams(choices) } as const
    const response = await sending.mutateAsync({ text, query }).catch(() => undefined)
    if (!response) return
    setResults(response.interchanges)
    setIsDone(true)
  }
  const reset = () => {
    setResults(undefined)
    sending.reset()
  }
  const choose = (place: string, choice: OrderChoice) =>
    setChoices((before) => new Map(before).set(place, choice))
  const { error, isPending: isBusy } = sending
  return {
    read,
    problem,
    taken: results,
    take: importFile,
    back: reset,
    isDone,
    choices,
    choose,
    error,
    isBusy,
  }
}

/** The places of the orders to hold or leave out, as the API expects them. */
function choiceParams(choices: Choices): { hold?: string; leave?: string } {
  const placesFor = (target: OrderChoice) =>
    [...choices].flatMap(([place, choice]) => (choice === target ? [place] : [])).join(',')
  const [hold, leave] = [placesFor('hold'), placesFor('leave')]
  return { ...(hold && { hold }), ...(leave && { leave }) }
}

export type EdiImportState = ReturnType<typeof useEdiImport>

/** Decodes a file as UTF-8, or as Windows-1252 if it is not valid UTF-8. */
async function textOf(file: File): Promise<string> {
  if (file.size > maxBytes) throw new Error('A file can be at most 10 MiB')
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
