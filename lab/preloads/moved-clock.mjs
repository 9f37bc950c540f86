// Offsets a node's wall clock by the milliseconds in a file, even while it runs. Timers are
// unaffected, because they do not read it.

import { readFileSync } from 'node:fs'

const RealDate = Date
let offset = 0

function look() {
  try {
    offset = Number(readFileSync(process.env.LAB_CLOCK_FILE, 'utf8'))
  } catch {
    // Not moved yet.
  }
}
look()
setInterval(look, 20).unref()

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() + offset] : parts))
  }

  static now() {
    return RealDate.now() + offset
  }
}
