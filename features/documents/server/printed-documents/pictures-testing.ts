import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../../../scripts/chromium.ts'
import { type GrayPicture, stackPictures } from './png-testing.ts'

// Test helper: draws PDFs as pictures with PDF.js in the browser of the tests. The letters are
// drawn as shapes, not as fonts of the browser, so that they look alike on every machine.

const address = 'http://papers.test/'
const page = `<!doctype html>
<title>Papers</title>
<script type="module">
  import { getDocument } from './pdfjs.mjs'

  const base64Of = (bytes) => {
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }

  // 72 dots per inch: a point is a pixel.
  const drawPage = async (page) => {
    const viewport = page.getViewport({ scale: 1 })
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    const canvasContext = canvas.getContext('2d', { willReadFrequently: true })
    await page.render({ canvas, canvasContext, viewport, background: 'white' }).promise
    const { width, height } = canvas
    const { data } = canvasContext.getImageData(0, 0, width, height)
    const gray = new Uint8Array(width * height)
    for (let at = 0; at < gray.length; at += 1) {
      const [red, green, blue] = data.subarray(at * 4, at * 4 + 3)
      gray[at] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
    }
    return { width, height, gray: base64Of(gray) }
  }

  window.drawPages = async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const pdf = await getDocument({ data, disableFontFace: true }).promise
    const pages = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      pages.push(await drawPage(await pdf.getPage(number)))
    }
    return pages
  }
</script>`

type DrawnPage = { width: number; height: number; gray: string }

/** Opens the browser. `draw` makes one picture of a PDF, its pages below each other. */
export async function openPictureMaker() {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { ...definedOf(process.env), ...env },
  })
  const tab = await browser.newPage()
  const pdfjs = join(dirname(createRequire(import.meta.url).resolve('unpdf')), 'pdfjs.mjs')
  await tab.route(`${address}**`, (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ path: pdfjs, contentType: 'text/javascript' })
      : route.fulfill({ body: page, contentType: 'text/html' }),
  )
  await tab.goto(address)
  await tab.waitForFunction('window.drawPages')
  const draw = async (pdf: Uint8Array): Promise<GrayPicture> => {
    const base64 = Buffer.from(pdf).toString('base64')
    const pages = await tab.evaluate<DrawnPage[]>(`drawPages("${base64}")`)
    return stackPictures(
      pages.map(({ width, height, gray }) => {
        return { width, height, pixels: new Uint8Array(Buffer.from(gray, 'base64')) }
      }),
    )
  }
  return { draw, close: () => browser.close() }
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}
