import type { RefObject } from 'react'
import { ScanButton } from './ScanButton.tsx'
import { typeCode } from './type-code.ts'
import { useCanScan } from './use-can-scan.ts'

type FieldScanButtonProps = {
  /** The field that gets the code; the closest positioned element around it also has the button. */
  field: RefObject<HTMLInputElement | null>
  /** What the code is for, such as `SKU, line 3`: part of the name of the button. */
  target: string
  /** Gets the code instead of the field. */
  onCode?: (code: string) => void
  onOpen?: () => void
  onClose?: () => void
  onFocus?: () => void
  onBlur?: () => void
}

/** At the end of a field: scans a barcode into it, if the device may have a camera. */
export function FieldScanButton({ field, onCode, ...rest }: FieldScanButtonProps) {
  if (!useCanScan()) return null
  const typeInField = (code: string) => field.current && void typeCode(field.current, code)
  return (
    <ScanButton
      onCode={onCode ?? typeInField}
      onPointerDown={(event) => {
        // A field that has the focus retains it: leaving it would close its list, or the search.
        if (document.activeElement === field.current) event.preventDefault()
      }}
      className="absolute inset-y-0 right-0 my-auto"
      {...rest}
    />
  )
}
