import JsBarcode from 'jsbarcode'
import { barsOf } from '#features/documents/barcode.ts'
import type { Picture } from './decode-barcode.ts'

// Test helpers that draw barcodes as a camera sees them.

/** The pixels of a camera picture. */
export const cameraSize = { width: 640, height: 480 } as const

const pixelsPerModule = 3
const barHeight = 200

type Shade = { paper: number; ink: number }

/** The brightness of each pixel of a picture with bars in its middle. */
export function grayPicture(modules: string, { paper, ink }: Shade = { paper: 230, ink: 30 }) {
  const { width, height } = cameraSize
  const gray = new Uint8ClampedArray(width * height).fill(paper)
  const left = Math.floor((width - modules.length * pixelsPerModule) / 2)
  const top = (height - barHeight) / 2
  for (let y = top; y < top + barHeight; y += 1) {
    for (let x = 0; x < modules.length * pixelsPerModule; x += 1) {
      if (modules[Math.floor(x / pixelsPerModule)] === '1') gray[y * width + left + x] = ink
    }
  }
  return gray
}

/** The modules of the barcode on our documents: 1 is black. */
export function documentModules(text: string): string {
  const { bars, total } = barsOf(text)
  const modules = Array.from({ length: total }, () => '0')
  for (const { x, width } of bars) modules.fill('1', x, x + width)
  return modules.join('')
}

/** The modules of a barcode of another kind: 1 is black. */
export function modulesOf(text: string, format: 'EAN13' | 'EAN8' | 'UPC' | 'CODE39'): string {
  const barcode: { encodings?: { data: string }[] } = {}
  JsBarcode(barcode, text, { format, flat: true })
  return (barcode.encodings ?? []).map(({ data }) => data).join('')
}

/** A picture as a canvas returns it, upright or turned by a quarter. */
export function pictureOf(gray: Uint8ClampedArray, isTurned = false): Picture {
  const { width, height } = cameraSize
  const data = new Uint8ClampedArray(4 * gray.length)
  gray.forEach((brightness, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const place = isTurned ? x * height + y : pixel
    data.set([brightness, brightness, brightness, 255], 4 * place)
  })
  return isTurned ? { data, width: height, height: width } : { data, width, height }
}
