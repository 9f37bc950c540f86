import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { Refusal } from '#platform/kernel/refusal.ts'
import { refusalFields, serveThread, type ThreadAnswer } from '#platform/server/jobs/thread.ts'
import { fontFiles } from '../fonts.ts'
import { encodePng, pictureType, pixelSize, type PictureType } from './picture-format.ts'

// Draws an uploaded picture again, as a PNG. The library is WebAssembly: it can open neither files
// nor connections, and runs no scripts. In a thread, so that a picture that takes too long can be
// stopped.

/** The logo's largest size: 66 mm at 300 dots per inch, and a fourth as high. */
const maxSize = { width: 800, height: 240 }
const mostPixels = 24_000_000

const require = createRequire(import.meta.url)
const ready = initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
const { normal, bold } = fontFiles().Latin

async function drawLogo(base64: string): Promise<ThreadAnswer> {
  await ready
  const file = Buffer.from(base64, 'base64')
  const type = pictureType(file)
  if (!type) return refused('Choose a PNG, JPEG or SVG file')
  try {
    return draw(file, type)
  } catch (error) {
    // The library may be unusable after it was aborted, so its thread ends.
    if (error instanceof WebAssembly.RuntimeError) throw error
    return refused('The picture cannot be read. Save it again with another program')
  }
}

function draw(file: Buffer, type: PictureType): ThreadAnswer {
  const size = type === 'svg' ? undefined : pixelSize(file, type)
  if (type !== 'svg' && !size) return refused('The picture does not state its size')
  if (size && size.width * size.height > mostPixels) {
    return refused('The picture has too many pixels. Make it smaller, such as 800 pixels wide')
  }
  if (type === 'svg' && embedsPicture.test(file.toString('utf8'))) {
    return refused('The SVG contains a picture or an XML entity. Upload a PNG or JPEG instead')
  }
  const svg = type === 'svg' ? file.toString('utf8') : framed(file, type, size ?? maxSize)
  const hasText = type === 'svg' && /<(?:\w+:)?text[\s>]/.test(svg)
  const fontBuffers = hasText ? [readFileSync(normal), readFileSync(bold)] : []
  const font = { fontBuffers, defaultFontFamily: 'Noto Sans' }
  const { width, height } = new Resvg(svg, { font })
  const zoom = Math.min(maxSize.width / width, maxSize.height / height)
  const options = { font, background: '#ffffff', fitTo: { mode: 'zoom', value: zoom } as const }
  const drawn = new Resvg(svg, options).render()
  return { value: encodePng(drawn, drawn.pixels) }
}

/** A picture in an SVG could decode to any size, and an entity could hide one. */
const embedsPicture = /<(?:[\w-]+:)?(?:image|feImage)[\s/>]|<!ENTITY/i

/** An SVG that shows a PNG or JPEG at its own size. */
function framed(file: Buffer, type: 'png' | 'jpeg', size: { width: number; height: number }) {
  const box = `width="${size.width}" height="${size.height}"`
  const data = `data:image/${type};base64,${file.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><image ${box} href="${data}"/></svg>`
}

function refused(sentence: string): ThreadAnswer {
  const fields = [{ path: 'data', message: sentence }]
  return { refusal: refusalFields(new Refusal('invalid', 'unreadable-picture', sentence, fields)) }
}

serveThread(drawLogo)
