import { type ClipboardEvent, type ComponentProps, type Ref, useCallback } from 'react'
import { pastedNumber } from './pasted-number.ts'

type NumberInputProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  ref?: Ref<HTMLInputElement>
}

/**
 * A number input that ignores the mouse wheel and accepts pasted formatted amounts: `$1,234.50`
 * becomes `1234.50`.
 */
export function NumberInput({ ref, className = '', ...props }: NumberInputProps) {
  const guarded = useCallback(
    (input: HTMLInputElement | null) => {
      input?.addEventListener('wheel', stopWheel, { passive: false })
      if (typeof ref === 'function') ref(input)
      else if (ref) ref.current = input
    },
    [ref],
  )
  return (
    <input
      {...props}
      ref={guarded}
      type="number"
      inputMode="decimal"
      onPaste={pasteTolerantly}
      className={`control numbers text-right ${className}`}
    />
  )
}

function stopWheel(event: WheelEvent): void {
  if (document.activeElement === event.currentTarget) event.preventDefault()
}

function pasteTolerantly(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text')
  const number = pastedNumber(pasted)
  if (number === undefined || number === pasted) return
  event.preventDefault()
  typeInto(event.currentTarget, number)
}

/** Sets an input's value as if it was typed, so that React and the form receive the event. */
export function typeInto(input: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
