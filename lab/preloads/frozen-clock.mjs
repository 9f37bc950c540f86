// Freezes a node's wall clock at one millisecond. Timers keep running, because they do not read it.

const frozenAt = Number(process.env.LAB_FROZEN_AT)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [frozenAt] : parts))
  }

  static now() {
    return frozenAt
  }
}
