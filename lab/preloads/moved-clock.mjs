// Moves the wall clock of a node by as many milliseconds as a file says, also while it runs.
// Timers go on as they are: they do not read it.

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
