import type { Page } from '@playwright/test'
import { cameraSize, documentModules } from '#platform/ui/scan/testing.ts'

// The browser of the tests has no camera. A canvas takes its place.

export const scanDialog = (page: Page) => page.getByRole('dialog', { name: 'Scan barcode' })
export const itemScan = (page: Page) =>
  page.getByRole('region', { name: 'Items' }).getByRole('button', { name: 'Scan barcode' })
export const searchScan = (page: Page) =>
  page.locator('search').getByRole('button', { name: 'Scan barcode' })

type Recording = { streams: MediaStream[] }

/**
 * Gives the page a camera that sees the barcode of a text, or a white sheet without one. Call it
 * before the page is opened.
 */
export async function addCamera(page: Page, text: string): Promise<void> {
  const modules = text === '' ? '' : documentModules(text)
  await page.addInitScript(cameraOfPicture, { ...cameraSize, modules })
}

type Sheet = { width: number; height: number; modules: string }

/** Draws the sheet ten times a second, and records the streams. Runs in the page. */
function cameraOfPicture({ width, height, modules }: Sheet): void {
  const recording = window as unknown as Recording
  recording.streams = []
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  const draw = () => {
    if (!context) return
    context.fillStyle = '#e6e6e6'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#1e1e1e'
    const left = Math.floor((width - 3 * modules.length) / 2)
    for (let each = 0; each < modules.length; each += 1) {
      if (modules[each] === '1') context.fillRect(left + 3 * each, height / 2 - 100, 3, 200)
    }
  }
  draw()
  setInterval(draw, 100)
  const devices = [{ kind: 'videoinput', deviceId: '', groupId: '', label: '' }]
  Object.assign(navigator.mediaDevices, {
    enumerateDevices: async () => devices,
    getUserMedia: async () => {
      const stream = canvas.captureStream()
      recording.streams.push(stream)
      return stream
    },
  })
}

/** The states of all camera tracks that the page opened: `live` or `ended`. */
export const cameraStates = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as Recording).streams.flatMap((stream) =>
      stream.getVideoTracks().map(({ readyState }) => readyState),
    ),
  )

/** Unplugs the camera: its tracks end, and it is no longer in the list of devices. */
export async function unplugCamera(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { streams } = window as unknown as Recording
    for (const stream of streams) for (const track of stream.getTracks()) track.stop()
    navigator.mediaDevices.enumerateDevices = async () => []
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
}
