import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { readCsv } from '#platform/kernel/csv.ts'
import {
  type Draft,
  draftOf,
  fileToSend,
  keepMatches,
  missingOf,
  placeOf,
} from '#platform/ui/import/draft.ts'
import { textFrom } from '#platform/ui/import/use-import.ts'
import { refresh } from '#platform/web/api.ts'
import { type ApiError, send } from '#platform/web/send.ts'
import { type ImportedOrder, type ImportOrders, importOrders, orderColumns } from './contract.ts'

export type OrderImportStep = 'file' | 'columns' | 'orders' | 'done'

/** The orders as the rows stood when they were checked; what was mended since is checked again. */
type Checked = { orders: readonly ImportedOrder[]; draft: Draft }

/** Orders of a file: what would become of each, which of them are wanted, and what became of it. */
export function useOrderImport() {
  const [step, setStep] = useState<OrderImportStep>('file')
  const [draft, setDraft] = useState<Draft>()
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<ImportedOrder>>(new Set())
  const { run, error, isBusy } = useCalls()
  const check = async (asked: Draft) => {
    keepMatches(asked)
    const orders = await run(asked, { dryRun: 'true' })
    if (!orders) return
    setChecked({ orders, draft: asked })
    setChosen(new Set(orders.filter(({ fate }) => fate === 'create')))
    setStep('orders')
  }
  const read = async (file: File | string) => {
    try {
      const found = draftOf(readCsv(await textFrom(file)), orderColumns)
      setDraft(found)
      setProblem(undefined)
      if (missingOf(found, orderColumns).length > 0) setStep('columns')
      else await check(found)
    } catch (failure) {
      setProblem((failure as Error).message)
    }
  }
  const place = async () => {
    if (!checked) return
    const { draft: asked } = checked
    const some = (fate: ImportedOrder['fate']) => [...chosen].filter((one) => one.fate === fate)
    const created = await run(asked, { refused: 'skip' }, some('create'))
    const held = created && (await run(asked, { refused: 'hold' }, some('hold')))
    if (!held) return
    setChecked({ orders: [...created, ...held], draft: asked })
    setStep('done')
  }
  const choose = (orders: readonly ImportedOrder[], isWanted: boolean) => {
    const next = new Set(chosen)
    for (const order of orders) {
      if (isWanted) next.add(order)
      else next.delete(order)
    }
    setChosen(next)
  }
  const steps = { step, setStep, read, check, place, problem, error, isBusy }
  return { ...steps, draft, setDraft, checked, chosen, choose }
}

export type OrderImport = ReturnType<typeof useOrderImport>

function useCalls() {
  const client = useQueryClient()
  type Call = { text: string; query: ImportOrders }
  const sending = useMutation<{ orders: ImportedOrder[] }, ApiError, Call>({
    mutationFn: ({ text, query }) => send(importOrders, { body: text, query }),
  })
  /** Sends the rows of some orders, or all; undefined where it failed, which `error` tells. */
  const run = async (draft: Draft, query: ImportOrders, only?: readonly ImportedOrder[]) => {
    if (only?.length === 0) return []
    const text = fileToSend(draft, only && placesBeside(draft, only))
    const answer = await sending.mutateAsync({ text, query }).catch(() => undefined)
    if (!query.dryRun) await refresh(client, [listSalesOrders])
    return answer?.orders
  }
  return { run, error: sending.error, isBusy: sending.isPending }
}

/** The rows of a file that belong to none of some orders. */
function placesBeside({ file }: Draft, orders: readonly ImportedOrder[]): Set<number> {
  const kept = new Set(orders.flatMap(({ rows }) => rows.map((row) => placeOf({ row }))))
  return new Set(file.rows.map((_, place) => place).filter((place) => !kept.has(place)))
}
