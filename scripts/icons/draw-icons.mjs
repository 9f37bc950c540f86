// Draws the icons of the installed program from its favicon: `node scripts/icons/draw-icons.mjs`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const publicFolder = join(import.meta.dirname, '../../app/public')
const iconFolder = join(publicFolder, 'icons')

const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
await initWasm(readFileSync(wasm))

const svg = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')
// The system cuts a maskable icon to its own shape: the color fills the square, and the drawing
// stays within the safe zone, the inner 80 percent.
const square = svg.replace(' rx="7"', '').replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
const maskable = square.replace(
  '<rect width="32" height="32"',
  '<rect x="-4" y="-4" width="40" height="40"',
)

const drawings = [
  ['icon-192.png', svg, 192],
  ['icon-512.png', svg, 512],
  ['maskable-512.png', maskable, 512],
  ['apple-touch-icon.png', maskable, 180],
]

mkdirSync(iconFolder, { recursive: true })
for (const [name, drawing, width] of drawings) {
  const image = new Resvg(drawing, { fitTo: { mode: 'width', value: width } }).render()
  writeFileSync(join(iconFolder, name), image.asPng())
}
