import { nearestToMiddle, scannedText } from './scanned-text.ts'

/** Reads the barcode in the current picture of a playing video; undefined if there is none. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

// The Shape Detection API, which TypeScript does not declare:
// https://developer.mozilla.org/docs/Web/API/BarcodeDetector
type DetectedBarcode = { rawValue: string; format: string; boundingBox: DOMRectReadOnly }
type Detector = { detect: (video: HTMLVideoElement) => Promise<DetectedBarcode[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Code 128, which our documents have, first; then those of products. */
const formats = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39'] as const

/** Wider pictures are made smaller: they take longer and are read no better. */
const maxPictureWidth = 1280

/** Whether the library could not be loaded before. Some browsers do not retry a failed download. */
let hasFailed = false

/**
 * Reads with the browser's detector if it knows Code 128, else with a library, which is loaded only
 * then. Rejects with a NetworkError if the library cannot be loaded, and from the second time on
 * with a RepeatedNetworkError.
 */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  return (await browserReader()) ?? (await libraryReader())
}

async function browserReader(): Promise<BarcodeReader | undefined> {
  // Some browsers have it, and TypeScript declares it for none.
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector?: DetectorClass }
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !supported.includes('code_128')) return undefined
  const known = formats.filter((format) => supported.includes(format))
  const detector = new BarcodeDetector({ formats: known })
  let fallback: BarcodeReader | undefined
  return async (video) => {
    if (fallback) return fallback(video)
    const found = await detector.detect(video).catch(() => undefined)
    if (found) return textOf(found, video)
    // The detector is there, but the service of the device behind it is not.
    fallback = await libraryReader()
    return fallback(video)
  }
}

function textOf(found: readonly DetectedBarcode[], video: HTMLVideoElement): string | undefined {
  const picture = { width: video.videoWidth, height: video.videoHeight }
  const barcode = nearestToMiddle(found, picture)
  return barcode && scannedText(barcode)
}

async function libraryReader(): Promise<BarcodeReader> {
  const { decodeBarcode } = await import('./decode-barcode.ts').catch((cause: unknown) => {
    const name = hasFailed ? 'RepeatedNetworkError' : 'NetworkError'
    hasFailed = true
    throw new DOMException(`No barcode library: ${String(cause)}`, name)
  })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser draws no pictures')
  return async (video) => {
    const scale = Math.min(1, maxPictureWidth / video.videoWidth)
    const width = Math.round(video.videoWidth * scale)
    const height = Math.round(video.videoHeight * scale)
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const rawValue = decodeBarcode(context.getImageData(0, 0, width, height))
    return rawValue === undefined ? undefined : scannedText({ rawValue })
  }
}
