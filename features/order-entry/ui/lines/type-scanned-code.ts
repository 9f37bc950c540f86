import { flushSync } from 'react-dom'
import { typeCode } from '#platform/ui/scan/type-code.ts'
import { lineFieldId } from '../focus.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { emptyLine, withItem, withLine } from './lines.ts'

/**
 * Types a code that the camera read into the first empty line, as a hand scanner does: a SKU that
 * has a line already gets another unit. Adds a line if there is no empty one. The line is marked as
 * scanned, because a code of three characters has too few keys to measure their speed.
 */
export function typeScannedCode(store: OrderFormStore, code: string): void {
  if (!emptyLine(store.read().orderForm)) flushSync(() => store.edit(withItem))
  const line = emptyLine(store.read().orderForm)
  if (!line) return
  const field = document.getElementById(lineFieldId(line.key, 'sku'))
  const mark = () => store.edit((orderForm) => withLine(orderForm, line.key, { isScanned: true }))
  if (field instanceof HTMLInputElement) void typeCode(field, code, mark)
}
