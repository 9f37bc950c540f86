import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../dialogs/Dialog.tsx'
import { Alert } from '../notices/Alert.tsx'
import { useScanner } from './use-scanner.ts'

type ScanDialogProps = {
  /** Called with the first barcode; the parent closes the dialog. */
  onCode: (code: string) => void
  onClose: () => void
}

/** Reads a barcode in the picture of the camera, or says why there is none. */
export function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const [attempt, setAttempt] = useState(0)
  useCloseOnNavigation(onClose)
  return (
    <Dialog
      title="Scan barcode"
      description="Hold a barcode in front of the camera. Its code is entered as if you typed it."
      size="small"
      onClose={onClose}
    >
      <DialogBody>
        <CameraPicture key={attempt} onCode={onCode} onRetry={() => setAttempt(attempt + 1)} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
      </DialogFooter>
    </Dialog>
  )
}

/**
 * Closes the dialog when Back, Forward or a link opens another address, as the search is on every
 * page. A replaced address is the same screen, such as a list that filters.
 */
function useCloseOnNavigation(onClose: () => void): void {
  const { history } = useRouter()
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    return history.subscribe(({ action }) => {
      if (action.type !== 'REPLACE') latest.current()
    })
  }, [history])
}

type CameraPictureProps = { onCode: (code: string) => void; onRetry: () => void }

/** One attempt to read; another one mounts it again. */
function CameraPicture({ onCode, onRetry }: CameraPictureProps) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useScanner(video, onCode)
  if (state.kind === 'failed') {
    return <Alert actions={<Button onClick={onRetry}>Try again</Button>}>{state.sentence}</Alert>
  }
  return (
    <>
      <video
        ref={video}
        aria-label="Camera picture"
        muted
        playsInline
        className="aspect-4/3 w-full rounded-control bg-surface-2 object-cover"
      />
      <p role="status" className="mt-2 text-muted">
        {state.kind === 'starting' ? 'Starting the camera…' : 'Looking for a barcode…'}
      </p>
    </>
  )
}
