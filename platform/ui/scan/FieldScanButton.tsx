import type { RefObject } from 'react'
import { ScanButton } from './ScanButton.tsx'
import { typeCode } from './type-code.ts'
import { useCanScan } from './use-can-scan.ts'

type FieldScanButtonProps = {
  /** The field that gets the code; the closest positioned element around it also has the button. */
  field: RefObject<HTMLInputElement | null>
  onOpen?: () => void
  onClose?: () => void
}

/** At the end of a field: scans a barcode into it, if the device may have a camera. */
export function FieldScanButton({ field, ...rest }: FieldScanButtonProps) {
  if (!useCanScan()) return null
  return (
    <ScanButton
      onCode={(code) => field.current && void typeCode(field.current, code)}
      onPointerDown={(event) => {
        // A field that has the focus retains it: leaving it would close its list, or the search.
        if (document.activeElement === field.current) event.preventDefault()
      }}
      className="absolute inset-y-0 right-0 my-auto"
      {...rest}
    />
  )
}
