import { flushSync } from 'react-dom'
import { typeCode } from '#platform/ui/scan/type-code.ts'
import { lineFieldId } from '../focus.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { emptyLine, withItem } from './lines.ts'

/**
 * Types a code that the camera read into the first empty line, as a hand scanner does: a SKU that
 * has a line already gets another unit. Adds a line if there is no empty one.
 */
export function typeScannedCode(store: OrderFormStore, code: string): void {
  if (!emptyLine(store.read().orderForm)) flushSync(() => store.edit(withItem))
  const line = emptyLine(store.read().orderForm)
  const field = line && document.getElementById(lineFieldId(line.key, 'sku'))
  if (field instanceof HTMLInputElement) void typeCode(field, code)
}
