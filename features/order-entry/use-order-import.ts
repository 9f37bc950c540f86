import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { type CsvFile, csvLine, readCsv } from '#platform/kernel/csv.ts'
import { textFrom } from '#platform/ui/import/use-import.ts'
import { refresh } from '#platform/web/api.ts'
import { type ApiError, send } from '#platform/web/send.ts'
import { type ImportedOrder, type ImportOrders, importOrders } from './contract.ts'

type Call = { text: string; query: ImportOrders }

/** Orders of a file: what would become of each, which of them are wanted, and what became of it. */
export function useOrderImport() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [file, setFile] = useState<CsvFile>()
  const [orders, setOrders] = useState<readonly ImportedOrder[]>()
  const [left, setLeft] = useState<ReadonlySet<ImportedOrder>>(new Set())
  const [refused, setRefused] = useState<'skip' | 'hold'>('skip')
  const [isDone, setIsDone] = useState(false)
  const sending = useMutation<{ orders: ImportedOrder[] }, ApiError, Call>({
    mutationFn: ({ text, query }) => send(importOrders, { body: text, query }),
  })
  const read = async (chosen: File | string) => {
    try {
      const text = await textFrom(chosen)
      const parsed = readCsv(text)
      const answer = await sending.mutateAsync({ text, query: { dryRun: 'true' } })
      setFile(parsed)
      setOrders(answer.orders)
      setProblem(undefined)
    } catch (failure) {
      setProblem((failure as Error).message)
    }
  }
  const wanted = (orders ?? []).filter((order) => !left.has(order) && isPlaced(order, refused))
  const place = async () => {
    if (!file) return
    const rows = new Set(wanted.flatMap((order) => order.rows))
    const lines = file.rows.filter((_, index) => rows.has(file.numbers[index] ?? 0))
    const text = [file.header, ...lines].map((cells) => csvLine(cells)).join('')
    const answer = await sending.mutateAsync({ text, query: { refused } }).catch(() => undefined)
    await refresh(client, [listSalesOrders])
    if (!answer) return
    setOrders(answer.orders)
    setIsDone(true)
  }
  const choose = (order: ImportedOrder, isWanted: boolean) => {
    const next = new Set(left)
    if (isWanted) next.delete(order)
    else next.add(order)
    setLeft(next)
  }
  const { error, isPending: isBusy } = sending
  const choice = { left, choose, refused, setRefused, wanted }
  return { read, problem, orders, place, isDone, error, isBusy, ...choice }
}

export type OrderImport = ReturnType<typeof useOrderImport>

/** Whether an order can be placed: approved, or refused for credit where those are kept. */
export function isPlaced({ fate }: ImportedOrder, refused: 'skip' | 'hold'): boolean {
  return fate === 'create' || (fate === 'hold' && refused === 'hold')
}
