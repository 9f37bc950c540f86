import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { shortPayReasonNames } from '../../labels.ts'
import {
  allocate,
  type InvoiceMatch,
  isEmptyLine,
  type RemittanceLine,
  restText,
} from '../../remittance-rules.ts'
import type { RemittanceValues } from './remittance-values.ts'
import type { RowActions } from './use-remittance-rows.ts'

const reasons = Object.entries(shortPayReasonNames)

type RemittanceRowProps = {
  index: number
  line: RemittanceLine
  /** Undefined for an empty row, and until a customer is chosen. */
  match: InvoiceMatch | undefined
  mayWriteOff: boolean
  actions: RowActions
}

/** One invoice of a remittance. Enter moves from the number to the amount and to the next row. */
export function RemittanceRow(props: RemittanceRowProps) {
  const { index, line, match, mayWriteOff, actions } = props
  // Says what is wrong once the row was left; rows from a file are complete when they come.
  const [isLeft, setIsLeft] = useState(!isEmptyLine(line))
  const allocation = match && allocate(line, match)
  const isShort = allocation !== undefined && allocation.rest + allocation.writtenOff > 0
  const problem = useProblem(index, isLeft ? allocation?.problem : undefined)
  return (
    <div
      role="row"
      className="remittance-row"
      onKeyDown={(event) => moveFocus(event, props)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsLeft(true)
      }}
    >
      <Cell name="place">{index + 1}</Cell>
      <Cell name="number">
        <NumberInput {...props} isInvalid={problem !== undefined} />
        <Status {...{ index, match, problem }} />
      </Cell>
      <Cell name="open">{match?.invoice && formatDecimal(match.invoice.openAmount)}</Cell>
      <Cell name="amount">
        <AmountInput {...props} column="amount" label="Amount" />
      </Cell>
      <Cell name="discount">
        <AmountInput {...props} column="discount" label="Discount" />
      </Cell>
      <Cell name="reason">
        <ReasonSelect index={index} isShort={isShort} />
      </Cell>
      <Cell name="write-off">{mayWriteOff && <WriteOffBox index={index} isShort={isShort} />}</Cell>
      <Cell name="left">{allocation && restText(allocation)}</Cell>
      <Cell name="remove">
        <IconButton
          icon={X}
          isOnce
          label={`Remove row ${index + 1}`}
          onClick={() => actions.removeRow(index)}
        />
      </Cell>
    </div>
  )
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div role="cell" data-cell={name}>
      {children}
    </div>
  )
}

type Problem = string | undefined

/** The first of: what the server or the schema refuses in the row, and what the rules find. */
function useProblem(index: number, found: Problem): Problem {
  const { formState } = useFormContext<RemittanceValues>()
  const { labels } = useFormParts()
  useEffect(() => {
    labels.set(`applications.${index}.invoiceId`, `Invoice, row ${index + 1}`)
    labels.set(`applications.${index}.amount`, `Amount, row ${index + 1}`)
    labels.set(`applications.${index}.discount`, `Discount, row ${index + 1}`)
  }, [labels, index])
  const errors = get(formState.errors, `applications.${index}`) as
    | Record<string, { message?: string } | undefined>
    | undefined
  const [refused] = Object.values(errors ?? {}).flatMap((error) => error?.message ?? [])
  return found ?? refused
}

/** The problem of the row; else the invoice that its number stands for. */
function Status(props: Pick<RemittanceRowProps, 'index' | 'match'> & { problem: Problem }) {
  const { index, match, problem } = props
  const { formId } = useFormParts()
  const id = `${formId}-applications.${index}-status`
  if (problem) {
    return (
      <p id={id} role="status" className="text-caption text-danger">
        {problem}
      </p>
    )
  }
  const invoice = match?.invoice
  const text = invoice && `${invoice.invoiceNumber}, due ${formatDay(invoice.dueDate)}`
  return (
    <p id={id} className="text-caption text-muted">
      {text ?? (match?.lookUp && 'Looking up…')}
    </p>
  )
}

type InputProps = RemittanceRowProps & { isInvalid?: boolean }

function NumberInput({ index, actions, isInvalid = false }: InputProps) {
  const { register, clearErrors } = useFormContext<RemittanceValues>()
  const { formId } = useFormParts()
  const row = `applications.${index}` as const
  return (
    <input
      {...register(`${row}.number`, {
        onChange: () => clearErrors(row),
        onBlur: () => actions.settle(index),
      })}
      // The error summary links to the field of the body.
      id={`${formId}-${row}.invoiceId`}
      aria-label={`Invoice, row ${index + 1}`}
      placeholder="Invoice"
      aria-describedby={`${formId}-${row}-status`}
      aria-invalid={isInvalid || undefined}
      autoComplete="off"
      className="control remittance-input"
      onPaste={(event) => actions.paste(index, event)}
      onFocus={({ target }) => target.select()}
    />
  )
}

type AmountProps = RemittanceRowProps & { column: 'amount' | 'discount'; label: string }

function AmountInput({ index, actions, column, label }: AmountProps) {
  const { register, clearErrors } = useFormContext<RemittanceValues>()
  const { formId } = useFormParts()
  const row = `applications.${index}` as const
  return (
    <input
      {...register(`${row}.${column}`, {
        onChange: () => clearErrors(row),
        onBlur: () => column === 'amount' && actions.settle(index),
      })}
      id={`${formId}-${row}.${column}`}
      aria-label={`${label}, row ${index + 1}`}
      placeholder={label}
      inputMode="decimal"
      autoComplete="off"
      className="control remittance-input numbers text-right"
      onFocus={({ target }) => target.select()}
    />
  )
}

/** Why less was paid than is open; only for a row that leaves something. */
function ReasonSelect({ index, isShort }: { index: number; isShort: boolean }) {
  const { register } = useFormContext<RemittanceValues>()
  return (
    <select
      {...register(`applications.${index}.shortPayReason`)}
      aria-label={`Short-pay reason, row ${index + 1}`}
      className="control"
      hidden={!isShort}
    >
      <option value="">No reason</option>
      {reasons.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function WriteOffBox({ index, isShort }: { index: number; isShort: boolean }) {
  const { register } = useFormContext<RemittanceValues>()
  return (
    <label className="remittance-box" hidden={!isShort}>
      <input
        {...register(`applications.${index}.writesOff`)}
        type="checkbox"
        aria-label={`Write off the rest, row ${index + 1}`}
      />
      <span aria-hidden className="remittance-box-text">
        Write off
      </span>
    </label>
  )
}

/**
 * Enter moves along the path: number, amount, the reason if less than open is paid, next row. Shift
 * moves back; the arrow keys stay in the column.
 */
function moveFocus(event: KeyboardEvent, { index, line, actions }: RemittanceRowProps): void {
  const { key, target, ctrlKey, metaKey } = event
  if (event.defaultPrevented || event.altKey) return
  if (ctrlKey || metaKey) return changeRows(event, { index, actions })
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  const column = target.name.split('.').at(-1)
  const isText = target instanceof HTMLInputElement && target.type !== 'checkbox'
  const step = isText ? (steps[key] ?? 0) : 0
  if (step !== 0) {
    event.preventDefault()
    if (index + step >= actions.fields.length) return
    return actions.focusRow(index + step, column === 'number' ? 'number' : 'amount')
  }
  if (key !== 'Enter') return
  event.preventDefault()
  if (event.shiftKey && column === 'number') return actions.focusRow(index - 1, 'amount')
  if (event.shiftKey) return actions.focusRow(index, 'number')
  if (column === 'number' && line.number.trim() !== '') {
    actions.settle(index)
    return actions.focusRow(index, 'amount')
  }
  if (column === 'amount' && actions.lacksReason(index)) {
    return actions.focusRow(index, 'shortPayReason')
  }
  actions.focusRow(index + 1, 'number')
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Ctrl+Delete removes the row, Ctrl+Insert adds one at the end. */
function changeRows(
  event: KeyboardEvent,
  { index, actions }: Pick<RemittanceRowProps, 'index' | 'actions'>,
): void {
  if (event.key !== 'Delete' && event.key !== 'Insert') return
  event.preventDefault()
  if (event.key === 'Delete') actions.removeRow(index)
  else actions.focusRow(actions.fields.length, 'number')
}
