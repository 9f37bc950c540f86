import { ScanBarcode } from 'lucide-react'
import { type PointerEventHandler, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../buttons/IconButton.tsx'
import { usePressed } from '../page/LazyPart.tsx'

const loadDialog = async () => (await import('./ScanDialog.tsx')).ScanDialog

type ScanButtonProps = {
  /** What the code is for, which tells the buttons of a page apart. */
  target: string
  onCode: (code: string) => void
  onOpen?: () => void
  /** Called when the dialog closes, with a code or without. */
  onClose?: () => void
  onFocus?: () => void
  onBlur?: () => void
  onPointerDown?: PointerEventHandler
  className?: string
}

/** Opens a dialog that reads a barcode by camera. The first press loads the dialog. */
export function ScanButton(props: ScanButtonProps) {
  const { target, onCode, onOpen, onClose, ...rest } = props
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    onClose?.()
  }
  const { Part: Dialog, show } = usePressed(loadDialog, close)
  const open = () => {
    setIsOpen(true)
    onOpen?.()
    show()
  }
  const accept = (code: string) => {
    flushSync(close)
    // A closed dialog returns the focus in a timer of its own; the code moves it on after that.
    setTimeout(() => onCode(code))
  }
  return (
    <>
      <IconButton
        icon={ScanBarcode}
        label={`Scan barcode: ${target}`}
        isBusy={isOpen && !Dialog}
        onClick={open}
        {...rest}
      />
      {isOpen && Dialog && <Dialog onCode={accept} onClose={close} />}
    </>
  )
}
