import { Undo2 } from 'lucide-react'
import { priceName } from '#features/customers/labels.ts'
import { formatMoney } from '#platform/kernel/money.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { Line, LineProblem } from '../order-form.ts'
import { lineFieldId } from '../focus.ts'
import { discountText } from './discount.ts'
import type { LineActions } from './line-actions.ts'
import type { Hint } from '../decision/use-order-preview.ts'

type PriceCellProps = {
  line: Line
  lineNumber: number
  hint: Hint | undefined
  problem: LineProblem | undefined
  /** Whether this user may enter a manual price. */
  mayPrice: boolean
  actions: LineActions
}

/**
 * The price of a line, editable for users who may enter manual prices: an amount, or a discount off
 * the standard price such as `10%`, which becomes the amount as it is typed.
 */
export function PriceCell({ line, lineNumber, hint, problem, mayPrice, actions }: PriceCellProps) {
  if (!mayPrice || !line.sku) return hint ? formatMoney(hint.unitPrice) : null
  const { key } = line
  const error = problem?.price
  const errorId = `${lineFieldId(key, 'price')}-error`
  return (
    <>
      <input
        id={lineFieldId(key, 'price')}
        aria-label={`Price, line ${lineNumber}`}
        aria-describedby={error && errorId}
        aria-invalid={error ? true : undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder={hint && formatMoney(hint.listedPrice)}
        title="An amount such as 8.50, or a discount off the standard price such as 10%"
        value={line.price}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => actions.typePrice(key, target.value, hint?.standardPrice)}
        onBlur={() => actions.settlePrice(key, hint?.standardPrice)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          actions.confirmPrice(key, hint?.standardPrice)
        }}
        className="control numbers text-right"
      />
      {error && (
        <p id={errorId} className="text-table mt-1 text-left text-danger">
          {error}
        </p>
      )}
    </>
  )
}

/** The source of a line's price; a manual price can be reset. */
export function SourceCell({ line, lineNumber, hint, actions }: Omit<PriceCellProps, 'mayPrice'>) {
  if (line.price.trim() === '') return hint?.priceSource && priceName(hint.priceSource)
  return (
    <span className="order-manual">
      Manual
      <IconButton
        icon={Undo2}
        iconSize={14}
        label={`Reset to list price, line ${lineNumber}`}
        onClick={() => actions.resetPrice(line.key)}
      />
    </span>
  )
}

/** How much the price of a line is below the standard price. On a phone it has no heading. */
export function DiscountCell({ hint }: Pick<PriceCellProps, 'hint'>) {
  const text = hint ? discountText(hint.standardPrice, hint.unitPrice) : ''
  const isBelow = text !== '' && !text.includes('−')
  return (
    <span role="gridcell" data-cell="discount" className="numbers text-right text-muted">
      {text}
      {isBelow && <span className="sm:hidden"> off</span>}
    </span>
  )
}
