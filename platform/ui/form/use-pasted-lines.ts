import type { ClipboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { newIdempotencyKey } from '#platform/web/api-hooks.ts'
import type { Choice } from '../fields/use-combobox-choices.ts'
import { singleMatch } from '../fields/use-combobox-choices.ts'
import { counted } from '../../kernel/plurals-and-capitals.ts'
import { notify } from '../notices/toast.ts'
import { offerUndo } from '../notices/undo.ts'
import { useFormParts } from './form-context.ts'
import {
  type PastedLine,
  parsePastedLines,
  withInsertedLines,
  withoutAddedLines,
} from './pasted-lines.ts'

/** The code of a pasted line, until its SKU is selected. */
export type PastedCode = {
  code: string
  /** The server has no SKU with this code. */
  isUnknown: boolean
}

/** A form line that can be pasted. */
type Line = {
  skuId: Choice | undefined
  pasted?: PastedCode | undefined
  /** The key of the lines that were pasted with it, for their Undo. */
  added?: string | undefined
}

type PastedLinesOptions<L extends Line> = {
  /** Replaces the list of lines, as in `useFieldArray`. */
  replace: (lines: L[]) => void
  search: (text: string, signal: AbortSignal) => Promise<NonNullable<L['skuId']>[]>
  /** Makes a line of pasted values; its SKU is looked up. */
  lineOf: (pasted: PastedLine) => L
  /** True if a line has no input yet; pasted lines replace it. */
  isEmpty: (line: L) => boolean
  /** Called after the SKU of a line was found. */
  onFound?: (index: number, sku: NonNullable<L['skuId']>) => void
  /** The message if the block has prices but the form has no price field. */
  withoutPrices?: string | undefined
}

/** The number of codes looked up concurrently. */
const atOnce = 4

/**
 * Turns a spreadsheet block pasted into a line of `items` into lines and looks up each code. An
 * unknown code and an invalid quantity or price remain in their fields as errors. Returns the paste
 * handler of a line by its index.
 */
export function usePastedLines<L extends Line>(options: PastedLinesOptions<L>) {
  const { getValues, setValue } = useFormContext()
  const { awaited, formId } = useFormParts()
  const { replace, search, lineOf, isEmpty, onFound, withoutPrices } = options
  const lines = () => getValues('items') as L[]

  const show = (found: ReadonlyMap<string, NonNullable<L['skuId']> | undefined>) => {
    for (const [index, { skuId, pasted }] of lines().entries()) {
      if (!pasted || skuId || !found.has(pasted.code)) continue
      const sku = found.get(pasted.code)
      const name = `items.${index}`
      if (!sku) {
        setValue(`${name}.pasted`, { ...pasted, isUnknown: true })
        continue
      }
      setValue(`${name}.pasted`, undefined)
      setValue(`${name}.skuId`, sku, { shouldDirty: true })
      onFound?.(index, sku)
    }
  }

  const findSkus = async (codes: readonly string[]) => {
    const { signal } = new AbortController()
    for (let from = 0; from < codes.length; from += atOnce) {
      const some = codes.slice(from, from + atOnce)
      const answers = await Promise.all(
        some.map(async (code) => {
          const choices = await search(code, signal)
          return [code, singleMatch(code, choices) as NonNullable<L['skuId']> | undefined] as const
        }),
      )
      show(new Map(answers))
    }
  }

  const insertLines = (index: number, pasted: readonly PastedLine[]) => {
    const added = newIdempotencyKey()
    const newLines = pasted.map((row) => ({
      ...lineOf(row),
      added,
      ...(row.code !== '' && { pasted: { code: row.code, isUnknown: false } }),
    }))
    const inserted = withInsertedLines<L>(structuredClone(lines()), index, { newLines, isEmpty })
    const { from, replaced } = inserted
    replace(inserted.lines)
    setTimeout(() => document.getElementById(`${formId}-items.${from}.quantity`)?.focus())
    const codes = [...new Set(pasted.map(({ code }) => code).filter((code) => code !== ''))]
    const end = findSkus(codes).catch(() =>
      notify({ title: 'Error', text: 'Some codes could not be looked up. Choose their SKUs' }),
    )
    awaited.add(end)
    void end.finally(() => awaited.delete(end))
    const isPriced = pasted.some(({ price }) => price !== '')
    const isOpen = () => document.getElementById(formId) !== null
    const undo = () => replace(withoutAddedLines(lines(), added, replaced))
    notify({
      title: 'Lines pasted',
      text: counted(pasted.length, 'line'),
      ...(isPriced && withoutPrices && { detail: withoutPrices }),
      action: offerUndo(undo, isOpen),
    })
  }

  return (index: number) => (event: ClipboardEvent) => {
    const pasted = parsePastedLines(event.clipboardData.getData('text/plain'))
    if (!pasted) return
    event.preventDefault()
    insertLines(index, pasted)
  }
}
