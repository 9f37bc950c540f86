import { expect, test } from 'vitest'
import { pixelSize } from '../logo/picture-format.ts'
import { decodeGray, differingPixels, encodeGray, stackPictures } from './png-testing.ts'

const picture = { width: 3, height: 2, pixels: Uint8Array.from([0, 100, 255, 10, 20, 30]) }

test('a gray picture is the same after it was stored as a PNG', () => {
  const png = encodeGray(picture)
  expect(pixelSize(png, 'png')).toEqual({ width: 3, height: 2 })
  expect(decodeGray(png)).toEqual(picture)
})

test('another file is not read as a picture', () => {
  const colored = encodeGray(picture)
  colored[25] = 2
  expect(() => decodeGray(colored)).toThrow('This is not a gray PNG of these tests')
})

test('pages are below each other, and narrow ones are filled up with white', () => {
  const narrow = { width: 1, height: 1, pixels: Uint8Array.from([7]) }
  expect(stackPictures([narrow, picture])).toEqual({
    width: 3,
    height: 3,
    pixels: Uint8Array.from([7, 255, 255, 0, 100, 255, 10, 20, 30]),
  })
})

test('counts the pixels that differ visibly, and all of a picture of another size', () => {
  const other = { ...picture, pixels: Uint8Array.from([48, 149, 255, 10, 20, 0]) }
  expect(differingPixels(picture, picture)).toBe(0)
  expect(differingPixels(picture, other)).toBe(1)
  expect(differingPixels(picture, { ...picture, width: 2, height: 3 })).toBe(6)
})
