import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useRef } from 'react'
import { formatMoney } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Combobox } from '#platform/ui/fields/Combobox.tsx'
import { parsePastedLines } from '#platform/ui/form/pasted-lines.ts'
import { DiscountCell, PriceCell, SourceCell } from './PriceCell.tsx'
import { SkuOption } from './SkuOption.tsx'
import { type Line, type LineProblem, isItem } from '../order-form.ts'
import { findSkus } from '../find-customers-and-skus.ts'
import { focusPreviousField, focusLine, lineFieldId } from '../focus.ts'
import type { LineActions } from './line-actions.ts'
import type { LineColumn } from './lines.ts'
import type { Lookups } from '../pending-lookups.ts'
import { parseQuantity, quantityProblem } from './quantity.ts'
import { type Hint, totalOf } from '../decision/use-order-preview.ts'

type OrderLineProps = {
  line: Line
  /** Line number, from 1. */
  lineNumber: number
  hint: Hint | undefined
  problem: LineProblem | undefined
  /** Line number of an earlier line with the same SKU. */
  duplicateLineNumber: number | undefined
  /** The letters that digits alone may leave out, from the code of the line above. */
  series: string | undefined
  isRemovable: boolean
  customerId: number | undefined
  mayPrice: boolean
  actions: LineActions
  lookups: Lookups
}

/** One line: SKU, quantity and preview data. */
export const OrderLine = memo(OrderLineRow, isSameLine)

function OrderLineRow(props: OrderLineProps) {
  const { line, lineNumber, hint, problem, duplicateLineNumber, actions } = props
  const units = parseQuantity(line.quantity)
  const isShort = hint !== undefined && units !== undefined && hint.available < units
  const total = totalOf(line, hint)
  const skuError = problem?.sku
  const quantityError =
    problem?.quantity ?? (line.isQuantityInvalid ? quantityProblem(line.quantity) : undefined)
  return (
    <div
      role="row"
      aria-rowindex={lineNumber + 1}
      data-line={line.key}
      data-ghost={!isItem(line) || undefined}
      className="order-line"
      onKeyDown={(event) => moveFocus(event, props)}
      onPasteCapture={(event) => pasteCells(event, props)}
    >
      <span role="gridcell" data-cell="place" className="text-caption text-muted">
        {lineNumber}
      </span>
      <div role="gridcell" data-cell="sku" className="min-w-0">
        <SkuInput {...props} error={skuError} />
        {skuError && <LineError id={errorId(line, 'sku')} text={skuError} />}
        {duplicateLineNumber !== undefined && (
          <DuplicateNotice
            {...{ line, duplicateIndex: duplicateLineNumber, lineActions: actions }}
          />
        )}
      </div>
      <span role="gridcell" data-cell="available" className="numbers text-right">
        {hint && <Available count={hint.available} isShort={isShort} />}
      </span>
      <div role="gridcell" data-cell="quantity">
        <QuantityInput {...props} error={quantityError} />
        {quantityError && <LineError id={errorId(line, 'quantity')} text={quantityError} />}
      </div>
      <span
        role="gridcell"
        data-cell="unit"
        title={line.sku?.unitOfMeasure}
        className="text-caption text-muted"
      >
        {line.sku?.unitOfMeasure}
      </span>
      <span role="gridcell" data-cell="price" className="numbers text-right">
        <PriceCell {...props} />
      </span>
      <DiscountCell hint={hint} />
      <span role="gridcell" data-cell="source" className="text-caption text-muted">
        <SourceCell {...props} />
      </span>
      <span role="gridcell" data-cell="total" className="numbers text-right font-semibold">
        {total !== undefined && formatMoney(total)}
      </span>
      <span role="gridcell" data-cell="remove">
        {props.isRemovable && (
          <IconButton
            icon={X}
            isOnce
            label={`Remove line ${lineNumber}`}
            shortcut="lineRemove"
            onClick={() => actions.remove(line.key)}
          />
        )}
      </span>
    </div>
  )
}

function SkuInput(props: OrderLineProps & { error: string | undefined }) {
  const { line, lineNumber, actions, lookups, customerId, error, series } = props
  const { key } = line
  const times = useRef<number[]>([])
  return (
    <div onKeyDownCapture={(event) => recordKeyTime(times, event)} className="min-w-0">
      <Combobox
        id={lineFieldId(key, 'sku')}
        aria-label={`SKU, line ${lineNumber}`}
        aria-describedby={error && errorId(line, 'sku')}
        aria-invalid={error ? true : undefined}
        name={series ? `order-skus ${series}` : 'order-skus'}
        series={series}
        value={line.sku}
        typed={line.text}
        isUnknown={line.isUnknown}
        {...(line.isFailed && { onAgain: () => actions.lookUpAgain(key, line.text) })}
        onText={(text) => actions.typeSku(key, text)}
        onChange={(sku) => actions.chooseSku(key, sku)}
        search={(text, signal) => findSkus(text, signal, series)}
        onWait={lookups.wait}
        isCell
        onAccept={() => actions.confirmSku(key, times.current)}
        placeholder="Type code or name"
        render={(sku) => <SkuOption sku={sku} customerId={customerId} />}
      />
    </div>
  )
}

function QuantityInput(props: OrderLineProps & { error: string | undefined }) {
  const { line, lineNumber, actions, error } = props
  const { key } = line
  const times = useRef<number[]>([])
  const before = useRef(line.quantity)
  return (
    <input
      id={lineFieldId(key, 'quantity')}
      aria-label={`Quantity, line ${lineNumber}`}
      aria-describedby={error && errorId(line, 'quantity')}
      aria-invalid={error ? true : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={line.quantity}
      onFocus={({ target }) => {
        before.current = line.quantity
        times.current = []
        target.select()
      }}
      onChange={({ target }) => actions.typeQuantity(key, target.value)}
      onBlur={() => actions.settleQuantity(key)}
      onKeyDown={(event) => {
        recordKeyTime(times, event)
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        actions.leaveQuantity(key, times.current, before.current)
      }}
      className="control numbers text-right"
    />
  )
}

function Available({ count, isShort }: { count: number; isShort: boolean }) {
  return (
    <span className={isShort ? 'font-semibold text-warning' : ''}>
      {Math.max(0, count).toLocaleString('en-US')}
      <span className="sr-only sm:hidden"> available</span>
      {isShort && <span className="sr-only">, not enough</span>}
    </span>
  )
}

function LineError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="text-table mt-1 text-danger">
      {text}
    </p>
  )
}

function DuplicateNotice(props: { line: Line; duplicateIndex: number; lineActions: LineActions }) {
  const { line, duplicateIndex: duplicateLineNumber, lineActions: actions } = props
  return (
    <p role="status" className="text-table mt-1 flex flex-wrap items-center text-muted">
      <span className="mr-2">{`Also on line ${duplicateLineNumber}.`}</span>
      <Button size="small" kind="ghost" onClick={() => actions.merge(line.key)}>
        Merge
      </Button>
      <Button size="small" kind="ghost" onClick={() => actions.keepDuplicate(line.key)}>
        Keep both
      </Button>
    </p>
  )
}

/** Pasted spreadsheet cells become lines; other text is pasted into the field. */
function pasteCells(event: ClipboardEvent, { line, mayPrice, actions }: OrderLineProps): void {
  const pasted = parsePastedLines(event.clipboardData.getData('text/plain'))
  if (!pasted) return
  event.preventDefault()
  actions.paste(line.key, mayPrice, pasted)
}

/**
 * ↑ and ↓ move within the column if no list is open; Shift+Enter moves back along the Enter path.
 */
function moveFocus(event: KeyboardEvent, { line, lineNumber, actions }: OrderLineProps): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(event.target instanceof HTMLInputElement)) return
  const { id } = event.target
  const column = (['quantity', 'price'] as const).find((each) => id.endsWith(each)) ?? 'sku'
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (event.shiftKey) return
    event.preventDefault()
    actions.walk(line.key, event.key === 'ArrowDown' ? 1 : -1, column)
  } else if (event.key === 'Enter' && event.shiftKey) {
    event.preventDefault()
    if (column === 'price') focusLine(line.key, 'quantity')
    else if (column === 'quantity') focusLine(line.key, 'sku')
    else if (lineNumber > 1) actions.walk(line.key, -1, 'quantity')
    else focusPreviousField('items')
  }
}

function errorId(line: Line, column: LineColumn): string {
  return `${lineFieldId(line.key, column)}-error`
}

/** Records key timestamps, which distinguish a scanner from typing. */
function recordKeyTime(times: { current: number[] }, { key, timeStamp }: KeyboardEvent): void {
  if (key.length === 1) times.current = [...times.current.slice(-40), timeStamp]
  if (key === 'Backspace' || key === 'Delete') times.current = []
}

function isSameLine(before: OrderLineProps, after: OrderLineProps): boolean {
  return (
    before.line === after.line &&
    before.lineNumber === after.lineNumber &&
    before.duplicateLineNumber === after.duplicateLineNumber &&
    before.series === after.series &&
    before.isRemovable === after.isRemovable &&
    before.customerId === after.customerId &&
    before.problem?.sku === after.problem?.sku &&
    before.problem?.quantity === after.problem?.quantity &&
    before.problem?.price === after.problem?.price &&
    before.mayPrice === after.mayPrice &&
    before.hint?.listedPrice === after.hint?.listedPrice &&
    before.hint?.standardPrice === after.hint?.standardPrice &&
    before.hint?.available === after.hint?.available &&
    before.hint?.unitPrice === after.hint?.unitPrice &&
    before.hint?.priceSource === after.hint?.priceSource
  )
}
