import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderChoice } from '#features/order-entry/choices.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { refresh } from '#platform/web/api.ts'
import { type ApiError, send } from '#platform/web/send.ts'
import {
  type EdiImportResult,
  listEdiDocuments,
  listEdiInterchanges,
  importEdi,
} from '../contract.ts'

type Call = { text: string; query: { dryRun: 'true' | 'false'; hold?: string; leave?: string } }
/** What is wanted of new orders, by their places in the file; any other is accepted. */
type Choices = ReadonlyMap<string, OrderChoice>
const readsAfterImport = [listSalesOrders, listEdiInterchanges, listEdiDocuments]
const maxBytes = 10 * 1024 * 1024

/** A file of X12: what would become of it, and then what became of it. */
export function useEdiImport() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [text, setText] = useState<string>()
  const [taken, setTaken] = useState<readonly EdiImportResult[]>()
  const [isDone, setIsDone] = useState(false)
  const [choices, setChoices] = useState<Choices>(new Map())
  const sending = useMutation<{ interchanges: EdiImportResult[] }, ApiError, Call>({
    mutationFn: ({ text: body, query }) => send(importEdi, { body, query }),
    // What failed may have brought some of it in.
    onSettled: (_answer, _failure, { query }) =>
      query.dryRun === 'true' ? undefined : refresh(client, readsAfterImport),
  })
  const read = async (chosen: File | string) => {
    try {
      const given = typeof chosen === 'string' ? chosen : await textOf(chosen)
      const answer = await sending.mutateAsync({ text: given, query: { dryRun: 'true' } })
      setText(given)
      setChoices(new Map())
      setTaken(answer.interchanges)
      setProblem(undefined)
    } catch (failure) {
      setProblem((failure as Error).message)
    }
  }
  const take = async () => {
    if (text === undefined) return
    const query = { dryRun: 'false', ...placesOf(choices) } as const
    const answer = await sending.mutateAsync({ text, query }).catch(() => undefined)
    if (!answer) return
    setTaken(answer.interchanges)
    setIsDone(true)
  }
  const back = () => {
    setTaken(undefined)
    sending.reset()
  }
  const choose = (place: string, choice: OrderChoice) =>
    setChoices((before) => new Map(before).set(place, choice))
  const { error, isPending: isBusy } = sending
  return { read, problem, taken, take, back, isDone, choices, choose, error, isBusy }
}

/** The places of the orders that are not simply accepted, as the call takes them. */
function placesOf(choices: Choices): { hold?: string; leave?: string } {
  const at = (wanted: OrderChoice) =>
    [...choices].flatMap(([place, choice]) => (choice === wanted ? [place] : [])).join(',')
  const [hold, leave] = [at('hold'), at('leave')]
  return { ...(hold && { hold }), ...(leave && { leave }) }
}

export type EdiImportState = ReturnType<typeof useEdiImport>

/** Partners write in Latin letters of one byte as well: what is no UTF-8 is read as those. */
async function textOf(file: File): Promise<string> {
  if (file.size > maxBytes) throw new Error('A file has at most 10 MiB')
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
