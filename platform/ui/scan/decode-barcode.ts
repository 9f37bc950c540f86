import {
  BarcodeFormat,
  BinaryBitmap,
  Code128Reader,
  Code39Reader,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatOneDReader,
  type OneDReader,
  RGBLuminanceSource,
} from '@zxing/library'

// Imports the library, so only `barcode-reader.ts` imports this file, when it is needed.

/** A picture as a canvas returns it: red, green, blue and alpha of each pixel, row by row. */
export type Picture = { data: Uint8ClampedArray; width: number; height: number }

/** The brightness of each pixel, row by row. */
type GrayPicture = { data: Uint8ClampedArray; width: number; height: number }

const { EAN_13, EAN_8, UPC_A, UPC_E } = BarcodeFormat
const hints = new Map<DecodeHintType, BarcodeFormat[]>([
  [DecodeHintType.POSSIBLE_FORMATS, [EAN_13, EAN_8, UPC_A, UPC_E]],
])

/**
 * First Code 128, which our documents have, then the codes of products. Code 39 is last, because it
 * has no checksum.
 */
const readers: readonly OneDReader[] = [
  new Code128Reader(),
  new MultiFormatOneDReader(hints),
  new Code39Reader(),
]

/**
 * The text of a barcode in the middle of a picture, upright or turned by a quarter; undefined if
 * there is none. Reads Code 128, EAN-13, EAN-8, UPC-A, UPC-E and Code 39.
 */
export function decodeBarcode(picture: Picture): string | undefined {
  const gray = grayOf(picture)
  return decodeRows(gray) ?? decodeRows(transposed(gray))
}

/** Tries some rows, from the middle outward, forward and backward. */
function decodeRows({ data, width, height }: GrayPicture): string | undefined {
  const source = new RGBLuminanceSource(data, width, height)
  const bitmap = new BinaryBitmap(new GlobalHistogramBinarizer(source))
  for (const reader of readers) {
    const text = decodeWith(reader, bitmap)
    if (text) return text
  }
  return undefined
}

function decodeWith(reader: OneDReader, bitmap: BinaryBitmap): string | undefined {
  try {
    return reader.decode(bitmap, hints).getText()
  } catch {
    // The library throws if a picture has no barcode, which is so for most pictures.
    return undefined
  }
}

function grayOf({ data, width, height }: Picture): GrayPicture {
  const gray = new Uint8ClampedArray(width * height)
  for (let pixel = 0; pixel < gray.length; pixel += 1) {
    const start = 4 * pixel
    const redAndBlue = (data[start] ?? 0) + (data[start + 2] ?? 0)
    gray[pixel] = (redAndBlue + 2 * (data[start + 1] ?? 0)) / 4
  }
  return { data: gray, width, height }
}

/** Columns become rows, because the library reads rows only. */
function transposed({ data, width, height }: GrayPicture): GrayPicture {
  const turned = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x] ?? 0
  }
  return { data: turned, width: height, height: width }
}
