import type { ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { withInsertedLines, withoutAddedLines } from '#platform/ui/form/pasted-lines.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { newIdempotencyKey } from '#platform/web/api-hooks.ts'
import { allocate, isEmptyLine, matchLines, type RemittanceLine } from '../../remittance-rules.ts'
import { parseRemittance, type RemittanceText } from '../../parse-remittance.ts'
import { lineOf, type RemittanceValues } from './remittance-values.ts'
import type { InvoiceCache } from './use-invoice-cache.ts'
import { useRemittanceMatching } from './use-remittance-matching.ts'

/** What the rows can do. */
export type RowActions = ReturnType<typeof useRemittanceRows>

/** The rows of the form: adds, removes and pastes them, and moves the focus between them. */
export function useRemittanceRows(cache: InvoiceCache) {
  const { control, getValues, setValue, setFocus } = useFormContext<RemittanceValues>()
  const { fields, insert, remove, replace } = useFieldArray({ control, name: 'applications' })
  const { settle } = useRemittanceMatching(cache)
  const { formId } = useFormParts()

  /** Moves the focus to a column of a row, which is added if it is the next one. */
  const focusRow = (index: number, column: 'number' | 'amount' | 'shortPayReason') => {
    if (index < 0) return setFocus('reference')
    const isNext = index >= getValues('applications').length
    if (isNext) flushSync(() => insert(index, lineOf(), { shouldFocus: false }))
    setFocus(`applications.${index}.${column}`, { shouldSelect: column !== 'shortPayReason' })
  }

  const removeRow = (index: number) => {
    flushSync(() => (fields.length === 1 ? replace([lineOf()]) : remove(index)))
    settle()
    focusRow(Math.min(index, getValues('applications').length - 1), 'number')
  }

  /** Replaces an empty row by others, or inserts them below it. */
  const insertRows = (index: number, { rows, total }: RemittanceText) => {
    const before = structuredClone(getValues('applications'))
    const added = newIdempotencyKey()
    const newLines = rows.map((row) => ({ ...lineOf(row), added }))
    const insertion = { newLines, isEmpty: isEmptyLine }
    const { lines, from, replaced } = withInsertedLines<RemittanceLine>(before, index, insertion)
    flushSync(() => replace(lines))
    const fillsAmount = total !== '' && getValues('amount') === ''
    if (fillsAmount) setValue('amount', total, { shouldDirty: true })
    settle()
    focusRow(from, 'number')
    const undo = () => {
      replace(orEmptyRow(withoutAddedLines(getValues('applications'), added, replaced)))
      if (fillsAmount && getValues('amount') === total) setValue('amount', '')
    }
    notify({
      title: 'Rows added',
      text: counted(rows.length, 'row'),
      action: offerUndo(undo, () => document.getElementById(formId) !== null),
    })
  }

  /** Adds a row for each open invoice that has none. */
  const addOpen = () => {
    const lines = getValues('applications')
    const matched = matchLines(lines, cache.read()).map((match) => match?.invoice?.invoiceId)
    const missing = cache.read().open.filter(({ invoiceId }) => !matched.includes(invoiceId))
    if (missing.length === 0) return
    const rows = missing.map(({ invoiceNumber: number }) => ({ number, amount: '', discount: '' }))
    insertRows(lines.length - 1, { rows, total: '' })
  }

  const paste = (index: number, event: ClipboardEvent) => {
    const read = parseRemittance(event.clipboardData.getData('text/plain'))
    if (!read) return
    event.preventDefault()
    insertRows(index, read)
  }

  /** True if the row leaves a rest without a reason, after its discount was filled in. */
  const lacksReason = (index: number) => {
    settle(index)
    const lines = getValues('applications')
    const [line, match] = [lines[index], matchLines(lines, cache.read())[index]]
    return line?.shortPayReason === '' && match?.invoice && allocate(line, match).rest > 0
  }

  return { fields, focusRow, removeRow, insertRows, addOpen, paste, settle, lacksReason }
}

/** The table always has a row to type in. */
function orEmptyRow(rows: RemittanceLine[]): RemittanceLine[] {
  return rows.length > 0 ? rows : [lineOf()]
}
