import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listImports } from '#features/audit/imports-contract.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import {
  type Draft,
  fileToSend,
  saveMapping,
  numberReadingOf,
  whyNotReady,
} from '#platform/ui/import/import-draft.ts'
import { useDraft } from '#platform/ui/import/use-import-draft.ts'
import { useUndoImport } from '#platform/ui/import/use-undo-import.ts'
import { refresh } from '#platform/web/api-hooks.ts'
import { type ApiError, send } from '#platform/web/api-client.ts'
import {
  type ImportedOrder,
  type ImportOrders,
  importOrders,
  orderColumns,
  undoOrderImport,
} from '../../contract.ts'
import type { ImportChoice } from '../../csv-order-choices.ts'

export type OrderImportStep = 'file' | 'columns' | 'orders' | 'done'

/** The orders and rows at the time of the check; corrected rows are checked again. */
type CheckResult = { orders: readonly ImportedOrder[]; draft: Draft }

/** The choices by the first row of each order; orders without an entry are accepted. */
type Choices = ReadonlyMap<number, ImportChoice>

/** The first row of an order, its key from the check to the result. */
export const firstRowOf = ({ rows: [first = 0] }: ImportedOrder): number => first

/** Whether an order can be created, so that the user has a choice. */
export const canBeCreated = ({ fate, canRepeat }: ImportedOrder): boolean =>
  fate === 'create' || fate === 'hold' || canRepeat === true

const kind = { columns: orderColumns, path: importOrders.path }

/** The state of an order import: check result, choice and final result of each order. */
export function useOrderImport() {
  const [step, setStep] = useState<OrderImportStep>('file')
  const [checked, setChecked] = useState<CheckResult>()
  const { draft, setDraft, problem, header, ...file } = useDraft(kind)
  const [choices, setChoices] = useState<Choices>(new Map())
  const { run, reset, error, isBusy, isPlacing } = useCalls(file.fileName)
  const check = async (draftToSend: Draft) => {
    saveMapping(draftToSend, kind.path)
    const orders = await run(draftToSend, { dryRun: 'true' })
    // The columns show why the server refused the file.
    if (!orders) return setStep((current) => (current === 'file' ? 'columns' : current))
    setChecked({ orders, draft: draftToSend })
    setChoices((before) => retainOpenChoices(before, orders))
    setStep('orders')
  }
  const next = async (found: Draft | undefined) => {
    setChoices(new Map())
    reset()
    if (!found) setStep('file')
    else if (whyNotReady(found, orderColumns)) setStep('columns')
    else await check(found)
  }
  const read = async (chosen: File | string) => next(await file.read(chosen))
  const chooseHeader = (row: number) => {
    reset()
    setStep(header.choose(row) ? 'columns' : 'file')
  }
  const createOrders = async () => {
    if (!checked) return
    const { draft: draftToSend, orders } = checked
    const results = await run(draftToSend, { refused: 'hold', ...rowsOf(orders, choices) })
    if (!results) return
    const resultByRow = new Map(results.map((order) => [firstRowOf(order), order]))
    const finalOrders = orders.map(
      (order) => (canBeCreated(order) && resultByRow.get(firstRowOf(order))) || order,
    )
    setChecked({ orders: finalOrders, draft: draftToSend })
    setStep('done')
  }
  const choiceOf = (order: ImportedOrder) => choiceFor(choices, order)
  const choose = (orders: readonly ImportedOrder[], choice: ImportChoice) =>
    setChoices(
      new Map([...choices, ...orders.map((order) => [firstRowOf(order), choice] as const)]),
    )
  const steps = {
    step,
    setStep,
    read,
    check,
    place: createOrders,
    problem,
    error,
    isBusy,
    isPlacing,
  }
  return { ...steps, header, chooseHeader, draft, setDraft, checked, choiceOf, choose }
}

export type OrderImport = ReturnType<typeof useOrderImport>

const changed = [listSalesOrders, listImports]

/** The list of previous imports, and their undo. */
export const recentOrders = { endpoint: listImports, query: { table: 'sales_orders' } }
export function useUndoOrders() {
  return useUndoImport({
    undoing: undoOrderImport,
    refreshes: changed,
    undone: 'The orders imported from the file are cancelled',
  })
}

function useCalls(fileName: string | undefined) {
  const client = useQueryClient()
  type Call = { text: string; query: ImportOrders }
  const sending = useMutation<{ orders: ImportedOrder[] }, ApiError, Call>({
    mutationFn: ({ text, query }) => send(importOrders, { body: text, query }),
    // A failed import may have placed some orders.
    onSettled: (_answer, _failure, { query }) =>
      query.dryRun ? undefined : refresh(client, changed),
  })
  /** Sends the rows; undefined if it failed, with the reason in `error`. */
  const run = async (draft: Draft, query: ImportOrders) => {
    const response = await sending
      .mutateAsync({ text: fileToSend(draft), query: { ...query, ...factsOf(draft, fileName) } })
      .catch(() => undefined)
    return response?.orders
  }
  const { error, reset, isPending: isBusy } = sending
  return { run, reset, error, isBusy, isPlacing: isBusy && !sending.variables.query.dryRun }
}

function factsOf(draft: Draft, fileName: string | undefined) {
  const { decimal } = numberReadingOf(draft, orderColumns)
  return { ...(decimal && { decimal }), ...(fileName && { fileName: fileName.slice(0, 255) }) }
}

/** The choice for an order; an order that equals an earlier one is skipped by default. */
function choiceFor(choices: Choices, order: ImportedOrder): ImportChoice {
  return choices.get(firstRowOf(order)) ?? (order.canRepeat ? 'leave' : 'accept')
}

/** Drops choices of orders that can no longer be created after another check. */
function retainOpenChoices(choices: Choices, orders: readonly ImportedOrder[]): Choices {
  const open = new Set(orders.filter(canBeCreated).map(firstRowOf))
  return new Map([...choices].filter(([firstRow]) => open.has(firstRow)))
}

/**
 * The orders that are not simply accepted, as request parameters; orders that cannot be created are
 * skipped.
 */
function rowsOf(orders: readonly ImportedOrder[], choices: Choices) {
  const rowsWith = (target: ImportChoice) =>
    orders
      .filter((order) => (canBeCreated(order) ? choiceFor(choices, order) : 'leave') === target)
      .map(firstRowOf)
      .join(',')
  const [hold, leave, again] = [rowsWith('hold'), rowsWith('leave'), rowsWith('again')]
  return { ...(hold && { hold }), ...(leave && { leave }), ...(again && { again }) }
}
