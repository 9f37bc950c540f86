import { type RefObject, useEffect, useRef, useState } from 'react'
import { createBarcodeReader } from './barcode-reader.ts'
import { cameraProblem } from './camera-problem.ts'
import { watchPictures } from './new-picture.ts'
import { createAgreement } from './scanned-text.ts'

/** The pause between two pictures: shorter ones make a phone warm and find nothing sooner. */
const pauseMs = 80

type ScannerState = { kind: 'starting' | 'reading' } | { kind: 'failed'; sentence: string }

/**
 * Shows the picture of the camera in a video and calls `onCode` with the first barcode in it. The
 * camera is stopped then, on a failure, when the page is hidden, and when the component unmounts.
 */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (code: string) => void,
): ScannerState {
  const [state, setState] = useState<ScannerState>({ kind: 'starting' })
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    const shown = video.current
    if (!shown) return
    const stopping = new AbortController()
    const { signal } = stopping
    const fail = (error: unknown) => {
      if (signal.aborted) return
      stopping.abort()
      setState({ kind: 'failed', sentence: cameraProblem(error) })
    }
    const stopIfHidden = () => {
      if (document.hidden) fail(new DOMException('The page is hidden', 'PageHiddenError'))
    }
    document.addEventListener('visibilitychange', stopIfHidden, { signal })
    const onReading = () => setState({ kind: 'reading' })
    scan(shown, signal, onReading)
      .then((code) => {
        if (signal.aborted) return
        stopping.abort()
        if (code !== undefined) latest.current(code)
      })
      .catch(fail)
    return () => stopping.abort()
  }, [video])
  return state
}

/** Returns the first barcode that the camera sees; undefined if it is stopped before. */
async function scan(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onReading: () => void,
): Promise<string | undefined> {
  const stream = await openCamera(signal)
  if (signal.aborted) return undefined
  video.srcObject = stream
  await video.play()
  if (signal.aborted) return undefined
  onReading()
  const read = await createBarcodeReader()
  const agree = createAgreement()
  const isNewPicture = watchPictures(video)
  while (!signal.aborted) {
    // Unplugged, or no longer allowed.
    if (!stream.active) throw new DOMException('The camera stopped', 'CameraStoppedError')
    const hasPicture = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && isNewPicture()
    const code = agree(hasPicture ? await read(video) : undefined)
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return undefined
}

/** Opens the camera at the back, if there are several. It is stopped when the signal is aborted. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  if (!isSecureContext) throw new DOMException('Not a secure context', 'SecurityError')
  if (!('mediaDevices' in navigator)) throw new DOMException('No cameras', 'NotFoundError')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return stream
}
